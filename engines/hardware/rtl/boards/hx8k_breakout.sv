// The device on Lattice's iCE40-HX8K breakout board: its 12 MHz oscillator, multiplied to 60 MHz, and its USB serial port.
// The port's DTR is the reset: while no program has the port open, the device rests.
module hx8k_breakout (
    input  logic clk,
    input  logic n_dtr,
    input  logic rx,
    output logic tx
);

  logic fast, locked;
  // 12 MHz * 80 / 2^4
  SB_PLL40_CORE #(
      .FEEDBACK_PATH("SIMPLE"),
      .DIVR(4'd0),
      .DIVF(7'd79),
      .DIVQ(3'd4),
      .FILTER_RANGE(3'd1)
  ) i_pll (
      .RESETB(1'b1),
      .BYPASS(1'b0),
      .REFERENCECLK(clk),
      .PLLOUTCORE(fast),
      .LOCK(locked)
  );

  // Two registers bring the reset into the fast clock.
  logic [1:0] reset_q;
  always_ff @(posedge fast) reset_q <= {reset_q[0], n_dtr || !locked};

  gomoku_device #(
      .ClockHz(60_000_000)
  ) i_device (
      .clk(fast),
      .rst(reset_q[1]),
      .rx,
      .tx
  );

endmodule
