// Alpha-beta to a fixed depth over the cells next to stones, with an explicit stack in place of recursion.
//
// At the last ply one candidate enters the evaluator in every cycle, and six cycles later its value is compared, in the
// trying order and with all that came before it: the cut falls where a program without a pipeline makes it, and what is on its
// way behind a cut is forgotten uncounted. It counts every tried stone as a node and keeps the first of equal ones: move by move
// and node by node the program that the host calls classic.
//
// Above the last ply a step puts the node's next stone and makes two lists on the way: what is left to try after that stone,
// whose first cell goes to the stack with the node, and what may be tried against it. So a node that its child returns to knows
// its next stone at once. That stone is put before the child's value is compared, for few children cut their parent; after a
// cut it is taken off again. Likewise the stones against a stone are looked at before it is known whether that one made five.
module search #(
    parameter int DepthMax = 8
) (
    input  logic                                    clk_i,
    input  logic                                    rst_i,
    input  logic                                    clear_i,
    input  logic        [                      3:0] depth_i,
    // Puts a stone, if the cell is empty: refused_o tells, once busy_o is low again.
    input  logic                                    put_i,
    input  logic                                    put_own_i,
    input  logic        [                      7:0] put_rank_i,
    input  logic                                    think_i,
    output logic                                    busy_o,
    output logic                                    refused_o,
    // The answer; found_o is low if there was nothing to try.
    output logic                                    found_o,
    output logic        [                      7:0] best_o,
    output logic signed [gomoku_pkg::ScoreBits-1:0] score_o,
    output logic        [                     31:0] nodes_o,
    output logic        [                     31:0] cycles_o
);

  localparam int ScoreBits = gomoku_pkg::ScoreBits;

  typedef enum logic [4:0] {
    Clear,
    Idle,
    // A stone from outside: is the cell empty, and what does the stone gain?
    Ask,
    AskWait,
    Put,
    PutWait,
    // A node above the last ply begins: its first stone.
    Open,
    OpenFetch,
    OpenPick,
    // Its next stone.
    Step,
    StepLists,
    StepPush,
    StepWait,
    Undo,
    // Nodes at the last ply.
    Run,
    Drain,
    // Nothing could be tried against the last stone.
    Full,
    // Back to the parent.
    Return,
    Judge
  } state_e;
  state_e state_q;

  // The node in work. Values are those of the side that moves there.
  logic [3:0] ply_q;
  logic own_q;
  logic signed [ScoreBits-1:0] alpha_q, beta_q, base_q, win_q;
  logic [7:0] next_q;

  // A value that waits to be compared, and the stone that it belongs to.
  logic value_valid_q, value_last_q;
  logic [7:0] value_rank_q;
  logic signed [ScoreBits-1:0] value_q;

  logic cut_q, found_q, refused_q;
  logic [4:0] line_q;
  logic [7:0] best_q;
  logic [31:0] nodes_q, cycles_q;

  logic last_ply, child_last_ply;
  assign last_ply = ply_q + 4'd1 == depth_i;
  assign child_last_ply = ply_q + 4'd2 == depth_i;

  // The frames above.
  localparam int Bits = 3 * ScoreBits + 17;
  logic [Bits-1:0] frame;
  logic signed [ScoreBits-1:0] frame_alpha, frame_beta, frame_base;
  logic [7:0] frame_placed, frame_next;
  logic frame_any;
  assign {frame_alpha, frame_beta, frame_base, frame_placed, frame_next, frame_any} = frame;

  // What the state asks of the other modules.
  logic idle, clear, ask, push, pop, step, run, load, fetch, place, remove;
  assign idle   = state_q == Idle;
  assign clear  = state_q == Clear;
  assign ask    = state_q == Ask;
  assign push   = state_q == StepPush;
  assign pop    = state_q == Return;
  assign step   = state_q == Step;
  assign run    = state_q == Run;
  assign load   = state_q == Open || state_q == Step || state_q == StepLists;
  assign fetch  = state_q == OpenFetch || state_q == StepLists || state_q == StepPush;
  assign place  = state_q == Put || state_q == Step;
  assign remove = state_q == Return || state_q == Undo;

  logic [7:0] cells_rank;
  logic cells_any, cells_last;
  stack #(
      .Depth(DepthMax),
      .Bits (Bits)
  ) i_stack (
      .clk_i,
      .clear_i(idle),
      .push_i (push),
      .pop_i  (pop),
      .frame_i({alpha_q, beta_q, base_q, next_q, cells_rank, cells_any}),
      .top_o  (frame)
  );

  logic [7:0] changed;
  assign changed = pop ? frame_placed : next_q;

  candidates i_candidates (
      .clk_i,
      .clear_i(clear),
      .change_i(place || remove),
      .taken_i(place),
      .cell_i(changed),
      .load_i(load),
      .all_i(!step),
      .after_rank_i(next_q),
      .fetch_i(fetch),
      .pick_i(run),
      .rank_o(cells_rank),
      .any_o(cells_any),
      .last_o(cells_last)
  );

  logic issue;
  logic [7:0] issue_rank;
  assign issue_rank = run ? cells_rank : changed;
  logic [1:0] op;
  assign issue = place || remove || ask || (run && cells_any);
  assign op = place ? gomoku_pkg::Place : remove ? gomoku_pkg::Remove : gomoku_pkg::Look;

  logic seen, seen_last, five, empty, looked;
  logic [1:0] seen_op;
  logic [7:0] seen_rank;
  logic [11:0] gain;
  logic signed [ScoreBits-1:0] wide_gain;
  evaluator i_evaluator (
      .clk_i,
      .rst_i,
      .clear_i(clear),
      .clear_line_i(line_q),
      .flush_i(pop),
      .valid_i(issue),
      .op_i(op),
      .own_i(own_q),
      .last_i(cells_last),
      .rank_i(issue_rank),
      .valid_o(seen),
      .op_o(seen_op),
      .last_o(seen_last),
      .rank_o(seen_rank),
      .gain_o(gain),
      .five_o(five),
      .empty_o(empty)
  );
  assign looked = seen && seen_op == gomoku_pkg::Look;
  assign wide_gain = {{(ScoreBits - 12) {1'b0}}, gain};

  // What a stone that was put has done.
  logic placed_q, placed_five_q;
  logic [11:0] placed_gain_q;
  logic signed [ScoreBits-1:0] placed_gain;
  always_ff @(posedge clk_i) begin
    placed_q <= seen && seen_op == gomoku_pkg::Place && !pop;
    placed_five_q <= five;
    placed_gain_q <= gain;
  end
  assign placed_gain = {{(ScoreBits - 12) {1'b0}}, placed_gain_q};

  // The comparison. A value counts in the states in which one can be due.
  logic due, raises, cuts;
  assign due = value_valid_q && (state_q == Run || state_q == Drain || state_q == Step || state_q == Judge);
  assign raises = value_q > alpha_q;
  assign cuts = value_q >= beta_q;

  always_ff @(posedge clk_i) begin
    value_valid_q <= looked;
    value_last_q <= seen_last;
    value_rank_q <= seen_rank;
    value_q <= five ? win_q : base_q + wide_gain;
    cut_q <= due && cuts;
    if (due) begin
      nodes_q <= nodes_q + 1;
      if (raises) begin
        alpha_q <= value_q;
        if (ply_q == 0) {found_q, best_q} <= {1'b1, value_rank_q};
      end
    end
    if (state_q == Idle) cycles_q <= think_i ? 32'd1 : cycles_q;
    else if (state_q >= Open) cycles_q <= cycles_q + 1;

    case (state_q)
      Clear: begin
        line_q <= line_q + 1'b1;
        base_q <= '0;
        if (&line_q) state_q <= Idle;
      end
      Idle: begin
        ply_q  <= '0;
        own_q  <= put_i ? put_own_i : 1'b1;
        next_q <= put_rank_i;
        win_q  <= gomoku_pkg::Win - 1;
        if (think_i) begin
          found_q <= 1'b0;
          nodes_q <= '0;
          alpha_q <= -gomoku_pkg::Infinity;
          beta_q  <= gomoku_pkg::Infinity;
        end
        if (clear_i) state_q <= Clear;
        else if (put_i) state_q <= Ask;
        else if (think_i) state_q <= Open;
      end

      Ask: state_q <= AskWait;
      AskWait: begin
        refused_q <= !empty;
        if (looked) state_q <= empty ? Put : Idle;
      end
      Put: state_q <= PutWait;
      PutWait: begin
        if (placed_q) begin
          base_q  <= own_q ? base_q + placed_gain : base_q - placed_gain;
          state_q <= Idle;
        end
      end

      Open: state_q <= OpenFetch;
      OpenFetch: state_q <= last_ply ? Run : OpenPick;
      OpenPick: begin
        next_q <= cells_rank;
        state_q <= Step;
        if (!cells_any) begin
          if (alpha_q < 0) alpha_q <= '0;
          state_q <= ply_q == 0 ? Idle : Return;
        end
      end

      Step: state_q <= StepLists;
      StepLists: state_q <= cut_q ? Undo : StepPush;
      StepPush: begin
        ply_q   <= ply_q + 1'b1;
        own_q   <= !own_q;
        win_q   <= win_q - 1;
        alpha_q <= -beta_q;
        beta_q  <= -alpha_q;
        state_q <= child_last_ply ? Run : StepWait;
      end
      StepWait: if (placed_q) state_q <= OpenPick;
      Undo: state_q <= ply_q == 0 ? Idle : Return;

      Run: begin
        if (!cells_any) state_q <= ply_q == 0 ? Idle : Full;
        else if (cells_last) state_q <= Drain;
      end
      Drain: ;
      Full: begin
        if (placed_q) begin
          if (alpha_q < 0) alpha_q <= '0;
          state_q <= Return;
        end
      end

      Return: begin
        ply_q <= ply_q - 1'b1;
        own_q <= !own_q;
        win_q <= win_q + 1;
        {alpha_q, beta_q, base_q, next_q} <= {frame_alpha, frame_beta, frame_base, frame_next};
        value_valid_q <= 1'b1;
        value_q <= -alpha_q;
        value_rank_q <= frame_placed;
        state_q <= frame_any ? Step : Judge;
      end
      Judge: state_q <= ply_q == 0 ? Idle : Return;
      default: state_q <= Clear;
    endcase

    // A value at the last ply that ends its node.
    if (due && (state_q == Run || state_q == Drain) && (cuts || value_last_q)) state_q <= ply_q == 0 ? Idle : Return;
    // What the stone of the step did, while the plies below are at work already.
    if (placed_q && state_q != PutWait) begin
      base_q <= -(base_q + placed_gain);
      if (placed_five_q) begin
        alpha_q <= -(win_q + 1);
        state_q <= Return;
      end
    end

    if (rst_i) begin
      state_q <= Clear;
      line_q  <= '0;
      value_valid_q <= 1'b0;
    end
  end

  assign busy_o = state_q != Idle;
  assign refused_o = refused_q;
  assign {found_o, best_o} = {found_q, best_q};
  assign score_o = alpha_q;
  assign {nodes_o, cycles_o} = {nodes_q, cycles_q};

endmodule
