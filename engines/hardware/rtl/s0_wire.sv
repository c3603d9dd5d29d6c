// The published serial protocol (docs/sources.md S0.5) between a UART and the core's streams.
//
// From the PC come eight bytes, x and y as little-endian integers of 32 bits: (99, 99) begins a new game, (15, 15) lets the
// device play first, anything else is the opponent's stone. Back go two decimal lines, y and then x. A message that breaks off
// is dropped when the line has rested for GapClocks, so that one lost byte does not shift all that follow. A message that
// comes while the core thinks is kept until it has answered; the wire holds one.
module s0_wire #(
    parameter int GapClocks = 2048 * 868
) (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        rx_valid_i,
    input  logic [ 7:0] rx_data_i,
    input  logic        rx_idle_i,
    output logic        tx_valid_o,
    input  logic        tx_ready_i,
    output logic [ 7:0] tx_data_o,
    output logic [31:0] control_tdata_o,
    output logic        control_tvalid_o,
    input  logic        control_tready_i,
    output logic [31:0] data_tdata_o,
    output logic        data_tvalid_o,
    input  logic        data_tready_i,
    input  logic [31:0] answer_tdata_i,
    input  logic        answer_tvalid_i,
    output logic        answer_tready_o,
    // Bytes of a message that is not whole yet.
    output logic        partial_o,
    // A message or an answer is on its way through.
    output logic        busy_o
);

  localparam int GapBits = $clog2(GapClocks + 1);
  localparam logic [31:0] NewGame = 32'd99;
  localparam logic [31:0] PlayFirst = 32'd15;

  typedef enum logic [2:0] {
    Gather, Judge, Control, SendOne, SendX, SendY
  } inward_e;
  inward_e inward_q;

  logic [63:0] message_q;
  logic [2:0] bytes_q;
  logic [GapBits-1:0] rest_q;
  logic [31:0] x, y;
  assign {y, x} = message_q;

  logic new_game, play_first;
  assign new_game = x == NewGame && y == NewGame;
  assign play_first = x == PlayFirst && y == PlayFirst;
  assign partial_o = inward_q == Gather && bytes_q != 0;

  always_ff @(posedge clk_i) begin
    case (inward_q)
      Gather: begin
        if (rx_valid_i) begin
          message_q <= {rx_data_i, message_q[63:8]};
          bytes_q <= bytes_q + 1'b1;
          if (&bytes_q) inward_q <= Judge;
        end else if (rest_q == GapBits'(GapClocks)) begin
          bytes_q <= '0;
        end
      end
      Judge: inward_q <= new_game || play_first ? Control : SendOne;
      Control: if (control_tready_i) inward_q <= Gather;
      SendOne: if (data_tready_i) inward_q <= SendX;
      SendX: if (data_tready_i) inward_q <= SendY;
      SendY: if (data_tready_i) inward_q <= Gather;
      default: inward_q <= Gather;
    endcase
    if (!rx_idle_i) rest_q <= '0;
    else if (rest_q != GapBits'(GapClocks)) rest_q <= rest_q + 1'b1;
    if (rst_i) begin
      inward_q <= Gather;
      bytes_q  <= '0;
      rest_q   <= '0;
    end
  end

  assign control_tvalid_o = inward_q == Control;
  assign control_tdata_o = {24'd0, new_game ? gomoku_pkg::CtlReset : gomoku_pkg::CtlThink};
  assign data_tvalid_o = inward_q == SendOne || inward_q == SendX || inward_q == SendY;
  assign data_tdata_o = inward_q == SendOne ? 32'd1 : inward_q == SendX ? x : y;

  typedef enum logic [2:0] {
    TakeX, TakeY, Tens, Ones, Feed
  } outward_e;
  outward_e outward_q;

  logic [3:0] column_q, number_q;
  logic second_q, ten;
  assign ten = number_q >= 4'd10;

  always_ff @(posedge clk_i) begin
    case (outward_q)
      TakeX: begin
        column_q <= answer_tdata_i[3:0];
        if (answer_tvalid_i) outward_q <= TakeY;
      end
      TakeY: begin
        number_q <= answer_tdata_i[3:0];
        second_q <= 1'b0;
        if (answer_tvalid_i) outward_q <= Tens;
      end
      Tens: if (!ten || tx_ready_i) outward_q <= Ones;
      Ones: if (tx_ready_i) outward_q <= Feed;
      Feed: begin
        if (tx_ready_i) begin
          number_q  <= column_q;
          second_q  <= 1'b1;
          outward_q <= second_q ? TakeX : Tens;
        end
      end
      default: outward_q <= TakeX;
    endcase
    if (rst_i) outward_q <= TakeX;
  end

  assign busy_o = inward_q != Gather || outward_q != TakeX;
  assign answer_tready_o = outward_q == TakeX || outward_q == TakeY;
  assign tx_valid_o = (outward_q == Tens && ten) || outward_q == Ones || outward_q == Feed;
  always_comb begin
    case (outward_q)
      Tens: tx_data_o = "1";
      Ones: tx_data_o = "0" + {4'd0, ten ? number_q - 4'd10 : number_q};
      default: tx_data_o = "\n";
    endcase
  end

endmodule
