// The whole device: four pins, and between them the serial line, its protocol and the core. It resets itself when the chip
// has been configured, long enough for block memories that are not to be read at once; rst (high) does so at any time.
module gomoku_device #(
    parameter int ClockHz  = 100_000_000,
    parameter int Baud     = 115_200,
    parameter int DepthMax = 8,
    parameter int Depth    = 4
) (
    input  logic clk,
    input  logic rst,
    input  logic rx,
    output logic tx
);

  localparam int ClocksPerBit = (ClockHz + Baud / 2) / Baud;

  logic [9:0] age_q = '0;
  logic reset;
  assign reset = rst || !(&age_q);
  always_ff @(posedge clk) begin
    if (!(&age_q)) age_q <= age_q + 1'b1;
  end

  logic rx_valid, rx_idle, tx_valid, tx_ready;
  logic [7:0] rx_data, tx_data;
  logic [31:0] control_tdata, data_tdata, answer_tdata;
  logic control_tvalid, control_tready, data_tvalid, data_tready, answer_tvalid, answer_tready;
  logic partial, busy;

  uart_rx #(
      .ClocksPerBit(ClocksPerBit)
  ) i_rx (
      .clk_i  (clk),
      .rst_i  (reset),
      .rx_i   (rx),
      .valid_o(rx_valid),
      .data_o (rx_data),
      .idle_o (rx_idle)
  );
  uart_tx #(
      .ClocksPerBit(ClocksPerBit)
  ) i_tx (
      .clk_i  (clk),
      .rst_i  (reset),
      .valid_i(tx_valid),
      .ready_o(tx_ready),
      .data_i (tx_data),
      .tx_o   (tx)
  );
  s0_wire #(
      .GapClocks(2048 * ClocksPerBit)
  ) i_wire (
      .clk_i           (clk),
      .rst_i           (reset),
      .rx_valid_i      (rx_valid),
      .rx_data_i       (rx_data),
      .rx_idle_i       (rx_idle),
      .tx_valid_o      (tx_valid),
      .tx_ready_i      (tx_ready),
      .tx_data_o       (tx_data),
      .control_tdata_o (control_tdata),
      .control_tvalid_o(control_tvalid),
      .control_tready_i(control_tready),
      .data_tdata_o    (data_tdata),
      .data_tvalid_o   (data_tvalid),
      .data_tready_i   (data_tready),
      .answer_tdata_i  (answer_tdata),
      .answer_tvalid_i (answer_tvalid),
      .answer_tready_o (answer_tready),
      .partial_o       (partial),
      .busy_o          (busy)
  );
  gomoku_core #(
      .DepthMax(DepthMax),
      .Depth   (Depth)
  ) i_core (
      .clk_i              (clk),
      .rst_i              (reset),
      .control_in_tdata_i (control_tdata),
      .control_in_tvalid_i(control_tvalid),
      .control_in_tready_o(control_tready),
      .data_in_tdata_i    (data_tdata),
      .data_in_tvalid_i   (data_tvalid),
      .data_in_tready_o   (data_tready),
      .data_out_tdata_o   (answer_tdata),
      .data_out_tvalid_o  (answer_tvalid),
      .data_out_tready_i  (answer_tready)
  );

  // Only the simulation asks.
  logic unused;
  assign unused = partial || busy;

endmodule
