// What a stone of the side to move gains in one window of five, whose other four cells are given.
//
// Windows with stones of one side alone are worth 0, 1, 8, 40, 200, 10000 for 0 to 5 of them. A stone takes a window with
// own stones one step up, and makes one of the other side's worthless. A fifth stone ends the game: its gain is not asked.
module window_gain (
    input  logic [3:0] own_i,
    input  logic [3:0] other_i,
    output logic [7:0] gain_o,
    output logic       five_o
);

  logic [2:0] own, other;
  assign own    = 3'(own_i[0]) + 3'(own_i[1]) + 3'(own_i[2]) + 3'(own_i[3]);
  assign other  = 3'(other_i[0]) + 3'(other_i[1]) + 3'(other_i[2]) + 3'(other_i[3]);
  assign five_o = &own_i && other == 0;

  always_comb begin
    gain_o = 8'd0;
    if (other == 0) begin
      case (own)
        3'd0: gain_o = 8'd1;
        3'd1: gain_o = 8'd8 - 8'd1;
        3'd2: gain_o = 8'd40 - 8'd8;
        3'd3: gain_o = 8'd200 - 8'd40;
        default: gain_o = 8'd0;
      endcase
    end else if (own == 0) begin
      case (other)
        3'd1: gain_o = 8'd1;
        3'd2: gain_o = 8'd8;
        3'd3: gain_o = 8'd40;
        default: gain_o = 8'd200;
      endcase
    end
  end

endmodule
