import { noteOfCode, pianoCodes } from "./fingers.js";

// Returns whether the user types into an element.
export function isField(target) {
  return Boolean(target?.closest?.("input:not([type=checkbox], [type=radio], [type=range]), textarea, select"));
}

// Plays the piano by the keys of a computer. Z and X choose the octave, C and V the velocity.
export class ComputerKeys {
  static letters = ["A", "W", "S", "E", "D", "F", "T", "G", "Y", "H", "U", "J", "K", "O", "L", "P", ";", "'"];

  constructor({ fingers, changed }) {
    Object.assign(this, { fingers, changed });
    this.isOn = true;
    this.octave = 4;
    this.velocity = 80;
    this.letters = ComputerKeys.letters;
    document.addEventListener("keydown", (event) => this.press(event));
    document.addEventListener("keyup", (event) => fingers.release(event.code));
    // The letters of the user's own layout, if the browser has them.
    navigator.keyboard?.getLayoutMap?.().then((layout) => {
      this.letters = pianoCodes.map((code, place) => (layout.get(code) ?? ComputerKeys.letters[place]).toUpperCase());
      changed();
    }).catch(() => {});
  }

  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || isField(event.target) || !this.isOn) return;
    if (event.target.closest?.("dialog")) return;
    const changes = {
      KeyZ: () => this.shift(-1), KeyX: () => this.shift(1), KeyC: () => this.push(-10), KeyV: () => this.push(10),
    };
    const note = noteOfCode(event.code, this.octave);
    if (note < 0 && !Object.hasOwn(changes, event.code)) return;
    event.preventDefault();
    if (event.repeat) return;
    if (note >= 0) this.fingers.press(event.code, note, this.velocity);
    else changes[event.code]();
  }

  shift(octaves) {
    this.octave = Math.min(8, Math.max(-1, this.octave + octaves));
    this.changed();
  }

  push(velocity) {
    this.velocity = Math.min(127, Math.max(1, this.velocity + velocity));
    this.changed();
  }

  // The letters of the first four white keys.
  get firstLetters() {
    return [0, 2, 4, 5].map((place) => this.letters[place]);
  }

  // The letters by note.
  get map() {
    if (!this.isOn) return new Map();
    const notes = pianoCodes.map((code, place) => [noteOfCode(code, this.octave), this.letters[place]]);
    return new Map(notes.filter(([note]) => note >= 0));
  }
}
