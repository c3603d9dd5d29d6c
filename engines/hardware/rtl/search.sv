// Alpha-beta to a fixed depth over the cells next to stones, with an explicit stack in place of recursion.
//
// One node after the other: a candidate is picked, looked up, valued and compared before the next one is picked. It counts
// every tried stone as a node, keeps the first of equal ones, and cuts when alpha reaches beta: move by move and node by node the
// program that the host calls classic.
module search #(
    parameter int DepthMax = 8
) (
    input  logic       clk_i,
    input  logic       rst_i,
    input  logic       clear_i,
    input  logic [3:0] depth_i,
    // Puts a stone, if the cell is empty: refused_o tells, once busy_o is low again.
    input  logic       put_i,
    input  logic       put_own_i,
    input  logic [7:0] put_rank_i,
    input  logic       think_i,
    output logic       busy_o,
    output logic       refused_o,
    // The answer; found_o is low if there was nothing to try.
    output logic       found_o,
    output logic [7:0] best_o,
    output logic signed [gomoku_pkg::ScoreBits-1:0] score_o,
    output logic [31:0] nodes_o,
    output logic [31:0] cycles_o
);

  localparam int ScoreBits = gomoku_pkg::ScoreBits;

  typedef enum logic [4:0] {
    Clear, Idle, Ask, AskAddress, AskRead, Put, PutRead, PutAdd, Open, Fetch, Pick, Address, Read, Value, Enter, Decide, Leave, Restore, Resume
  } state_e;
  state_e state_q;

  logic [4:0] line_q;
  logic [3:0] ply_q;
  logic own_q, five_q, one_q, fresh_q, found_q, resume_q, refused_q;
  logic [7:0] rank_q, best_q, placed;
  logic signed [ScoreBits-1:0] alpha_q, beta_q, base_q, value_q;
  logic [31:0] nodes_q, cycles_q;

  logic leaf;
  assign leaf = ply_q + 4'd1 == depth_i;

  logic [12:0] gain;
  logic five, empty, cells_any, cells_last;
  logic [7:0] cells_rank;
  logic look, place, remove;
  assign look = state_q == Pick || state_q == Ask;
  assign place = state_q == Put || state_q == Enter;
  assign remove = state_q == Leave;

  candidates i_candidates (
      .clk_i,
      .clear_i(state_q == Clear),
      .change_i(place || remove),
      .taken_i(place),
      .cell_i(remove ? placed : rank_q),
      .load_i(state_q == Open || state_q == Resume),
      .all_i(state_q == Open),
      .after_rank_i(rank_q),
      .fetch_i(state_q == Fetch),
      .pick_i(state_q == Pick && cells_any),
      .rank_o(cells_rank),
      .any_o(cells_any),
      .last_o(cells_last)
  );

  evaluator i_evaluator (
      .clk_i,
      .clear_i(state_q == Clear),
      .clear_line_i(line_q),
      .valid_i(look || place || remove),
      .op_i(remove ? gomoku_pkg::Remove : place ? gomoku_pkg::Place : gomoku_pkg::Look),
      .own_i(own_q),
      .rank_i(state_q == Pick ? cells_rank : remove ? placed : rank_q),
      .gain_o(gain),
      .five_o(five),
      .empty_o(empty)
  );

  localparam int Bits = 3 * ScoreBits + 8;
  logic [Bits-1:0] frame;
  logic signed [ScoreBits-1:0] frame_alpha, frame_beta, frame_base;
  assign {frame_alpha, frame_beta, frame_base, placed} = frame;
  stack #(
      .Depth(DepthMax),
      .Bits (Bits)
  ) i_stack (
      .clk_i,
      .clear_i(state_q == Idle),
      .push_i(state_q == Enter),
      .pop_i(state_q == Restore),
      .frame_i({alpha_q, beta_q, base_q, rank_q}),
      .top_o(frame)
  );

  logic signed [ScoreBits-1:0] wide_gain, win;
  assign wide_gain = {{(ScoreBits - 13) {1'b0}}, gain};
  assign win = gomoku_pkg::Win - $signed({{(ScoreBits - 4) {1'b0}}, ply_q}) - 1;

  always_ff @(posedge clk_i) begin
    if (state_q == Idle) cycles_q <= think_i ? 32'd1 : cycles_q;
    else if (state_q >= Open) cycles_q <= cycles_q + 1;
    case (state_q)
      Clear: begin
        line_q  <= line_q + 1'b1;
        base_q  <= '0;
        nodes_q <= '0;
        if (&line_q) state_q <= Idle;
      end
      Idle: begin
        ply_q <= '0;
        own_q <= put_i ? put_own_i : 1'b1;
        rank_q <= put_rank_i;
        if (think_i) begin
          alpha_q <= -gomoku_pkg::Infinity;
          beta_q  <= gomoku_pkg::Infinity;
          found_q <= 1'b0;
          nodes_q <= '0;
        end
        if (clear_i) state_q <= Clear;
        else if (put_i) state_q <= Ask;
        else if (think_i) state_q <= Open;
      end
      Ask: state_q <= AskAddress;
      AskAddress: state_q <= AskRead;
      AskRead: begin
        refused_q <= !empty;
        state_q   <= empty ? Put : Idle;
      end
      Put: state_q <= PutRead;
      PutRead: state_q <= PutAdd;
      PutAdd: begin
        base_q <= own_q ? base_q + wide_gain : base_q - wide_gain;
        state_q <= Idle;
      end
      Open: begin
        fresh_q <= 1'b1;
        state_q <= Fetch;
      end
      Fetch: state_q <= Pick;
      Pick: begin
        rank_q <= cells_rank;
        value_q <= '0;
        one_q <= cells_any;
        state_q <= cells_any ? Address : Decide;
      end
      Address: state_q <= Read;
      Read: begin
        five_q  <= five;
        value_q <= five ? win : base_q + wide_gain;
        state_q <= Value;
      end
      Value: state_q <= (leaf || five_q) ? Decide : Enter;
      Enter: begin
        ply_q <= ply_q + 1'b1;
        own_q <= !own_q;
        alpha_q <= -beta_q;
        beta_q <= -alpha_q;
        base_q <= -value_q;
        state_q <= Open;
      end
      Decide: begin
        resume_q <= 1'b0;
        fresh_q  <= 1'b0;
        if (one_q) nodes_q <= nodes_q + 1;
        if (value_q > alpha_q && (one_q || fresh_q)) begin
          alpha_q <= value_q;
          if (ply_q == 0 && one_q) begin
            best_q  <= rank_q;
            found_q <= 1'b1;
          end
        end
        if (one_q && value_q >= beta_q) state_q <= ply_q == 0 ? Idle : Leave;
        else if (resume_q) state_q <= Resume;
        else if (one_q && cells_any) state_q <= Pick;
        else state_q <= ply_q == 0 ? Idle : Leave;
      end
      Leave: begin
        state_q <= Restore;
      end
      Restore: begin
        ply_q <= ply_q - 1'b1;
        own_q <= !own_q;
        value_q <= -alpha_q;
        {alpha_q, beta_q, base_q} <= {frame_alpha, frame_beta, frame_base};
        rank_q <= placed;
        one_q <= 1'b1;
        resume_q <= 1'b1;
        state_q <= Decide;
      end
      Resume: state_q <= Fetch;
      default: state_q <= Clear;
    endcase
    if (rst_i) begin
      state_q <= Clear;
      line_q  <= '0;
      ply_q   <= '0;
    end
  end

  assign busy_o = state_q != Idle;
  assign refused_o = refused_q;
  assign {found_o, best_o} = {found_q, best_q};
  assign score_o = alpha_q;
  assign {nodes_o, cycles_o} = {nodes_q, cycles_q};

endmodule
