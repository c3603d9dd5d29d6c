// The lines of one direction: 32 words of fifteen cells. A cell can be written alone, so that a stone needs no reading first.
//
// In a cycle with read_i the line around a slot is read, and the eight cells about the slot come a cycle later: n_o[0] lies
// four slots before it, n_o[7] four behind. Written in the same cycle, the slot's own cell is not to be relied upon. Diagonals are numbered by where they begin and slotted by column; their slots off the board hold walls, which
// clear_i writes, a line a cycle.
module line_memory #(
    // 0: rows, 1: columns, 2: south-east, 3: south-west.
    parameter int Direction = 0
) (
    input  logic        clk_i,
    input  logic        clear_i,
    input  logic        write_i,
    input  logic [ 1:0] cell_i,
    input  logic [ 4:0] line_i,
    input  logic [ 3:0] slot_i,
    output logic [ 1:0] own_cell_o,
    output logic [15:0] n_o
);

  localparam int Lines = gomoku_pkg::Lines;

  (* no_rw_check *)
  logic [2*Lines-1:0] lines[32];
  logic [2*Lines-1:0] data, line_q;
  logic [  Lines-1:0] enable;
  logic [        3:0] slot_q;

  for (genvar slot = 0; slot < Lines; slot++) begin : gen_cell
    logic off_board;
    if (Direction == 2) assign off_board = 5'(slot) > line_i || line_i > 5'(slot + Lines - 1);
    else if (Direction == 3) assign off_board = line_i < 5'(slot) || line_i > 5'(slot + Lines - 1);
    else assign off_board = 1'b0;
    assign enable[slot] = clear_i || (write_i && slot_i == 4'(slot));
    assign data[2*slot+:2] = !clear_i ? cell_i : off_board ? gomoku_pkg::Wall : gomoku_pkg::Empty;
  end

  always_ff @(posedge clk_i) begin
    for (int slot = 0; slot < Lines; slot++) begin
      if (enable[slot]) lines[line_i][2*slot+:2] <= data[2*slot+:2];
    end
    line_q <= lines[line_i];
    slot_q <= slot_i;
  end

  logic [2*(Lines+8)-1:0] walled;
  logic [           17:0] around;
  assign walled = {{4{gomoku_pkg::Wall}}, line_q, {4{gomoku_pkg::Wall}}};
  assign around = 18'(walled >> {slot_q, 1'b0});
  assign own_cell_o = around[9:8];
  assign n_o = {around[17:10], around[7:0]};

endmodule
