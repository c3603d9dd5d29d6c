// The core as a processor sees it (docs/sources.md S0.3): three AXI4-Stream ports of 32-bit words.
//
// Words on control_in are codes of gomoku_pkg, with their argument above the low byte. The opponent's stone comes on data_in as
// 1, x, y, or as x, y after a 1 on control_in; the core's own answer leaves by data_out as x, y, and its valid may serve as an
// interrupt. A stone that cannot be put is passed over in silence. (15, 15) is answered when there is no empty cell.
module gomoku_core #(
    parameter int DepthMax = 8,
    parameter int Depth = 4
) (
    input  logic        clk_i,
    input  logic        rst_i,
    input  logic [31:0] control_in_tdata_i,
    input  logic        control_in_tvalid_i,
    output logic        control_in_tready_o,
    input  logic [31:0] data_in_tdata_i,
    input  logic        data_in_tvalid_i,
    output logic        data_in_tready_o,
    output logic [31:0] data_out_tdata_o,
    output logic        data_out_tvalid_o,
    input  logic        data_out_tready_i
);

  typedef enum logic [3:0] {
    Ready, TakeX, TakeY, Name, Put, PutWait, Think, ThinkWait, NameBest, NameOwn, PutOwn, PutOwnWait, SendX, SendY, SendWord
  } state_e;
  state_e state_q;

  logic [3:0] depth_q;
  logic own_q, answer_q, bare_q, on_board_q;
  logic [7:0] place_q;
  logic [31:0] word_q;

  logic clear, put, put_own, think, busy, refused, found;
  logic [7:0] best, best_place, rank;
  logic signed [gomoku_pkg::ScoreBits-1:0] score;
  logic [31:0] nodes, cycles;

  logic take_control, take_data;
  assign control_in_tready_o = state_q == Ready && !busy;
  assign data_in_tready_o = (control_in_tready_o && !control_in_tvalid_i) || state_q == TakeX || state_q == TakeY;
  assign take_control = control_in_tready_o && control_in_tvalid_i;
  assign take_data = data_in_tready_o && data_in_tvalid_i;

  logic [7:0] control;
  assign control = control_in_tdata_i[7:0];
  assign clear = take_control && control == gomoku_pkg::CtlReset;
  assign put = state_q == Put || state_q == PutOwn;
  assign put_own = own_q || state_q == PutOwn;
  assign think = state_q == Think;

  logic [3:0] depth_wanted;
  assign depth_wanted = control_in_tdata_i[31:8] > 24'(DepthMax) ? 4'(DepthMax) : control_in_tdata_i[11:8];

  cell_names #(
      .ToRank(1'b1)
  ) i_rank (
      .clk_i,
      .name_i(place_q),
      .name_o(rank)
  );
  cell_names #(
      .ToRank(1'b0)
  ) i_place (
      .clk_i,
      .name_i(best),
      .name_o(best_place)
  );

  search #(
      .DepthMax(DepthMax)
  ) i_search (
      .clk_i,
      .rst_i,
      .clear_i(clear),
      .depth_i(depth_q),
      .put_i(put),
      .put_own_i(put_own),
      .put_rank_i(rank),
      .think_i(think),
      .busy_o(busy),
      .refused_o(refused),
      .found_o(found),
      .best_o(best),
      .score_o(score),
      .nodes_o(nodes),
      .cycles_o(cycles)
  );

  always_ff @(posedge clk_i) begin
    case (state_q)
      Ready: begin
        if (take_control) begin
          own_q <= control == gomoku_pkg::CtlPutOwn;
          answer_q <= control == gomoku_pkg::CtlPlay;
          case (control)
            gomoku_pkg::CtlReset: bare_q <= 1'b1;
            gomoku_pkg::CtlPlay, gomoku_pkg::CtlPutOwn, gomoku_pkg::CtlPutOther: state_q <= TakeX;
            gomoku_pkg::CtlThink: state_q <= Think;
            gomoku_pkg::CtlDepth: depth_q <= depth_wanted == 0 ? 4'd1 : depth_wanted;
            gomoku_pkg::CtlNodes: {word_q, state_q} <= {nodes, SendWord};
            gomoku_pkg::CtlCycles: {word_q, state_q} <= {cycles, SendWord};
            gomoku_pkg::CtlScore: {word_q, state_q} <= {32'(score), SendWord};
            default: ;
          endcase
        end else if (take_data && data_in_tdata_i == 32'd1) begin
          {own_q, answer_q} <= 2'b01;
          state_q <= TakeX;
        end
      end
      TakeX: begin
        if (take_data) begin
          place_q[3:0] <= data_in_tdata_i[3:0];
          on_board_q <= data_in_tdata_i < 32'(gomoku_pkg::Lines);
          state_q <= TakeY;
        end
      end
      TakeY: begin
        if (take_data) begin
          place_q[7:4] <= data_in_tdata_i[3:0];
          state_q <= on_board_q && data_in_tdata_i < 32'(gomoku_pkg::Lines) ? Name : Ready;
        end
      end
      Name: state_q <= Put;
      Put: state_q <= PutWait;
      PutWait: begin
        if (!busy) begin
          bare_q  <= 1'b0;
          state_q <= answer_q && !refused ? Think : Ready;
        end
      end
      Think: state_q <= ThinkWait;
      ThinkWait: if (!busy) state_q <= NameBest;
      NameBest: begin
        place_q <= found ? best_place : bare_q ? {2{4'(gomoku_pkg::Centre)}} : 8'hff;
        state_q <= found || bare_q ? NameOwn : SendX;
      end
      NameOwn: state_q <= PutOwn;
      PutOwn: state_q <= PutOwnWait;
      PutOwnWait: begin
        if (!busy) begin
          bare_q  <= 1'b0;
          state_q <= SendX;
        end
      end
      SendX: if (data_out_tready_i) state_q <= SendY;
      SendY: if (data_out_tready_i) state_q <= Ready;
      SendWord: if (data_out_tready_i) state_q <= Ready;
      default: state_q <= Ready;
    endcase
    if (rst_i) begin
      state_q <= Ready;
      depth_q <= 4'(Depth);
      bare_q  <= 1'b1;
    end
  end

  assign data_out_tvalid_o = state_q == SendX || state_q == SendY || state_q == SendWord;
  assign data_out_tdata_o = state_q == SendX ? 32'(place_q[3:0]) : state_q == SendY ? 32'(place_q[7:4]) : word_q;

endmodule
