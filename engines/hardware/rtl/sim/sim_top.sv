// The device as it is simulated. Beside its pins it shows when nothing goes on in it, and with direct_i high the streams of the
// core are in the hands of the program instead of the serial line.
module sim_top #(
    parameter int ClocksPerBit = 8,
    parameter int GapBits = 2048
) (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        rx_i,
    output logic        tx_o,
    output logic        quiet_o,
    output logic        partial_o,
    input  logic        direct_i,
    input  logic [31:0] control_tdata_i,
    input  logic        control_tvalid_i,
    output logic        control_tready_o,
    input  logic [31:0] data_tdata_i,
    input  logic        data_tvalid_i,
    output logic        data_tready_o,
    output logic [31:0] answer_tdata_o,
    output logic        answer_tvalid_o,
    input  logic        answer_tready_i
);

  logic rx_valid, rx_idle, tx_valid, tx_ready, wire_answer_tready, wire_busy;
  logic [7:0] rx_data, tx_data;
  logic [31:0] wire_control_tdata, wire_data_tdata;
  logic wire_control_tvalid, wire_data_tvalid;

  uart_rx #(
      .ClocksPerBit(ClocksPerBit)
  ) i_rx (
      .clk_i,
      .rst_i,
      .rx_i,
      .valid_o(rx_valid),
      .data_o (rx_data),
      .idle_o (rx_idle)
  );
  uart_tx #(
      .ClocksPerBit(ClocksPerBit)
  ) i_tx (
      .clk_i,
      .rst_i,
      .valid_i(tx_valid),
      .ready_o(tx_ready),
      .data_i (tx_data),
      .tx_o
  );
  s0_wire #(
      .GapClocks(GapBits * ClocksPerBit)
  ) i_wire (
      .clk_i,
      .rst_i,
      .rx_valid_i      (rx_valid),
      .rx_data_i       (rx_data),
      .rx_idle_i       (rx_idle),
      .tx_valid_o      (tx_valid),
      .tx_ready_i      (tx_ready),
      .tx_data_o       (tx_data),
      .control_tdata_o (wire_control_tdata),
      .control_tvalid_o(wire_control_tvalid),
      .control_tready_i(control_tready_o && !direct_i),
      .data_tdata_o    (wire_data_tdata),
      .data_tvalid_o   (wire_data_tvalid),
      .data_tready_i   (data_tready_o && !direct_i),
      .answer_tdata_i  (answer_tdata_o),
      .answer_tvalid_i (answer_tvalid_o && !direct_i),
      .answer_tready_o (wire_answer_tready),
      .partial_o,
      .busy_o          (wire_busy)
  );
  gomoku_core i_core (
      .clk_i,
      .rst_i,
      .control_in_tdata_i (direct_i ? control_tdata_i : wire_control_tdata),
      .control_in_tvalid_i(direct_i ? control_tvalid_i : wire_control_tvalid),
      .control_in_tready_o(control_tready_o),
      .data_in_tdata_i    (direct_i ? data_tdata_i : wire_data_tdata),
      .data_in_tvalid_i   (direct_i ? data_tvalid_i : wire_data_tvalid),
      .data_in_tready_o   (data_tready_o),
      .data_out_tdata_o   (answer_tdata_o),
      .data_out_tvalid_o  (answer_tvalid_o),
      .data_out_tready_i  (direct_i ? answer_tready_i : wire_answer_tready)
  );

  assign quiet_o = rx_idle && !rx_valid && tx_ready && !wire_busy && control_tready_o && !answer_tvalid_o;

endmodule
