// The board's picture: grid, stones, marks. It draws what it is told and decides nothing.
"use strict";

const PAPERS = {
  wood: { ground: "#dcb35c", line: "#3b2a10", grain: "rgba(110, 70, 20, 0.20)" },
  plain: { ground: "#f4f4f0", line: "#8a8a8a", grain: null },
  dark: { ground: "#2d343d", line: "#8d99a8", grain: null },
};

const boardView = {
  canvas: document.getElementById("board"),
  ghost: null,

  setUp() {
    const { size, cell, grid } = settings;
    const lines = grid === "cells" ? size : size - 1;
    boardView.margin = (settings.coordinates ? 26 : 8) + (grid === "cells" ? 0 : cell / 2) + 4;
    boardView.side = lines * cell + 2 * boardView.margin;
    boardView.scale = settings.sharp ? window.devicePixelRatio : 1;
    const canvas = boardView.canvas;
    canvas.width = canvas.height = Math.round(boardView.side * boardView.scale);
    canvas.style.width = canvas.style.height = `${boardView.side}px`;
    document.body.classList.toggle("dark", settings.paper === "dark");
  },

  /** The middle of a point in pixels of the page, from the board's corner. */
  pixel(x, y) {
    const first = boardView.margin + (settings.grid === "cells" ? settings.cell / 2 : 0);
    return [first + x * settings.cell, first + y * settings.cell];
  },

  /** The point under a pixel, or null. */
  point(px, py) {
    const [left, top] = boardView.pixel(0, 0);
    const x = Math.round((px - left) / settings.cell);
    const y = Math.round((py - top) / settings.cell);
    const inside = x >= 0 && y >= 0 && x < settings.size && y < settings.size;
    return inside ? [x, y] : null;
  },

  /** Draws the game; answers whether something still moves. */
  draw(game, now) {
    const ink = boardView.canvas.getContext("2d");
    ink.setTransform(boardView.scale, 0, 0, boardView.scale, 0, 0);
    boardView.drawGround(ink);
    let moves = false;
    const vanishing = settings.clear_ms ? 1 - (now - game.cleared) / settings.clear_ms : 0;
    if (vanishing > 0 && game.before.length) {
      moves = true;
      for (const stone of game.before) boardView.drawStone(ink, stone, vanishing);
    }
    game.stones.forEach((stone, index) => {
      const shown = settings.fade_ms ? Math.min(1, (now - stone.at) / settings.fade_ms) : 1;
      if (shown < 1) moves = true;
      boardView.drawStone(ink, stone, Math.max(0, shown));
      if (settings.numbers) boardView.drawNumber(ink, stone, index + 1);
    });
    const last = game.stones[game.stones.length - 1];
    if (last) boardView.drawMark(ink, last);
    if (game.line && settings.winline) boardView.drawWinline(ink, game.line);
    if (boardView.ghost && settings.hover) boardView.drawStone(ink, boardView.ghost, 0.4);
    return moves;
  },

  drawGround(ink) {
    const { size, cell, grid, border } = settings;
    const paper = PAPERS[settings.paper];
    const { margin, side } = boardView;
    ink.fillStyle = paper.ground;
    ink.fillRect(0, 0, side, side);
    if (paper.grain) {
      const dice = diceOf(settings.seed);
      ink.fillStyle = paper.grain;
      for (let x = 0; x < side; x += 2 + Math.floor(dice() * 7)) ink.fillRect(x, 0, 1, side);
    }
    ink.strokeStyle = ink.fillStyle = paper.line;
    ink.lineWidth = 1;
    const lines = grid === "cells" ? size + 1 : size;
    const end = margin + (lines - 1) * cell;
    for (let index = 0; index < lines; index++) {
      const at = Math.round(margin + index * cell) + 0.5;
      if (grid === "dots") {
        for (let y = 0; y < lines; y++) boardView.disc(ink, margin + index * cell, margin + y * cell, 2);
        continue;
      }
      boardView.stroke(ink, [at, margin, at, end]);
      boardView.stroke(ink, [margin, at, end, at]);
    }
    if (border !== "none" && grid !== "dots") boardView.drawBorder(ink, margin, end, border);
    if (settings.coordinates) boardView.drawCoordinates(ink);
  },

  drawBorder(ink, from, to, border) {
    const around = (away, width) => {
      ink.lineWidth = width;
      ink.strokeRect(from - away + 0.5, from - away + 0.5, to - from + 2 * away, to - from + 2 * away);
    };
    if (border === "thick") around(0, 3);
    if (border === "double") around(6, 3);
    ink.lineWidth = 1;
  },

  drawCoordinates(ink) {
    ink.font = "12px 'Liberation Sans', sans-serif";
    ink.textAlign = "center";
    ink.textBaseline = "middle";
    for (let index = 0; index < settings.size; index++) {
      const [x, y] = boardView.pixel(index, index);
      ink.fillText(String.fromCharCode(65 + index), x, 11);
      ink.fillText(String(settings.size - index), 11, y);
    }
  },

  drawStone(ink, stone, shown) {
    const [x, y] = boardView.pixel(stone.x, stone.y);
    const radius = settings.cell * 0.44;
    ink.globalAlpha = shown;
    if (settings.stones === "letters" || settings.stones === "small") boardView.drawLetter(ink, stone, x, y);
    else {
      const black = stone.side === 1;
      ink.fillStyle = black ? "#151515" : "#f6f6f2";
      if (settings.stones === "discs") {
        const light = ink.createRadialGradient(x - radius / 3, y - radius / 3, 1, x, y, radius);
        light.addColorStop(0, black ? "#6a6a6a" : "#ffffff");
        light.addColorStop(1, black ? "#0c0c0c" : "#d2d0c8");
        ink.fillStyle = light;
      }
      boardView.disc(ink, x, y, radius);
      ink.strokeStyle = black ? "#000" : "#777";
      ink.lineWidth = 1;
      ink.beginPath();
      ink.arc(x, y, radius, 0, 2 * Math.PI);
      ink.stroke();
    }
    ink.globalAlpha = 1;
  },

  drawLetter(ink, stone, x, y) {
    const small = settings.stones === "small";
    const first = stone.side === 1;
    const dark = settings.paper === "dark";
    ink.fillStyle = first ? (dark ? "#ff8a80" : "#c62828") : dark ? "#82b1ff" : "#1a4fb4";
    ink.font = `bold ${Math.round(settings.cell * (small ? 0.42 : 0.8))}px "Liberation Sans", sans-serif`;
    ink.textAlign = "center";
    ink.textBaseline = "middle";
    ink.fillText(small ? (first ? "x" : "o") : first ? "X" : "O", x, y + (small ? 0 : 1));
  },

  drawNumber(ink, stone, number) {
    const [x, y] = boardView.pixel(stone.x, stone.y);
    ink.fillStyle = stone.side === 1 ? "#fff" : "#000";
    ink.font = `${Math.round(settings.cell * 0.36)}px "Liberation Sans", sans-serif`;
    ink.textAlign = "center";
    ink.textBaseline = "middle";
    ink.fillText(String(number), x, y);
  },

  drawMark(ink, stone) {
    const [x, y] = boardView.pixel(stone.x, stone.y);
    const reach = settings.cell * 0.16;
    const isLetter = settings.stones === "letters" || settings.stones === "small";
    ink.strokeStyle = ink.fillStyle = "#e02020";
    ink.lineWidth = 2;
    // A dot on a letter would hide it: it stands at its corner.
    const aside = isLetter ? settings.cell * 0.32 : 0;
    if (settings.mark === "dot") boardView.disc(ink, x + aside, y - aside, isLetter ? 3 : reach);
    if (settings.mark === "ring") {
      ink.beginPath();
      ink.arc(x, y, settings.cell * 0.24, 0, 2 * Math.PI);
      ink.stroke();
    }
    if (settings.mark === "cross") {
      boardView.stroke(ink, [x - reach, y, x + reach, y]);
      boardView.stroke(ink, [x, y - reach, x, y + reach]);
    }
  },

  drawWinline(ink, points) {
    const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    ink.strokeStyle = "rgba(20, 160, 60, 0.9)";
    ink.lineWidth = 4;
    boardView.stroke(ink, [...boardView.pixel(...sorted[0]), ...boardView.pixel(...sorted[sorted.length - 1])]);
  },

  disc(ink, x, y, radius) {
    ink.beginPath();
    ink.arc(x, y, radius, 0, 2 * Math.PI);
    ink.fill();
  },

  stroke(ink, [x0, y0, x1, y1]) {
    ink.beginPath();
    ink.moveTo(x0, y0);
    ink.lineTo(x1, y1);
    ink.stroke();
  },
};
