// What the address says. Whatever it leaves out has the value that is listed here; nothing else is known.
"use strict";

const USUAL = {
  seed: 1,

  // The game.
  size: 15,
  rule: "freestyle", // or "standard": exactly five
  level: "greedy", // or "random", "slips", "mixed": one of the three a game
  reply_ms: 120, // the opponent thinks for at most so long, at least half of it
  seat: "alternate", // the person's: or "first", "second", "chance"
  ends: "five", // or "resign" (the opponent gives up), "time" (the person's time is up), at ply `ends_at`
  ends_at: 12,
  takes: "click", // or "press": when a stone is put

  // The look.
  cell: 34,
  grid: "lines", // or "dots", "cells"
  stones: "discs", // or "flat", "letters", "small"
  paper: "wood", // or "plain", "dark"
  border: "single", // or "double", "thick", "none"
  numbers: 0,
  coordinates: 0,
  hover: 0, // a translucent stone under the pointer
  mark: "dot", // of the last stone: or "none", "cross", "ring"
  fade_ms: 0, // in which a stone appears
  winline: 1,
  title: "still", // or "turns": says whose turn it is
  sharp: 1, // drawn in the screen's own pixels, otherwise stretched by the browser

  // The end of a game.
  result: "dialog", // or "caption": beside the board only
  dialog_ms: 0, // after the last stone; 0 is the same frame
  place: "centre", // or "top left", "top right", "bottom left", "bottom right", "last", "whole", "beside", "chance"
  backdrop: "none", // or "dim", "light", "blur", "opaque"
  panel: "solid", // or "glass"

  // A dialog that has nothing to do with the game.
  intruder: "none", // or "middle" (of the game), "end" (before the result's dialog), "over" (on top of it)
  intruder_place: "centre",
  intruder_ms: 2000, // it goes by itself after so long; 0: it has to be closed
  intruder_closes: "button", // or "escape": what closes it then
  intruder_every: 1, // in every so many-th game

  // News above the board, which push it down.
  news: 0, // pixels that they take at most; 0: none come
  news_ms: 1500, // they stay for so long, and as long passes until the next ones, by chance up to twice that

  // The next game.
  next: "button", // or "auto"
  next_ms: 1500, // "auto": from the result to the new board
  first_stone_ms: 300, // from the new board to the opponent's first stone; 0 is the same frame
  clear_ms: 0, // in which the old stones vanish

  // For the harness, which cuts its pictures from these.
  stages: "",
};

const settings = (() => {
  const read = { ...USUAL };
  for (const [name, text] of new URLSearchParams(location.search)) {
    if (!(name in USUAL)) throw new Error(`unknown setting ${name}`);
    read[name] = typeof USUAL[name] === "number" ? Number(text) : text;
  }
  return read;
})();

/** Games that were begun on pages before this one; the server says it. */
const servedBefore = Number(document.documentElement.dataset.served);

/** Numbers from 0 to 1 that the seed decides. */
function diceOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value = (value + Math.imul(value ^ (value >>> 7), value | 61)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 4294967296;
  };
}
