// The two names of a cell, one from the other, a cycle later: the place for a rank, or the rank for a place.
module cell_names #(
    parameter bit ToRank = 1'b0
) (
    input  logic       clk_i,
    input  logic [7:0] name_i,
    output logic [7:0] name_o
);

  logic [7:0] names[256];
  initial begin
    for (int i = 0; i < 256; i++) names[i] = 8'd0;
    for (int y = 0; y < gomoku_pkg::Lines; y++) begin
      for (int x = 0; x < gomoku_pkg::Lines; x++) begin
        if (ToRank) names[y*16+x] = gomoku_pkg::rank_of(x, y);
        else names[gomoku_pkg::rank_of(x, y)] = 8'(y * 16 + x);
      end
    end
  end

  always_ff @(posedge clk_i) name_o <= names[name_i];

endmodule
