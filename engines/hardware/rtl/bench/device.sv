// The device as its pins show it, checking itself: the serial protocol (docs/sources.md S0.5) bit by bit at a search of one ply, with
// a message that breaks off and a start bit that is none.
`timescale 1ns / 1ps
module device;

  localparam int Clocks = 4;
  localparam int Gap = 2048 * Clocks;

  logic clk = 1'b0;
  logic rst = 1'b1;
  logic rx = 1'b1;
  logic tx;
  always #5 clk = !clk;

  gomoku_device #(
      .ClockHz(Clocks * 115_200),
      .Depth  (1)
  ) i_device (
      .clk,
      .rst,
      .rx,
      .tx
  );

  int faults = 0;

  // What the device has said, the last byte lowest.
  logic [47:0] heard = '0;
  int heard_bytes = 0;
  logic [7:0] byte_heard = '0;
  initial begin
    forever begin
      @(negedge tx);
      repeat (Clocks / 2) @(negedge clk);
      for (int i = 0; i < 8; i++) begin
        repeat (Clocks) @(negedge clk);
        byte_heard[i] = tx;
      end
      repeat (Clocks) @(negedge clk);
      if (!tx) faults = faults + 1;
      heard = {heard[39:0], byte_heard};
      heard_bytes = heard_bytes + 1;
    end
  end

  task automatic send_byte(input logic [7:0] value);
    logic [9:0] bits;
    begin
      bits = {1'b1, value, 1'b0};
      for (int i = 0; i < 10; i++) begin
        rx = bits[i];
        repeat (Clocks) @(negedge clk);
      end
    end
  endtask

  task automatic send_message(input int x, input int y);
    logic [63:0] message;
    begin
      message = {y, x};
      for (int i = 0; i < 8; i++) send_byte(message[8*i+:8]);
    end
  endtask

  task automatic expect_heard(input int bytes, input logic [47:0] text);
    begin
      for (int i = 0; i < 2000 && heard_bytes < bytes; i++) @(negedge clk);
      // Long enough for a byte more than there should be.
      repeat (20 * Clocks) @(negedge clk);
      if (heard_bytes != bytes || heard != text) begin
        $display("heard %0d bytes %h, expected %0d bytes %h", heard_bytes, heard, bytes, text);
        faults = faults + 1;
      end
      heard = '0;
      heard_bytes = 0;
    end
  endtask

  initial begin
    repeat (8) @(negedge clk);
    rst = 1'b0;
    repeat (1100) @(negedge clk);

    send_message(99, 99);
    expect_heard(0, 48'd0);
    send_message(15, 15);
    expect_heard(4, "7\n7\n");
    // A stone on the device's own is passed over.
    send_message(7, 7);
    expect_heard(0, 48'd0);

    // Lines are y, then x, and have two digits where they need them.
    send_message(99, 99);
    send_message(14, 13);
    expect_heard(6, "12\n13\n");

    // Three bytes and a rest: what follows is read from its beginning.
    send_byte(8'd99);
    send_byte(8'd0);
    send_byte(8'd0);
    repeat (Gap + 100) @(negedge clk);
    send_message(99, 99);
    // A start bit that is over before its middle.
    rx = 1'b0;
    @(negedge clk);
    rx = 1'b1;
    repeat (20 * Clocks) @(negedge clk);
    send_message(7, 7);
    expect_heard(4, "6\n6\n");

    if (faults == 0) $display("device: passed");
    else $display("device: %0d faults", faults);
    $finish;
  end

endmodule
