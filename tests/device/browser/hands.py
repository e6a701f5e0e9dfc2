"""Hands on a phone's keys: they know no game, they press what the page offers until the game is over."""

from __future__ import annotations

from playwright.sync_api import Page

HAND = """
([seed, turn, phase]) => {
  const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
  let state = seed;
  const random = (n) => { state = (Math.imul(state, 1103515245) + 12345) >>> 0; return (state >>> 16) % n; };
  const edge = (name, down) => document.querySelector(`[data-key="${name}"]`).dispatchEvent(
    new PointerEvent(down ? 'pointerdown' : 'pointerup', { bubbles: true, pointerId: 7, button: 0 }));
  const tap = async (name) => { edge(name, true); edge(name, false); await pause(10); };
  /** Press a key; whether the frame says something else now (a dead key changes nothing). */
  const moves = async (name) => {
    const before = croupier.side().words;
    await tap(name);
    for (let n = 0; n < 10 && croupier.side().words === before; n += 1) await pause(10);
    return croupier.side().words !== before;
  };
  const on = () => croupier.table.facts?.over === false;
  const asked = ({ keys, ok, dead, peek, live }) => live || peek || (keys?.length && ok) || (ok && !dead);
  Element.prototype.setPointerCapture = () => {};

  /** Take PEEK, press up to two keys, send; take back what could not be sent. */
  const hand = async () => {
    edge('PEEK', true);
    await pause(20);
    const side = croupier.side();
    const pressed = [];
    if (side.live) {
      await tap(`${random(2) ? '+' : '-'}${1 + random(6)}`);
    } else if (side.keys?.length && (side.dead || random(3))) {
      for (let n = random(3); n > 0; n -= 1) {
        const name = `+${1 + random(side.keys.filter(([label]) => label).length)}`;
        if (await moves(name)) pressed.push(name);
      }
    }
    if (croupier.side().ok) await tap('OK');
    await pause(15);
    if (side.peek || croupier.side().dead) for (const name of pressed.reverse()) await tap(name.replace('+', '-'));
    edge('PEEK', false);
  };
  (async () => {
    const stops = (facts) => facts && (facts.over || (facts.turn === turn && facts.phase === phase));
    while (!stops(croupier.table.facts)) {
      if (on() && asked(croupier.side())) await hand();
      await pause(croupier.side().live ? 150 : 60);
    }
  })();
}
"""


def play(phone: Page, seed: int, stop: tuple[int, str] = (0, "")) -> None:
    """Let the phone play by itself from now on, until the game is over, the page is loaded anew or a turn's phase
    (`stop`) is there. The waits of `--fast` are needed: a hand that never rests ends every sealed wait."""
    phone.evaluate(HAND, [seed, *stop])
