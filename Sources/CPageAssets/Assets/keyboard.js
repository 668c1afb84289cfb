import { paintSign } from "./painting.js";
import { isBlackKey, noteNames } from "./words.js";

// The part of a piano keyboard with notes, by whole octaves. Pressed keys are tinted by their velocity, and keys that a
// pedal holds are hatched. The proportions match PianoKeyboard.swift.
export class Keyboard {
  static signRoom = 13; // above the keys for black ones, below for white ones
  static tallest = 96;
  static weakest = 0.15; // the tint of a soft key, so that it can be seen
  static offsets = { 1: -0.12, 3: 0.12, 6: -0.12, 8: 0, 10: 0.12 };

  // By whole octaves, at least four, unless the range is exact. Signs need room above and below the keys.
  constructor({ lowest, highest, isExact = false, signRoom = Keyboard.signRoom }) {
    this.signRoom = signRoom;
    this.letters = new Map(); // texts on keys
    this.name = "Keyboard at the time cursor";
    this.legend = "Pressed keys have a dot and are tinted by velocity; sustained keys are hatched";
    this.other = "held in another way";
    this.nothing = "no key is pressed";
    const [first, last] = isExact ? [lowest, highest] : Keyboard.octaves(lowest, highest);
    this.keys = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    this.whiteKeys = this.keys.filter((key) => !isBlackKey(key));
  }

  static octaves(lowest, highest) {
    let first = Math.floor(lowest / 12) * 12;
    let last = Math.min(127, Math.ceil((highest + 1) / 12) * 12 - 1);
    while (last - first < 47) {
      if (last < 127) last = Math.min(127, last + 12);
      if (last - first < 47 && first > 0) first -= 12;
    }
    return [first, last];
  }

  height(width) {
    return Math.min(Keyboard.tallest, (width / this.whiteKeys.length) * (150 / 22)) + 2 * this.signRoom;
  }

  // The keys that are pressed, or that only a pedal holds.
  shownAt(notes, time) {
    const shown = new Map();
    for (const index of notes.soundingAt(time)) {
      const key = notes.number[index];
      const state = notes.stateAt(index, time);
      // The decay of a synthesizer doesn't affect keys.
      if (state === "dying") continue;
      const look = state === "held" ? "held" : "pressed";
      const other = shown.get(key);
      const isStronger = !other || (other.look === look ? notes.onset[index] >= other.onset : look === "pressed");
      if (isStronger) shown.set(key, { look, velocity: notes.velocity[index], onset: notes.onset[index] });
    }
    return shown;
  }

  text(key, { look, velocity }) {
    return `${noteNames[key]} ${look === "held" ? "held by pedal" : `pressed ${velocity}`}`;
  }

  placeText(key) {
    return noteNames[key];
  }

  // The place of a key: white keys with a gap between them, black keys above the gaps.
  frame(key, surface) {
    const step = surface.width / this.whiteKeys.length;
    const height = surface.height - 2 * this.signRoom;
    const index = this.whiteKeys.indexOf(isBlackKey(key) ? key - 1 : key);
    if (!isBlackKey(key)) return { x: index * step, y: this.signRoom, width: step - 1, height };
    const width = (step * 14) / 22;
    const x = (index + 1) * step - width / 2 + width * Keyboard.offsets[key % 12];
    return { x, y: this.signRoom, width, height: (height * 100) / 150 };
  }

  // The key at a place, and how far down it is from 0 to 1, or null.
  touch(x, y, surface) {
    const isIn = ({ key, frame }) => x >= frame.x && x < frame.x + frame.width + 1 && y < frame.y + frame.height
      && this.keys.includes(key);
    const white = this.whiteKeys[Math.floor((x / surface.width) * this.whiteKeys.length)];
    if (white === undefined) return null;
    const near = [white - 1, white + 1].filter((key) => isBlackKey(key)).concat(white);
    const found = near.map((key) => ({ key, frame: this.frame(key, surface) })).find(isIn);
    return found ? { key: found.key, depth: Math.max(0, (y - found.frame.y) / found.frame.height) } : null;
  }

  paint(surface, colors, shown, marks) {
    const { context, width, height } = surface;
    context.fillStyle = colors.panel;
    context.fillRect(0, 0, width, height);
    context.fillStyle = colors.same;
    context.fillRect(0, this.signRoom - 1, width, height - 2 * this.signRoom + 2);
    for (const isBlack of [false, true]) {
      for (const key of this.keys) {
        if (isBlackKey(key) === isBlack) this.paintKey(context, colors, key, this.frame(key, surface), shown.get(key));
      }
    }
    for (const [key, mark] of marks) {
      const frame = this.frame(key, surface);
      const y = isBlackKey(key) ? this.signRoom / 2 : height - this.signRoom / 2;
      paintSign(surface, colors, mark, frame.x + frame.width / 2, y, this.signRoom - 1);
    }
  }

  paintKey(context, colors, key, frame, part) {
    const isBlack = isBlackKey(key);
    context.fillStyle = isBlack ? colors["dark-key"] : colors.key;
    context.beginPath();
    context.roundRect(frame.x, frame.y, frame.width, frame.height, [0, 0, frame.width / 6, frame.width / 6]);
    context.fill();
    if (part?.look === "pressed") {
      context.globalAlpha = Math.max(Keyboard.weakest, Math.trunc((part.velocity / 127) * 100) / 100);
      context.fillStyle = part.paint ?? colors.tint;
      context.fill();
      context.globalAlpha = 1;
      this.paintMark(context, frame, isBlack ? "#ffffff" : "#000000", part.sign);
    } else if (part) {
      context.fillStyle = part.paint ? colors.hatchOf(part.paint) : colors.tintHatch;
      context.fill();
      if (part.sign) this.paintMark(context, frame, isBlack ? "#ffffff" : "#000000", part.sign);
    }
    if (key % 12 === 0 && frame.width >= 12) {
      context.fillStyle = "#23272d";
      context.font = "9px system-ui, sans-serif";
      context.textAlign = "center";
      context.fillText(noteNames[key], frame.x + frame.width / 2, frame.y + frame.height * 0.78);
    }
    if (this.letters.has(key) && part?.look !== "pressed") {
      context.fillStyle = isBlack ? "#ffffff" : "#23272d";
      context.font = `600 ${Math.min(12, frame.width * 1.1)}px system-ui, sans-serif`;
      context.textAlign = "center";
      const y = frame.y + frame.height * (isBlack ? 0.9 : 0.94);
      context.fillText(this.letters.get(key), frame.x + frame.width / 2, y);
    }
  }

  // Marks a key with a dot, or with the sign of its input.
  paintMark(context, frame, color, sign = "") {
    const [x, bottom, radius] = [frame.x + frame.width / 2, frame.y + frame.height, Math.min(4, frame.width / 4)];
    context.fillStyle = color;
    if (sign) {
      context.font = `${Math.min(12, frame.width)}px system-ui, sans-serif`;
      context.textAlign = "center";
      context.fillText(sign, x, bottom - radius);
      return;
    }
    context.beginPath();
    context.arc(x, bottom - 2.5 * radius, radius, 0, 2 * Math.PI);
    context.fill();
  }
}
