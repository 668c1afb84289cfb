import { noteNames } from "./words.js";

// The keys of a computer that are a piano, by their places. Their letters depend on the layout.
export const pianoCodes = [
  "KeyA", "KeyW", "KeyS", "KeyE", "KeyD", "KeyF", "KeyT", "KeyG", "KeyY", "KeyH", "KeyU", "KeyJ", "KeyK", "KeyO",
  "KeyL", "KeyP", "Semicolon", "Quote",
];

// Returns the note of a key, or −1. The key A is the C of the octave.
export function noteOfCode(code, octave) {
  const place = pianoCodes.indexOf(code);
  const note = (octave + 1) * 12 + place;
  return place < 0 || note > 127 ? -1 : note;
}

// Returns whether a pen or a screen measures its pressure. Browsers report 0.5 or 1 without a sensor.
function isMeasured({ pointerType = "mouse", pressure = 0 }) {
  return pointerType !== "mouse" && pressure > 0 && pressure !== 0.5 && pressure < 1;
}

// Returns the velocity of a touched key. Lower is louder, unless a pen or a screen reports its pressure.
export function velocityAt(depth, pointer = {}) {
  const share = isMeasured(pointer) ? pointer.pressure : Math.min(1, Math.max(0, depth));
  return Math.min(127, Math.max(1, Math.round(20 + share * 107)));
}

// Returns the pressure on a held key: the measured one, or else one that rises with the distance, up or down, from the
// place where it was pressed. Small distances don't count, because a hand isn't still. Depths are shares of the key.
export function pressureAt(depth, start, pointer = {}) {
  const share = isMeasured(pointer) ? pointer.pressure : (Math.abs(depth - start) - 0.15) / 0.35;
  return Math.round(127 * Math.min(1, Math.max(0, share)));
}

// The notes that the page holds. A note of several fingers ends with the last of them.
export class Fingers {
  static pressureInterval = 16; // milliseconds between two pressures of a note; some screens report more of them

  // Calls a function with the name and the parameters of each command, and another one with what happens later.
  constructor(send, later = (action, delay) => setTimeout(action, delay)) {
    Object.assign(this, { send, later });
    this.holds = new Map(); // finger → note
    this.counts = new Map(); // note → number of fingers, velocity, channel, and pressure
    this.channel = 1;
    this.aftertouch = "channel"; // what the pressure on a held note changes: "channel", "note", or "" for neither
    this.isOn = true; // whether notes reach the server
  }

  press(finger, note, velocity) {
    if (this.holds.has(finger)) this.release(finger);
    if (!this.isOn) return;
    this.holds.set(finger, note);
    const held = this.counts.get(note);
    if (held) {
      held.fingers += 1;
      return;
    }
    this.counts.set(note, { fingers: 1, velocity, channel: this.channel, pressure: 0 });
    this.send("press", { note, velocity, channel: this.channel });
  }

  // Changes the pressure on the note of a finger.
  push(finger, pressure) {
    const held = this.counts.get(this.holds.get(finger));
    if (!held || !this.aftertouch || held.pressure === pressure) return;
    held.pressure = pressure;
    held.isPushed = true;
    if (!this.isWaiting) this.sendPressures();
  }

  // Sends the changed pressures, and later the pressures that change in the meantime.
  sendPressures() {
    const pushed = [...this.counts].filter(([, { isPushed }]) => isPushed && this.aftertouch);
    this.isWaiting = pushed.length > 0;
    if (!this.isWaiting) return;
    if (this.aftertouch === "channel") this.sendChannelPressures(pushed);
    for (const [note, held] of pushed) {
      const { channel, pressure } = held;
      held.isPushed = false;
      if (this.aftertouch === "note") this.send("pressure", { note, channel, pressure, isChannel: false });
    }
    this.later(() => this.sendPressures(), Fingers.pressureInterval);
  }

  // The highest pressure on a channel counts.
  sendChannelPressures(pushed) {
    const notes = new Map(pushed.map(([note, { channel }]) => [channel, note]));
    for (const [channel, note] of notes) {
      const pressures = [...this.counts.values()].filter((held) => held.channel === channel).map((held) => held.pressure);
      this.send("pressure", { note, channel, pressure: Math.max(...pressures), isChannel: true });
    }
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

  // Forgets all notes, which the server ends by itself.
  forget() {
    this.holds.clear();
    this.counts.clear();
  }

  get text() {
    return [...this.counts.keys()].sort((a, b) => a - b).map((note) => noteNames[note]).join(" ");
  }
}

// Lets a mouse, a pen, and several fingers play a canvas. `keyAt` returns the note at a place of the canvas, and how far
// down its key it is, or null. A finger that slides to another key plays that one, and within a key it changes the pressure.
export function makePlayable(canvas, fingers, keyAt) {
  const starts = new Map(); // finger → depth of its press
  const touch = (event) => {
    const box = canvas.getBoundingClientRect();
    const found = keyAt(event.clientX - box.left, event.clientY - box.top);
    const finger = `pointer ${event.pointerId}`;
    if (!found) {
      if (event.type === "pointermove") fingers.release(finger);
      return;
    }
    if (fingers.holds.get(finger) === found.key) {
      fingers.push(finger, pressureAt(found.depth, starts.get(finger), event));
      return;
    }
    starts.set(finger, found.depth);
    fingers.press(finger, found.key, velocityAt(found.depth, event));
  };
  canvas.addEventListener("pointerdown", (event) => {
    // Where a finger scrolls the page, it doesn't play.
    if (event.button !== 0 || (event.pointerType === "touch" && getComputedStyle(canvas).touchAction !== "none")) return;
    event.preventDefault();
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    touch(event);
  });
  canvas.addEventListener("pointermove", (event) => {
    if (fingers.holds.has(`pointer ${event.pointerId}`)) touch(event);
  });
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
    canvas.addEventListener(name, (event) => fingers.release(`pointer ${event.pointerId}`));
  }
  canvas.addEventListener("contextmenu", (event) => event.preventDefault());
}
