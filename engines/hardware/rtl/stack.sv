// The frames of the plies above the one in work. top_o is the frame last pushed, two cycles after a push or a pop.
module stack #(
    parameter int Depth = 8,
    parameter int Bits  = 64
) (
    input  logic            clk_i,
    input  logic            clear_i,
    input  logic            push_i,
    input  logic            pop_i,
    input  logic [Bits-1:0] frame_i,
    output logic [Bits-1:0] top_o
);

  localparam int AddressBits = $clog2(Depth);
  (* no_rw_check *)
  logic [Bits-1:0] frames[Depth];
  logic [AddressBits-1:0] next_q, top;
  assign top = next_q - 1'b1;

  always_ff @(posedge clk_i) begin
    if (clear_i) next_q <= '0;
    else if (push_i) next_q <= next_q + 1'b1;
    else if (pop_i) next_q <= top;
    if (push_i) frames[next_q] <= frame_i;
    top_o <= frames[top];
  end

endmodule
