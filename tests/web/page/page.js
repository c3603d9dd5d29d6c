// One game after the other: whose turn it is, who has won, what is shown then.
"use strict";

const turnText = document.getElementById("turn");
const resultText = document.getElementById("result");
const againButton = document.getElementById("again");
let number = servedBefore;
let game = null;
let frameAsked = false;

/** Draws at once, and again as long as something moves. */
function draw() {
  const moves = boardView.draw(game, performance.now());
  if (moves && !frameAsked) {
    frameAsked = true;
    requestAnimationFrame(() => {
      frameAsked = false;
      draw();
    });
  }
}

function personSeat(dice) {
  if (settings.seat === "first") return 1;
  if (settings.seat === "second") return 2;
  if (settings.seat === "chance") return dice() < 0.5 ? 1 : 2;
  return 1 + (number % 2);
}

function newGame() {
  const dice = diceOf(settings.seed * 7919 + number);
  const seat = personSeat(dice);
  const levels = ["random", "slips", "greedy"];
  game = {
    number,
    dice,
    seat,
    level: settings.level === "mixed" ? levels[Math.floor(dice() * 3)] : settings.level,
    board: new Array(settings.size * settings.size).fill(0),
    stones: [],
    line: null,
    over: false,
    began: Date.now(),
    before: game ? game.stones : [],
    cleared: performance.now(),
    intrudeAt: settings.intruder === "middle" && number % settings.intruder_every === 0 ? 4 + Math.floor(dice() * 9) : -1,
  };
  number++;
  ledger.post("begin", { game: game.number, seat, level: game.level, at: game.began });
  dialogs.hideResult();
  resultText.textContent = "";
  againButton.style.visibility = "hidden";
  sayTurn();
  if (seat === 2) later(settings.first_stone_ms, answer);
  draw();
}

/** Calls for this game only, and at once if nothing is to be waited for. */
function later(ms, act) {
  const of = game;
  const still = () => of === game && act();
  if (ms > 0) setTimeout(still, ms);
  else still();
}

function side() {
  return 1 + (game.stones.length % 2);
}

function sayTurn() {
  if (game.over) return;
  turnText.textContent = side() === game.seat ? "Your turn" : "Opponent's turn";
  if (settings.title === "turns") document.title = `${turnText.textContent} · Five in a row`;
}

function put(x, y) {
  const stone = { x, y, side: side(), at: performance.now() };
  game.stones.push(stone);
  game.board[y * settings.size + x] = stone.side;
  ledger.post("ply", { game: game.number, ply: game.stones.length, x, y, at: Date.now() });
  game.line = rules.line(game.board, x, y);
  if (game.line) end(stone.side, "five");
  else if (!game.board.includes(0)) end(0, "full");
  else if (settings.ends !== "five" && game.stones.length >= settings.ends_at) {
    const person = settings.ends === "resign";
    end(person ? game.seat : 3 - game.seat, settings.ends);
  }
  sayTurn();
  draw();
}

function answer() {
  if (game.over || side() === game.seat) return;
  const [x, y] = opponent.choose(game.board, side(), game.level, game.dice);
  put(x, y);
  if (game.stones.length >= game.intrudeAt && game.intrudeAt > 0 && !game.over) {
    game.intrudeAt = -1;
    dialogs.intrude(dialogs.place(settings.intruder_place, game.dice), last(), game.dice, () => {});
  }
}

function last() {
  return game.stones[game.stones.length - 1];
}

function end(winner, reason) {
  game.over = true;
  game.winner = winner;
  tell(reason);
  const words = winner === 0 ? "Draw" : winner === game.seat ? "You won" : "You lost";
  turnText.textContent = "";
  if (settings.result === "caption") {
    later(settings.dialog_ms, () => {
      resultText.textContent = words;
      offerNext();
    });
    return;
  }
  const show = () => {
    dialogs.showResult(words, dialogs.place(settings.place, game.dice), last());
    offerNext();
  };
  const intrude = (gone) =>
    dialogs.intrude(dialogs.place(settings.intruder_place, game.dice), last(), game.dice, gone);
  const intruded = game.number % settings.intruder_every === 0;
  later(settings.dialog_ms, () => {
    if (settings.intruder === "end" && intruded) return intrude(() => later(0, show));
    show();
    if (settings.intruder === "over" && intruded) intrude(() => {});
  });
}

function tell(reason) {
  ledger.post("game", {
    game: game.number,
    seat: game.seat,
    level: game.level,
    stones: game.stones.map((stone) => [stone.x, stone.y]),
    winner: game.winner || 0,
    reason,
    began: game.began,
    ended: Date.now(),
  });
}

function offerNext() {
  if (settings.next === "auto") later(settings.next_ms, newGame);
  else if (settings.result === "caption") againButton.style.visibility = "visible";
}

/** Where things are, in the screen's pixels from the page's corner: the harness cuts its pictures there. */
async function stage(names) {
  game = { stones: [], before: [], board: [], number: -1, dice: diceOf(1) };
  for (const name of names) {
    const words = name === "won" ? "You won" : name === "lost" ? "You lost" : "Draw";
    const caption = settings.result === "caption";
    if (caption) {
      resultText.textContent = words;
      againButton.style.visibility = settings.next === "button" ? "visible" : "hidden";
    } else dialogs.showResult(words, dialogs.place(settings.place, () => 0), null);
    draw();
    await new Promise((done) => setTimeout(done, 200));
    const places = {};
    const wanted = caption ? { words: "result", again: "again" } : { words: "words", again: "dialog-again" };
    for (const [what, id] of Object.entries(wanted)) places[what] = placeOf(document.getElementById(id));
    await ledger.post("stage", { name, places, width: window.innerWidth, height: window.innerHeight });
    dialogs.hideResult();
  }
}

/** The text's own rectangle, not that of the block around it. */
function placeOf(element) {
  const range = document.createRange();
  range.selectNodeContents(element);
  const box = element.tagName === "BUTTON" ? element.getBoundingClientRect() : range.getBoundingClientRect();
  return [box.left, box.top, box.width, box.height].map((value) => value * window.devicePixelRatio);
}

function presses(event) {
  const target = event.target.id || event.target.tagName.toLowerCase();
  const frame = boardView.canvas.getBoundingClientRect();
  const point = target === "board" ? boardView.point(event.clientX - frame.left, event.clientY - frame.top) : null;
  ledger.post("press", { target, point, game: game ? game.number : -1, at: Date.now() });
}

function takes(event) {
  if (!game || game.over || event.button !== 0 || side() !== game.seat) return;
  const frame = boardView.canvas.getBoundingClientRect();
  const point = boardView.point(event.clientX - frame.left, event.clientY - frame.top);
  if (!point || game.board[point[1] * settings.size + point[0]] !== 0) return;
  put(...point);
  if (!game.over) later(settings.reply_ms * (0.5 + game.dice() / 2), answer);
}

function hovers(event) {
  const frame = boardView.canvas.getBoundingClientRect();
  const point = boardView.point(event.clientX - frame.left, event.clientY - frame.top);
  const free = point && !game.over && game.board[point[1] * settings.size + point[0]] === 0;
  boardView.ghost = free ? { x: point[0], y: point[1], side: game.seat } : null;
  draw();
}

/** News come and go, and push everything else about. */
function tellNews(dice) {
  const bar = document.getElementById("news");
  const comes = bar.style.display !== "block";
  bar.style.height = `${5 + Math.floor(dice() * (settings.news - 5))}px`;
  bar.style.display = comes ? "block" : "none";
  setTimeout(() => tellNews(dice), settings.news_ms * (1 + dice()));
}

boardView.setUp();
if (settings.stages) stage(settings.stages.split(","));
else {
  document.addEventListener("pointerdown", presses, true);
  boardView.canvas.addEventListener(settings.takes === "press" ? "pointerdown" : "click", takes);
  if (settings.hover) {
    boardView.canvas.addEventListener("pointermove", hovers);
    boardView.canvas.addEventListener("pointerleave", () => {
      boardView.ghost = null;
      draw();
    });
  }
  for (const button of [againButton, document.getElementById("dialog-again")]) button.addEventListener("click", newGame);
  if (settings.news > 0) setTimeout(() => tellNews(diceOf(settings.seed + 77)), settings.news_ms);
  window.addEventListener("pagehide", () => !game.over && tell("left"));
  newGame();
}
