// Bytes to a serial line, 8N1, least significant bit first. A byte is taken when valid_i and ready_o are high.
module uart_tx #(
    parameter int ClocksPerBit = 868
) (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic       valid_i,
    output logic       ready_o,
    input  logic [7:0] data_i,
    output logic       tx_o
);

  localparam int Width = $clog2(ClocksPerBit + 1);
  localparam logic [Width-1:0] Whole = Width'(ClocksPerBit - 1);

  // The line rests from the first moment on, before any reset.
  logic [9:0] bits_q = '1;
  logic [3:0] left_q;
  logic [Width-1:0] clocks_q;
  assign ready_o = left_q == 0;
  assign tx_o = bits_q[0];

  always_ff @(posedge clk_i) begin
    if (left_q == 0) begin
      clocks_q <= Whole;
      if (valid_i) begin
        bits_q <= {1'b1, data_i, 1'b0};
        left_q <= 4'd10;
      end
    end else if (clocks_q != 0) begin
      clocks_q <= clocks_q - 1'b1;
    end else begin
      clocks_q <= Whole;
      bits_q <= {1'b1, bits_q[9:1]};
      left_q <= left_q - 1'b1;
    end
    if (rst_i) begin
      bits_q <= '1;
      left_q <= '0;
    end
  end

endmodule
