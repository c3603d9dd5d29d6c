// What every module of the core must agree on: the board, the order in which cells are tried, the codes of cells and of the
// words on control_in, and what numbers are wide enough.
//
// A cell has two names. Its *place* is {y, x}, four bits each. Its *rank* is the number under which the search tries it: rings
// around the centre, within a ring by row, then by column; it is kept as {group, index} with fifteen cells a group.
package gomoku_pkg;

  localparam int Lines = 15;
  localparam int Cells = Lines * Lines;
  localparam int Centre = Lines / 2;

  // A cell of a line memory: one bit a side, both for what lies off the board, so that a window over it counts as blocked.
  localparam logic [1:0] Empty = 2'b00;
  localparam logic [1:0] Own   = 2'b01;
  localparam logic [1:0] Other = 2'b10;
  localparam logic [1:0] Wall  = 2'b11;

  // 572 windows of at most 200 each stay under 2^17.
  localparam int ScoreBits = 18;
  localparam logic signed [ScoreBits-1:0] Infinity = 30001;
  localparam logic signed [ScoreBits-1:0] Win      = 30000;

  // What is done with a cell on its way through the evaluator.
  localparam logic [1:0] Look   = 2'd0;
  localparam logic [1:0] Place  = 2'd1;
  localparam logic [1:0] Remove = 2'd2;

  // The low byte of a word on control_in; what stands above it is the argument.
  localparam logic [7:0] CtlReset    = 8'd0;
  localparam logic [7:0] CtlPlay     = 8'd1;
  localparam logic [7:0] CtlThink    = 8'd2;
  localparam logic [7:0] CtlDepth    = 8'd3;
  localparam logic [7:0] CtlPutOwn   = 8'd4;
  localparam logic [7:0] CtlPutOther = 8'd5;
  localparam logic [7:0] CtlNodes    = 8'd6;
  localparam logic [7:0] CtlCycles   = 8'd7;
  localparam logic [7:0] CtlScore    = 8'd8;

  // Place in the trying order, counted from 0, of the cell at column x, row y.
  function automatic int order_of(input int x, input int y);
    int across, down, ring, edge_cells;
    begin
      across = (x > Centre) ? x - Centre : Centre - x;
      down = (y > Centre) ? y - Centre : Centre - y;
      ring = (across > down) ? across : down;
      edge_cells = 2 * ring + 1;
      if (ring == 0) order_of = 0;
      else if (y == Centre - ring) order_of = (edge_cells - 2) * (edge_cells - 2) + x - (Centre - ring);
      else if (y == Centre + ring) order_of = edge_cells * edge_cells - edge_cells + x - (Centre - ring);
      else
        order_of = (edge_cells - 2) * (edge_cells - 2) + edge_cells + 2 * (y - (Centre - ring) - 1)
            + ((x > Centre) ? 1 : 0);
    end
  endfunction

  // The same as {group, index}.
  function automatic logic [7:0] rank_of(input int x, input int y);
    int order, group, index;
    begin
      order = order_of(x, y);
      group = order / Lines;
      index = order % Lines;
      rank_of = {group[3:0], index[3:0]};
    end
  endfunction

endpackage
