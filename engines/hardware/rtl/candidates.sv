// Which cells are taken, which may be tried, and which of them is next.
//
// A candidate is an empty cell with a stone in the 3 x 3 block around it. They are given out in the trying order in three
// steps: load_i takes all candidates (or those behind after_rank_i), fetch_i brings the first group of fifteen that has any to
// the front, and from then on pick_i takes one a cycle; groups follow by themselves. The steps may overlap: a load leaves the
// group in front alone, so one list can be read while the next one is being made.
//
// Nothing is kept of a list that was left in the middle: what is behind the cell last tried is asked for anew.
module candidates (
    input  logic       clk_i,
    input  logic       clear_i,
    // A stone comes to a cell or leaves it.
    input  logic       change_i,
    input  logic       taken_i,
    input  logic [7:0] cell_i,
    input  logic       load_i,
    input  logic       all_i,
    input  logic [7:0] after_rank_i,
    input  logic       fetch_i,
    input  logic       pick_i,
    output logic [7:0] rank_o,
    output logic       any_o,
    // The cell in front is the last one.
    output logic       last_o
);

  localparam int Lines = gomoku_pkg::Lines;
  localparam int Cells = gomoku_pkg::Cells;

  // Bits stand in the trying order, but for taken_at, whose bits stand by rows.
  logic [Cells-1:0] taken_q, left_q, open, behind, taken_at;

  // Every cell asks its neighbours.
  for (genvar y = 0; y < Lines; y++) begin : gen_row
    for (genvar x = 0; x < Lines; x++) begin : gen_column
      localparam int Order = gomoku_pkg::order_of(x, y);
      logic [7:0] near;
      assign taken_at[y*Lines+x] = taken_q[Order];
      for (genvar n = 0; n < 8; n++) begin : gen_near
        localparam int Block = (n < 4) ? n : n + 1;
        localparam int Nx = x + Block % 3 - 1;
        localparam int Ny = y + Block / 3 - 1;
        if (Nx >= 0 && Nx < Lines && Ny >= 0 && Ny < Lines) begin : gen_on_board
          assign near[n] = taken_at[Ny*Lines+Nx];
        end else begin : gen_off_board
          assign near[n] = 1'b0;
        end
      end
      assign open[Order] = !taken_q[Order] && |near;
    end
  end

  logic [Lines-1:0] group_is, same_group, group_behind, index_is, index_behind;
  for (genvar i = 0; i < Lines; i++) begin : gen_decode
    assign group_is[i] = cell_i[7:4] == 4'(i);
    assign index_is[i] = cell_i[3:0] == 4'(i);
    assign group_behind[i] = all_i || after_rank_i[7:4] < 4'(i);
    assign same_group[i] = after_rank_i[7:4] == 4'(i);
    assign index_behind[i] = after_rank_i[3:0] < 4'(i);
  end
  for (genvar g = 0; g < Lines; g++) begin : gen_behind
    assign behind[g*Lines+:Lines] = {Lines{group_behind[g]}} | ({Lines{same_group[g]}} & index_behind);
  end

  // The first group with something left, and the cells left in it.
  logic [Lines-1:0] some_q, first_group, fetched;
  logic [3:0] fetched_number;
  assign first_group = some_q & (~some_q + 1'b1);
  always_comb begin
    fetched = '0;
    fetched_number = '0;
    for (int g = 0; g < Lines; g++) begin
      fetched |= left_q[g*Lines+:Lines] & {Lines{first_group[g]}};
      fetched_number |= 4'(g) & {4{first_group[g]}};
    end
  end

  logic [Lines-1:0] front_q, first, rest;
  logic [3:0] group_q, index;
  logic fetch;
  assign first = front_q & (~front_q + 1'b1);
  assign rest = front_q & ~first;
  assign fetch = fetch_i || (pick_i && rest == 0);
  always_comb begin
    index = '0;
    for (int i = 0; i < Lines; i++) index |= 4'(i) & {4{first[i]}};
  end
  assign rank_o = {group_q, index};
  assign any_o  = |front_q;
  assign last_o = rest == 0 && some_q == 0;

  always_ff @(posedge clk_i) begin
    for (int g = 0; g < Lines; g++) begin
      for (int i = 0; i < Lines; i++) begin
        if (clear_i) taken_q[g*Lines+i] <= 1'b0;
        else if (change_i && group_is[g] && index_is[i]) taken_q[g*Lines+i] <= taken_i;
      end
    end
    // A group that was fetched stays in the list, but no longer has anything that counts.
    if (load_i) begin
      left_q <= open & behind;
      for (int g = 0; g < Lines; g++) some_q[g] <= |(open[g*Lines+:Lines] & behind[g*Lines+:Lines]);
    end else if (fetch) begin
      some_q <= some_q & ~first_group;
    end
    if (fetch) begin
      front_q <= fetched;
      group_q <= fetched_number;
    end else if (pick_i) begin
      front_q <= rest;
    end
  end

endmodule
