import { makePlayable } from "./fingers.js";
import { Keyboard } from "./keyboard.js";
import { Surface } from "./painting.js";
import { element, setAttribute, setText } from "./parts.js";
import { noteNames } from "./words.js";

// A piano that shows the pressed keys, and that a mouse, a pen, and several fingers can play.
export class Piano {
  static narrowest = 14; // of a white key that a finger can hit

  // Fingers press notes. Keys are the keys of the computer, whose letters the piano shows.
  constructor({ colors, fingers, keys }) {
    Object.assign(this, { colors, fingers, keys });
    this.canvas = element("piano");
    this.surface = new Surface(this.canvas);
    this.label = element("piano-range");
    makePlayable(this.canvas, fingers, (x, y) => this.keyboard?.touch(x, y, this.surface));
    // These ends of a touch don't send a release.
    addEventListener("blur", () => fingers.releaseAll());
    addEventListener("pagehide", () => fingers.releaseAll());
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) fingers.releaseAll();
    });
  }

  // Returns the range of all 88 keys, or of the octaves around the computer's keys if the piano is narrow.
  range() {
    const count = Math.floor(this.surface.width / Piano.narrowest);
    if (this.surface.width >= 560) return { lowest: 21, highest: 108 };
    const octaves = Math.max(1, Math.min(7, Math.floor(count / 7)));
    const first = (this.keys.octave + 1 - Math.floor((octaves - 1) / 2)) * 12;
    const lowest = Math.min(108 - octaves * 12, Math.max(24, first));
    return { lowest, highest: lowest + octaves * 12 };
  }

  // Paints if something differs, or if it must. Ports have the colors and signs of notes.
  draw(shown, ports, mustPaint) {
    const drawn = JSON.stringify([shown, [...ports], [...this.fingers.counts]]);
    if ((drawn === this.drawn && !mustPaint) || !this.surface.fit()) return;
    this.drawn = drawn;
    const range = this.range();
    const name = `${noteNames[range.lowest]} to ${noteNames[range.highest]}`;
    if (this.rangeName !== name) {
      this.rangeName = name;
      this.keyboard = new Keyboard({ ...range, isExact: true, signRoom: 1 });
    }
    this.keyboard.letters = this.keys.map;
    const pressed = new Map(shown.map(({ note, look, velocity }) => (
      [note, { look, velocity, ...ports.get(note) }])));
    for (const [note, { velocity }] of this.fingers.counts) pressed.set(note, { look: "pressed", velocity });
    this.keyboard.paint(this.surface, this.colors, pressed, new Map());
    const texts = [...pressed].map(([key, part]) => this.keyboard.text(key, part)).join("; ");
    setText(this.label, range.lowest === 21 ? "" : name);
    setAttribute(this.canvas, "data-shown", texts);
    setAttribute(this.canvas, "data-range", `${range.lowest} ${range.highest}`);
  }
}
