import { Surface } from "./painting.js";
import { counted, timeText } from "./words.js";

// Bars colored by their mistakes. A bar's state is 0 without notes, 1 if it isn't played, or else the number of its
// mistakes plus 2, as PracticeProgressPage.swift writes it.

// Where bars of equal width are. A bar is at least a pixel wide or shares it with others.
export class BarPlaces {
  constructor(count, left, width) {
    Object.assign(this, { count, left, width: Math.max(1, width) });
  }

  get barWidth() {
    return this.width / Math.max(1, this.count);
  }

  x(bar) {
    return this.left + (bar / Math.max(1, this.count)) * this.width;
  }

  // The bar at a place, or −1 beside the bars.
  bar(x) {
    const bar = Math.floor(((x - this.left) / this.width) * this.count);
    return bar >= 0 && bar < this.count ? bar : -1;
  }
}

// Paints a row of bars. Of narrow bars that share a pixel, the worst is seen.
export function paintBars({ context }, colors, states, places, top, height) {
  const gap = places.barWidth >= 4 ? 1 : 0;
  let bar = 0;
  while (bar < states.length) {
    const left = Math.floor(places.x(bar));
    let state = states[bar];
    let next = bar + 1;
    while (next < states.length && Math.floor(places.x(next)) === left) {
      state = Math.max(state, states[next]);
      next += 1;
    }
    const width = Math.max(1, Math.floor(places.x(next)) - left - gap);
    context.globalAlpha = state === 0 ? 0.15 : state === 1 ? 1 : state === 2 ? 0.4 : Math.min(1, 0.1 + state * 0.15);
    context.fillStyle = state === 1 ? colors.hatch : state > 2 ? colors.actual : colors.same;
    context.fillRect(left, top, width, height);
    context.globalAlpha = 1;
    // Numbers distinguish the bars without colors.
    if (state > 2 && width >= 18 && height >= 14) {
      context.font = "11px system-ui, sans-serif";
      context.textBaseline = "middle";
      context.textAlign = "center";
      context.fillStyle = state > 5 ? colors.panel : colors.text;
      context.fillText(String(state - 2), left + width / 2, top + height / 2 + 0.5);
      context.textAlign = "left";
    }
    bar = next;
  }
}

export function stateText(state) {
  return state === 0 ? "no notes" : state === 1 ? "not played" : state === 2 ? "no mistakes" : counted(state - 2, "mistake");
}

// "bar 12", or the time of a part of a take without bars.
export function barName(bar, start, hasBars) {
  return hasBars ? `bar ${bar + 1}` : timeText(start);
}

// The bars of a take in one row, of which the user chooses one: by a click, which also plays it, or by the arrow keys.
export class BarStrip {
  static steps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

  // Text describes a bar; show and play receive its index.
  constructor(box, { colors, states, text, show, play }) {
    Object.assign(this, { box, colors, states, text, show, play });
    this.surface = new Surface(box.querySelector("canvas"));
    this.chosen = -1;
    box.hidden = states.length === 0;
    box.setAttribute("aria-valuemin", "1");
    box.setAttribute("aria-valuemax", String(states.length));
    this.describe(0);
    box.addEventListener("click", (event) => {
      const bar = this.places.bar(event.clientX - box.getBoundingClientRect().left);
      if (bar >= 0) this.choose(bar, true);
    });
    box.addEventListener("pointermove", (event) => {
      const bar = this.places.bar(event.clientX - box.getBoundingClientRect().left);
      box.title = bar >= 0 ? this.text(bar) : "";
    });
    box.addEventListener("keydown", (event) => this.press(event));
  }

  get places() {
    return new BarPlaces(this.states.length, 0, this.box.clientWidth);
  }

  describe(bar) {
    if (this.states.length === 0) return;
    this.box.setAttribute("aria-valuenow", String(bar + 1));
    this.box.setAttribute("aria-valuetext", this.text(bar));
  }

  choose(bar, plays) {
    this.describe(bar);
    this.show(bar);
    this.chosen = bar;
    if (plays) this.play(bar);
    this.draw();
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const isPlay = event.key === "Enter" || event.key === " ";
    if (!isPlay && !(event.key in BarStrip.steps)) return;
    event.preventDefault();
    event.stopPropagation();
    const step = isPlay ? 0 : BarStrip.steps[event.key];
    const from = this.chosen < 0 && step > 0 ? -1 : Math.max(0, this.chosen);
    this.choose(Math.min(this.states.length - 1, Math.max(0, from + step)), isPlay);
  }

  draw() {
    const { surface, colors, states, places, chosen } = this;
    if (!surface.fit()) return;
    surface.fill(colors.panel);
    paintBars(surface, colors, states, places, 2, surface.height - 4);
    if (chosen < 0) return;
    surface.context.strokeStyle = colors.chosen;
    surface.context.lineWidth = 2;
    const left = Math.min(Math.max(1, places.x(chosen)), surface.width - 4);
    surface.context.strokeRect(left, 1, Math.max(3, places.barWidth - 1), surface.height - 2);
  }
}
