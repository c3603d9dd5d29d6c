// Bytes from a serial line, 8N1, least significant bit first. Each bit is read in its middle; a byte without its stop bit is
// dropped. valid_o is high for one cycle.
module uart_rx #(
    parameter int ClocksPerBit = 868
) (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic       rx_i,
    output logic       valid_o,
    output logic [7:0] data_o,
    // The line rests, and no byte is on its way.
    output logic       idle_o
);

  localparam int Width = $clog2(ClocksPerBit + 1);
  localparam logic [Width-1:0] Whole = Width'(ClocksPerBit - 1);
  localparam logic [Width-1:0] Half = Width'(ClocksPerBit / 2 - 1);

  // The line knows nothing of this clock.
  logic [1:0] sync_q;
  logic line, busy_q;
  logic [Width-1:0] clocks_q;
  // 0: the start bit; 1 to 8: data; 9: the stop bit.
  logic [3:0] bit_q;
  assign line = sync_q[1];
  assign idle_o = !busy_q && line;

  always_ff @(posedge clk_i) begin
    sync_q  <= {sync_q[0], rx_i};
    valid_o <= 1'b0;
    if (!busy_q) begin
      busy_q <= !line;
      clocks_q <= Half;
      bit_q <= '0;
    end else if (clocks_q != 0) begin
      clocks_q <= clocks_q - 1'b1;
    end else begin
      clocks_q <= Whole;
      bit_q <= bit_q + 1'b1;
      if (bit_q == 4'd0) begin
        // A start bit that is over before its middle was a disturbance.
        busy_q <= !line;
      end else if (bit_q <= 4'd8) begin
        data_o <= {line, data_o[7:1]};
      end else begin
        valid_o <= line;
        busy_q  <= 1'b0;
      end
    end
    if (rst_i) begin
      sync_q  <= 2'b11;
      busy_q  <= 1'b0;
      valid_o <= 1'b0;
    end
  end

endmodule
