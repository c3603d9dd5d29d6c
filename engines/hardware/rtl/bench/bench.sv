// The published bench (docs/sources.md S0.6) against the streams of the core, checking itself: the opponent's stones (7,7) (7,8)
// (8,6) (8,7) must be answered by (6,6) (7,6) (6,8) (6,7), after as many nodes as the host counts. Then the answers of one ply,
// a stone that cannot be put, and a game that the core begins.
`timescale 1ns / 1ps
module bench;

  logic clk = 1'b0;
  logic rst = 1'b1;
  always #5 clk = !clk;

  logic [31:0] control = '0, data = '0, answer;
  logic control_valid = 1'b0, control_ready, data_valid = 1'b0, data_ready, answer_valid, answer_ready = 1'b0;
  gomoku_core i_core (
      .clk_i              (clk),
      .rst_i              (rst),
      .control_in_tdata_i (control),
      .control_in_tvalid_i(control_valid),
      .control_in_tready_o(control_ready),
      .data_in_tdata_i    (data),
      .data_in_tvalid_i   (data_valid),
      .data_in_tready_o   (data_ready),
      .data_out_tdata_o   (answer),
      .data_out_tvalid_o  (answer_valid),
      .data_out_tready_i  (answer_ready)
  );

  int faults = 0;

  // Inputs change at the falling edge, so that the rising one finds them at rest.
  task automatic send_control(input logic [31:0] word);
    begin
      @(negedge clk);
      control = word;
      control_valid = 1'b1;
      @(posedge clk);
      while (!control_ready) @(posedge clk);
      @(negedge clk);
      control_valid = 1'b0;
    end
  endtask

  task automatic send_data(input logic [31:0] word);
    begin
      @(negedge clk);
      data = word;
      data_valid = 1'b1;
      @(posedge clk);
      while (!data_ready) @(posedge clk);
      @(negedge clk);
      data_valid = 1'b0;
    end
  endtask

  task automatic receive(output logic [31:0] word);
    begin
      @(negedge clk);
      answer_ready = 1'b1;
      @(posedge clk);
      while (!answer_valid) @(posedge clk);
      word = answer;
      @(negedge clk);
      answer_ready = 1'b0;
    end
  endtask

  task automatic expect_answer(input int x, input int y, input int nodes);
    logic [31:0] got_x, got_y, got_nodes, got_cycles;
    begin
      receive(got_x);
      receive(got_y);
      send_control(32'(gomoku_pkg::CtlNodes));
      receive(got_nodes);
      send_control(32'(gomoku_pkg::CtlCycles));
      receive(got_cycles);
      $display("answer %0d %0d after %0d nodes and %0d cycles", got_x, got_y, got_nodes, got_cycles);
      if (got_x != 32'(x) || got_y != 32'(y) || got_nodes != 32'(nodes)) begin
        $display("  expected %0d %0d after %0d nodes", x, y, nodes);
        faults = faults + 1;
      end
    end
  endtask

  task automatic stone(input int x, input int y);
    begin
      send_data(32'd1);
      send_data(32'(x));
      send_data(32'(y));
    end
  endtask

  initial begin
    repeat (4) @(posedge clk);
    rst = 1'b0;
    stone(7, 7);
    expect_answer(6, 6, 1522);
    stone(7, 8);
    expect_answer(7, 6, 2077);
    stone(8, 6);
    expect_answer(6, 8, 2109);
    stone(8, 7);
    expect_answer(6, 7, 2923);

    // The other way to play: the code on control_in. Taken cells and cells off the board are passed over.
    send_control(32'(gomoku_pkg::CtlReset));
    send_control(32'(gomoku_pkg::CtlDepth) | 32'd1 << 8);
    send_control(32'(gomoku_pkg::CtlPutOther));
    send_data(32'd7);
    send_data(32'd7);
    stone(7, 7);
    stone(15, 3);
    stone(3, 99);
    send_control(32'(gomoku_pkg::CtlPlay));
    send_data(32'd0);
    send_data(32'd0);
    expect_answer(6, 6, 11);

    send_control(32'(gomoku_pkg::CtlReset));
    send_control(32'(gomoku_pkg::CtlThink));
    expect_answer(7, 7, 0);

    if (faults == 0) $display("bench: passed");
    else $display("bench: %0d answers are wrong", faults);
    $finish;
  end

  // Far more than all of it takes.
  initial begin
    #600_000;
    $display("bench: no answer in 60,000 cycles");
    $finish;
  end

endmodule
