import { noteNames } from "./words.js";

// The keys of a computer that are a piano, by their place and not by their letter.
export const pianoCodes = [
  "KeyA", "KeyW", "KeyS", "KeyE", "KeyD", "KeyF", "KeyT", "KeyG", "KeyY", "KeyH", "KeyU", "KeyJ", "KeyK", "KeyO", "KeyL",
  "KeyP", "Semicolon", "Quote",
];

// The note of a key, where A is the C of an octave, or −1.
export function noteOfCode(code, octave) {
  const place = pianoCodes.indexOf(code);
  const note = (octave + 1) * 12 + place;
  return place < 0 || note > 127 ? -1 : note;
}

// Lower on a key is louder. Pens and some screens report how hard they are pressed.
export function velocityAt(depth, { pointerType = "mouse", pressure = 0 } = {}) {
  // 0.5 and 1 are reported without a sensor.
  const isMeasured = pointerType !== "mouse" && pressure > 0 && pressure !== 0.5 && pressure < 1;
  const share = isMeasured ? pressure : Math.min(1, Math.max(0, depth));
  return Math.min(127, Math.max(1, Math.round(20 + share * 107)));
}

// The notes that the page holds. Several fingers can hold the same note, which ends with the last of them.
export class Fingers {
  // Send is called with the name and the parameters of a command.
  constructor(send) {
    this.send = send;
    this.holds = new Map(); // finger → note
    this.counts = new Map(); // note → number of fingers, velocity and channel
    this.channel = 1;
  }

  press(finger, note, velocity) {
    if (this.holds.has(finger)) this.release(finger);
    this.holds.set(finger, note);
    const held = this.counts.get(note);
    if (held) {
      held.fingers += 1;
      return;
    }
    this.counts.set(note, { fingers: 1, velocity, channel: this.channel });
    this.send("press", { note, velocity, channel: this.channel });
  }

  release(finger) {
    const note = this.holds.get(finger);
    if (note === undefined) return;
    this.holds.delete(finger);
    const held = this.counts.get(note);
    held.fingers -= 1;
    if (held.fingers > 0) return;
    this.counts.delete(note);
    this.send("release", { note, channel: held.channel });
  }

  releaseAll() {
    if (this.holds.size === 0) return;
    this.forget();
    this.send("releaseAll", {});
  }

  // The server ends the notes of a page that it lost.
  forget() {
    this.holds.clear();
    this.counts.clear();
  }

  get text() {
    return [...this.counts.keys()].sort((a, b) => a - b).map((note) => noteNames[note]).join(" ");
  }
}
