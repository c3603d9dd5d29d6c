// What a stone on a cell gains its side, and whether it makes five: all twenty windows over the cell at once, one cell a cycle.
//
//   cycle   1          2            3              4              5
//         place of -> four lines -> the cells   -> gains of    -> sums a    -> gain, five
//         the rank    from memory   about it       20 windows     direction
//
// A cell goes in by its rank with what is done with it: Look asks only, Place puts a stone there as well, Remove takes one
// off. Five cycles later its answer is out, the last sum without a register behind it, for the board with the stones of all that went in before it. flush_i forgets
// the answers that are on their way; stones stay put or taken off. While clear_i is high the line clear_line_i of every
// memory is emptied.
module evaluator (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic        clear_i,
    input  logic [ 4:0] clear_line_i,
    input  logic        flush_i,
    input  logic        valid_i,
    input  logic [ 1:0] op_i,
    input  logic        own_i,
    input  logic        last_i,
    input  logic [ 7:0] rank_i,
    output logic        valid_o,
    output logic [ 1:0] op_o,
    output logic        last_o,
    output logic [ 7:0] rank_o,
    output logic [11:0] gain_o,
    output logic        five_o,
    // The cell itself is empty.
    output logic        empty_o
);

  localparam int Stages = 5;
  localparam int TagBits = 11;

  // What travels with a cell: bit s and word s belong to stage s + 1.
  logic [Stages-1:0] valid_q;
  logic [Stages*TagBits-1:0] tags_q;
  always_ff @(posedge clk_i) begin
    valid_q <= {valid_q[Stages-2:0] & {(Stages - 1) {!flush_i}}, valid_i && !(flush_i && op_i == gomoku_pkg::Look)};
    if (rst_i) valid_q <= '0;
    tags_q  <= {tags_q[(Stages-1)*TagBits-1:0], op_i, last_i, rank_i};
  end
  assign valid_o = valid_q[Stages-1];
  assign {op_o, last_o, rank_o} = tags_q[(Stages-1)*TagBits+:TagBits];

  // 1: where the cell lies.
  logic [7:0] place;
  logic [1:0] op, stone;
  logic own_q, own_qq, write;
  cell_names #(
      .ToRank(1'b0)
  ) i_place (
      .clk_i,
      .name_i(rank_i),
      .name_o(place)
  );
  always_ff @(posedge clk_i) {own_qq, own_q} <= {own_q, own_i};

  // 2: the lines through it.
  logic [3:0] x, y;
  assign x = place[3:0];
  assign y = place[7:4];
  assign op = tags_q[TagBits-1-:2];
  assign write = valid_q[0] && op != gomoku_pkg::Look;
  assign stone = op == gomoku_pkg::Remove ? gomoku_pkg::Empty : own_q ? gomoku_pkg::Own : gomoku_pkg::Other;

  logic [63:0] around;
  logic [7:0] own_cell;
  for (genvar d = 0; d < 4; d++) begin : gen_direction
    localparam int D = d;
    logic [ 4:0] line;
    logic [ 3:0] slot;
    logic [ 1:0] middle;
    logic [15:0] eight;
    assign own_cell[2*D+:2] = middle;
    assign around[16*D+:16] = eight;
    if (d == 0) assign line = {1'b0, y};
    else if (d == 1) assign line = {1'b0, x};
    else if (d == 2) assign line = {1'b0, x} - {1'b0, y} + 5'd14;
    else assign line = {1'b0, x} + {1'b0, y};
    assign slot = D == 1 ? y : x;
    line_memory #(
        .Direction(D)
    ) i_lines (
        .clk_i,
        .clear_i,
        .write_i(write),
        .cell_i(stone),
        .line_i(clear_i ? clear_line_i : line),
        .slot_i(slot),
        .own_cell_o(middle),
        .n_o(eight)
    );
  end

  // 3: the cells about it, as its side sees them.
  logic [31:0] mine_q, theirs_q;
  logic [2:0] empty_q;
  always_ff @(posedge clk_i) begin
    for (int n = 0; n < 32; n++) begin
      mine_q[n]   <= own_qq ? around[2*n] : around[2*n+1];
      theirs_q[n] <= own_qq ? around[2*n+1] : around[2*n];
    end
    empty_q <= {empty_q[1:0], own_cell[1:0] == gomoku_pkg::Empty};
  end
  assign empty_o = empty_q[2];

  // 4: the windows.
  logic [159:0] gains, gains_q;
  logic [19:0] fives, fives_q;
  for (genvar w = 0; w < 20; w++) begin : gen_window
    localparam int W = w;
    localparam int From = w / 5 * 8 + w % 5;
    logic [7:0] gain;
    logic five;
    assign gains[8*W+:8] = gain;
    assign fives[W] = five;
    window_gain i_gain (
        .own_i(mine_q[From+:4]),
        .other_i(theirs_q[From+:4]),
        .gain_o(gain),
        .five_o(five)
    );
  end

  // 5: their sums.
  logic [39:0] sums_q;
  logic five_q;
  always_ff @(posedge clk_i) begin
    gains_q <= gains;
    fives_q <= fives;
    for (int d = 0; d < 4; d++) begin
      sums_q[10*d+:10] <= ((10'(gains_q[40*d+:8]) + 10'(gains_q[40*d+8+:8]))
          + (10'(gains_q[40*d+16+:8]) + 10'(gains_q[40*d+24+:8]))) + 10'(gains_q[40*d+32+:8]);
    end
    five_q <= |fives_q;
  end
  assign gain_o = (12'(sums_q[9:0]) + 12'(sums_q[19:10])) + (12'(sums_q[29:20]) + 12'(sums_q[39:30]));
  assign five_o = five_q;

endmodule
