// What pages do in a browser. Every page can be read without.
(() => {
  'use strict';

  // A game: slider, buttons and keys lead through its steps; the client's picture follows.
  const stage = document.querySelector('.stage');
  if (stage) {
    const end = Number(stage.dataset.steps);
    const slider = stage.querySelector('input[type=range]');
    const output = stage.querySelector('output');
    const picture = stage.querySelector('.seen img');
    const name = output.textContent.trim().split(' ')[0];
    const rows = [...document.querySelectorAll('tr[data-step]')];
    const bound = (part, letter) => {
      const found = new RegExp(`(?:^|\\s)${letter}(\\d+)(?:\\s|$)`).exec(part.getAttribute('class'));
      return found ? Number(found[1]) : null;
    };
    const parts = [...stage.querySelectorAll('.step')].map(part => [part, bound(part, 'f'), bound(part, 't') ?? end]);
    let at = end;
    let timer = null;
    const go = (to, quietly) => {
      at = Math.max(0, Math.min(end, to));
      slider.value = at;
      output.textContent = `${name} ${at} of ${end}`;
      for (const [part, first, last] of parts) part.classList.toggle('off', at < first || at > last);
      let seen = null;
      for (const row of rows) {
        const step = Number(row.dataset.step);
        row.classList.toggle('here', step === at);
        if (step <= at && row.dataset.picture) seen = row.dataset.picture;
        if (step === at && !quietly) keepInView(row);
      }
      if (picture) picture.classList.toggle('hidden', !seen);
      if (picture && seen && picture.getAttribute('src') !== seen) picture.src = seen;
      if (!quietly) history.replaceState(null, '', `#at-${at}`);
    };
    const keepInView = row => {
      const box = row.closest('.tall');
      if (box) box.scrollTop = row.offsetTop - box.clientHeight / 2;
    };
    const stop = () => { clearInterval(timer); timer = null; };
    const play = () => {
      if (timer) return stop();
      if (at === end) go(0);
      timer = setInterval(() => (at < end ? go(at + 1) : stop()), 700);
    };
    const ways = { start: () => go(0), back: () => go(at - 1), on: () => go(at + 1), end: () => go(end), play };
    const keys = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'start', End: 'end', ' ': 'play' };
    for (const button of stage.querySelectorAll('button')) {
      button.addEventListener('click', () => { if (button.dataset.go !== 'play') stop(); ways[button.dataset.go](); });
    }
    slider.addEventListener('input', () => { stop(); go(Number(slider.value)); });
    document.addEventListener('keydown', event => {
      const way = keys[event.key];
      const field = event.target.closest('input:not([type=range], [type=checkbox]), select, textarea, summary');
      if (!way || field || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === ' ' && event.target.closest('button, a, input[type=checkbox]')) return;
      if (way !== 'play') stop();
      ways[way]();
      event.preventDefault();
    });
    const lines = stage.querySelector('[data-lines]');
    lines?.addEventListener('change', () => stage.classList.toggle('plain', !lines.checked));
    const asked = () => /^#at-(\d+)$/.exec(location.hash);
    addEventListener('hashchange', () => asked() && go(Number(asked()[1]), true));
    go(asked() ? Number(asked()[1]) : end, true);
  }

  // An analysis under way tells how far it has come; at its end the page has something to show.
  const running = document.querySelector('[data-progress]');
  if (running && location.protocol.startsWith('http')) {
    const events = new EventSource(running.dataset.progress);
    events.addEventListener('progress', event => {
      running.querySelector('.done').textContent = event.data;
      running.querySelector('progress').value = Number(event.data.split(' ')[0]);
    });
    events.addEventListener('done', () => { events.close(); location.reload(); });
  }

  // Running sessions: the part that changes comes by itself.
  const cards = document.querySelector('[data-events]');
  if (cards && location.protocol.startsWith('http')) {
    const events = new EventSource(cards.dataset.events);
    let told = 0;
    events.addEventListener('cards', async event => {
      const turn = ++told;
      const next = document.createElement('div');
      next.innerHTML = event.data;
      // Pictures are there before they are shown, and whoever stands on a link stays on it.
      await Promise.allSettled([...next.querySelectorAll('img')].map(image => image.decode()));
      if (turn !== told) return;
      const key = part => part.id || part.getAttribute('href') || part.parentElement?.id;
      const focused = cards.contains(document.activeElement) ? key(document.activeElement) : null;
      const open = [...cards.querySelectorAll('details[open]')].map(part => part.id);
      cards.replaceChildren(...next.childNodes);
      for (const part of cards.querySelectorAll('details')) part.open = open.includes(part.id);
      if (focused) [...cards.querySelectorAll('a, button, summary')].find(part => key(part) === focused)?.focus();
    });
  }

  // Empty fields of a filter need not stand in the address.
  for (const form of document.querySelectorAll('form[method=get]')) {
    form.addEventListener('submit', () => {
      for (const field of form.elements) if (field.name && !field.value) field.disabled = true;
    });
  }
})();
