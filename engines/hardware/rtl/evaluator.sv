// What a stone on a cell gains its side, and whether it makes five: all twenty windows over the cell at once.
//
// A cell goes in by its rank with what is done with it: Look asks only, Place puts a stone there as well, Remove takes one
// off. Two cycles later the answer for the board without that stone is out. clear_i empties the board, in 32 cycles.
module evaluator (
    input  logic        clk_i,
    input  logic        clear_i,
    input  logic [ 4:0] clear_line_i,
    input  logic        valid_i,
    input  logic [ 1:0] op_i,
    input  logic        own_i,
    input  logic [ 7:0] rank_i,
    output logic [12:0] gain_o,
    output logic        five_o,
    // The cell itself is empty.
    output logic        empty_o
);

  logic [7:0] place_q;
  cell_names #(
      .ToRank(1'b0)
  ) i_place (
      .clk_i,
      .name_i(rank_i),
      .name_o(place_q)
  );

  logic [1:0] op_q;
  logic own_q, own_qq, valid_q;
  always_ff @(posedge clk_i) begin
    op_q <= op_i;
    valid_q <= valid_i;
    own_q <= own_i;
    own_qq <= own_q;
  end

  logic [3:0] x, y;
  assign x = place_q[3:0];
  assign y = place_q[7:4];
  logic write;
  logic [1:0] stone;
  assign write = valid_q && op_q != gomoku_pkg::Look;
  assign stone = op_q == gomoku_pkg::Remove ? gomoku_pkg::Empty : own_q ? gomoku_pkg::Own : gomoku_pkg::Other;

  logic [63:0] around;
  logic [7:0] own_cell;
  for (genvar d = 0; d < 4; d++) begin : gen_direction
    logic [ 4:0] line;
    logic [ 1:0] middle;
    logic [15:0] eight;
    localparam int D = d;
    assign own_cell[2*D+:2] = middle;
    assign around[16*D+:16] = eight;
    if (d == 0) assign line = {1'b0, y};
    else if (d == 1) assign line = {1'b0, x};
    else if (d == 2) assign line = {1'b0, x} - {1'b0, y} + 5'd14;
    else assign line = {1'b0, x} + {1'b0, y};
    line_memory #(
        .Direction(d)
    ) i_lines (
        .clk_i,
        .clear_i,
        .write_i(write),
        .cell_i(stone),
        .line_i(clear_i ? clear_line_i : line),
        .slot_i(d == 1 ? y : x),
        .own_cell_o(middle),
        .n_o(eight)
    );
  end

  logic [31:0] mine, theirs;
  logic [159:0] gains;
  logic [19:0] fives;
  for (genvar n = 0; n < 32; n++) begin : gen_side
    assign mine[n] = own_qq ? around[2*n] : around[2*n+1];
    assign theirs[n] = own_qq ? around[2*n+1] : around[2*n];
  end
  for (genvar w = 0; w < 20; w++) begin : gen_window
    localparam int From = w / 5 * 8 + w % 5;
    logic [7:0] gain;
    logic five;
    assign gains[8*w+:8] = gain;
    assign fives[w] = five;
    window_gain i_gain (
        .own_i(mine[From+:4]),
        .other_i(theirs[From+:4]),
        .gain_o(gain),
        .five_o(five)
    );
  end
  assign empty_o = own_cell[1:0] == gomoku_pkg::Empty;
  assign five_o = |fives;
  always_comb begin
    gain_o = '0;
    for (int w = 0; w < 20; w++) gain_o += 13'(gains[8*w+:8]);
  end

endmodule
