// The rules: who has won, and with which stones. A board is an array of 0 (empty), 1 (who began) and 2, row by row.
"use strict";

const WAYS = [[1, 0], [0, 1], [1, 1], [1, -1]];

const rules = {
  /** The stone at a point, or -1 beyond the edge. */
  at(board, x, y) {
    const size = settings.size;
    return x < 0 || y < 0 || x >= size || y >= size ? -1 : board[y * size + x];
  },

  /** The points of a winning line through this stone, or null. */
  line(board, x, y) {
    const stone = rules.at(board, x, y);
    for (const [dx, dy] of WAYS) {
      const points = [[x, y]];
      for (const way of [1, -1]) {
        for (let step = way; rules.at(board, x + dx * step, y + dy * step) === stone; step += way) {
          points.push([x + dx * step, y + dy * step]);
        }
      }
      if (points.length === 5 || (points.length > 5 && settings.rule === "freestyle")) return points;
    }
    return null;
  },
};
