// The dialogs: where they lie, and how they come and go.
"use strict";

const SIDE = { width: 280, height: 150 };
const PLACES = ["centre", "top left", "top right", "bottom left", "bottom right", "last", "whole"];

const dialogs = {
  result: document.getElementById("dialog"),
  intruder: document.getElementById("intruder"),
  backdrop: document.getElementById("backdrop"),

  /** Shows a dialog over a part of the board; `last` is the last stone. */
  show(dialog, place, last) {
    const frame = boardView.canvas.getBoundingClientRect();
    let { width, height } = SIDE;
    let left = frame.left + (frame.width - width) / 2;
    let top = frame.top + (frame.height - height) / 2;
    if (place.includes("left")) left = frame.left + 6;
    if (place.includes("right")) left = frame.right - width - 6;
    if (place.includes("top")) top = frame.top + 6;
    if (place.includes("bottom")) top = frame.bottom - height - 6;
    if (place === "last" && last) {
      const [x, y] = boardView.pixel(last.x, last.y);
      left = Math.min(Math.max(frame.left + x - width / 2, 0), window.innerWidth - width);
      top = Math.min(Math.max(frame.top + y - height / 2, 0), window.innerHeight - height);
    }
    if (place === "whole") ({ left, top, width, height } = frame);
    if (place === "beside") [left, top, width] = [frame.right + 10, frame.top + 200, 200];
    Object.assign(dialog.style, {
      left: `${Math.round(left)}px`,
      top: `${Math.round(top)}px`,
      width: `${Math.round(width)}px`,
      height: `${Math.round(height)}px`,
      display: "flex",
    });
  },

  hide(dialog) {
    dialog.style.display = "none";
  },

  showResult(words, place, last) {
    document.getElementById("words").textContent = words;
    document.getElementById("dialog-again").style.display = settings.next === "button" ? "" : "none";
    dialogs.result.classList.toggle("glass", settings.panel === "glass");
    dialogs.show(dialogs.result, place, last);
    if (settings.backdrop !== "none") {
      dialogs.backdrop.className = settings.backdrop;
      dialogs.backdrop.style.display = "block";
    }
  },

  hideResult() {
    dialogs.hide(dialogs.result);
    dialogs.backdrop.style.display = "none";
  },

  /** Shows the intruder until it goes; then calls `gone`. */
  intrude(place, last, dice, gone) {
    const words = dice() < 0.5 ? "Enjoying the game? Rate it!" : "Win a holiday by the sea: today only!";
    document.getElementById("intruder-words").textContent = words;
    const button = document.getElementById("intruder-close");
    const byKey = settings.intruder_closes === "escape";
    button.style.display = settings.intruder_ms || byKey ? "none" : "";
    dialogs.show(dialogs.intruder, place, last);
    const leave = () => {
      dialogs.hide(dialogs.intruder);
      button.onclick = null;
      document.onkeydown = null;
      gone();
    };
    if (settings.intruder_ms) setTimeout(leave, settings.intruder_ms);
    else if (byKey) document.onkeydown = (event) => event.key === "Escape" && leave();
    else button.onclick = leave;
  },

  /** The place that a setting names, by these dice if it leaves it to chance. */
  place(named, dice) {
    return named === "chance" ? PLACES[Math.floor(dice() * PLACES.length)] : named;
  },
};
