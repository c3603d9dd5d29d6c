// The opponent: it counts, for every line of five through a point, the stones of either side, and knows nothing else.
"use strict";

const OWN = [1, 12, 120, 1500, 100000];
const THEIRS = [0, 9, 90, 1000, 20000];

const opponent = {
  /** A point for `me` (1 or 2), by this game's dice and level. */
  choose(board, me, level, dice) {
    const size = settings.size;
    if (board.every((stone) => stone === 0)) {
      const middle = (size - 1) >> 1;
      return [middle + Math.floor(dice() * 3) - 1, middle + Math.floor(dice() * 3) - 1];
    }
    const strays = level === "random" || (level === "slips" && dice() < 0.3);
    let best = [];
    let most = -1;
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        if (board[y * size + x] !== 0 || !opponent.isNear(board, x, y)) continue;
        const worth = strays ? 0 : opponent.worth(board, x, y, me);
        if (worth > most) [best, most] = [[], worth];
        if (worth === most) best.push([x, y]);
      }
    }
    return best.length ? best[Math.floor(dice() * best.length)] : opponent.any(board);
  },

  isNear(board, x, y) {
    for (let dy = -2; dy <= 2; dy++) {
      for (let dx = -2; dx <= 2; dx++) if (rules.at(board, x + dx, y + dy) > 0) return true;
    }
    return false;
  },

  any(board) {
    const free = board.indexOf(0);
    return [free % settings.size, Math.floor(free / settings.size)];
  },

  worth(board, x, y, me) {
    let sum = 0;
    for (const [dx, dy] of WAYS) {
      for (let start = -4; start <= 0; start++) {
        let mine = 0;
        let theirs = 0;
        let whole = true;
        for (let step = start; step < start + 5; step++) {
          const stone = rules.at(board, x + dx * step, y + dy * step);
          if (stone < 0) whole = false;
          else if (stone === me) mine++;
          else if (stone !== 0) theirs++;
        }
        if (!whole || (mine && theirs)) continue;
        sum += theirs ? THEIRS[theirs] : OWN[mine];
      }
    }
    return sum;
  },
};
