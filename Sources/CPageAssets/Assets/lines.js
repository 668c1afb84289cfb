import { isInRange } from "./ranges.js";
import { counted, noteNames } from "./words.js";

// The latest lines of the log, as the server sends them.
export class Lines {
  static most = 3000;
  static fewest = 8; // lines of a panic that become one line

  constructor() {
    this.all = [];
    this.leftOut = 0; // that the server didn't send, because the page was slow
    this.hidden = this.matching = this.total = 0;
    this.frozen = null; // what is shown during a pause
    this.since = 0; // the lines since the pause began
    this.version = 0;
    this.epoch = 0; // lines of different epochs can have the same number
  }

  // Adds what a message of the server contains.
  add({ leftOut = 0, hidden = 0, matching = 0, total = 0, isReset = false, lines = [] }) {
    if (isReset) {
      this.all = [];
      this.epoch += 1;
    }
    this.leftOut += leftOut;
    Object.assign(this, { hidden, matching, total });
    if (leftOut > 0 && lines.length > 0) this.all.push(Lines.gap(leftOut, lines[0]));
    for (const line of lines.slice(-Lines.most)) this.all.push(line);
    if (this.all.length > Lines.most) this.all.splice(0, this.all.length - Lines.most);
    // A new filter also shows its lines during a pause.
    if (this.frozen && isReset) this.pause(true);
    else if (this.frozen) this.since += lines.length;
    this.version += 1;
  }

  // Returns a line instead of the lines that the server left out before another line.
  static gap(count, [number, time]) {
    return [-1 - number, time, null, null, "", null, "", `${counted(count, "line")} left out`, ""];
  }

  get isPaused() {
    return this.frozen !== null;
  }

  // Starts or ends a pause, which collects lines without showing them.
  pause(isPaused) {
    this.frozen = isPaused ? this.all.slice() : null;
    this.since = 0;
    this.version += 1;
  }

  // Returns the lines of a time range and of the shown inputs, and all lines without an input.
  shown(range, isShown) {
    return (this.frozen ?? this.all).filter(([, time, , input]) => (
      isInRange(range, time) && (input === null || isShown(input))));
  }
}

// The messages of a panic, which has all four: pedals up, and all sounds and notes off.
const panics = /^B. (40|42|78|7B) 00$/;

function isPanic(run) {
  return run.length >= Lines.fewest && new Set(run.map((line) => panics.exec(line[8])[1])).size === 4;
}

// Returns lines with one line per panic of a port, which counts its messages.
export function folded(lines) {
  const shown = [];
  let block = []; // The messages of several ports can alternate.
  const end = () => {
    const runs = new Map(block.map((line) => [portOf(line), []]));
    for (const line of block) runs.get(portOf(line)).push(line);
    const foldedRuns = new Set([...runs.values()].filter(isPanic));
    for (const line of block) {
      const run = runs.get(portOf(line));
      if (!foldedRuns.has(run)) shown.push(line);
      else if (line === run.at(-1)) shown.push(foldedLine(run));
    }
    block = [];
  };
  for (const line of lines) {
    const [, , , , , , kind, , bytes] = line;
    const isPart = kind === "control change" && panics.test(bytes);
    if (!isPart) end();
    (isPart ? block : shown).push(line);
  }
  end();
  return shown;
}

function portOf(line) {
  return JSON.stringify(line.slice(2, 5));
}

function foldedLine(run) {
  const [, time, direction, input, port, , , , bytes] = run[0];
  const [number, , , , , , , , lastBytes] = run.at(-1);
  return [number, time, direction, input, port, null, "panic", counted(run.length, "message"), `${bytes} … ${lastBytes}`];
}

// Returns a message, such as "90 3C 4F", as words of "midirec send", with its channel if that is new.
export function sendWords(bytes, previousChannel = 0) {
  const [status, first = 0, second = 0] = bytes.split(" ").map((byte) => parseInt(byte, 16));
  const kind = status >> 4;
  const channel = (status & 15) + 1;
  const texts = {
    8: `off ${noteNames[first]} ${second}`,
    9: `on ${noteNames[first]} ${second}`,
    10: `pp ${noteNames[first]} ${second}`,
    11: `cc ${first} ${second}`,
    12: `pc ${first}`,
    13: `cp ${first}`,
    14: `pb ${first + second * 128}`,
  };
  if (!Object.hasOwn(texts, kind)) {
    return { words: `raw ${bytes.split(" ").map((byte) => `${byte}H`).join(" ")}`, channel: previousChannel };
  }
  return { words: channel === previousChannel ? texts[kind] : `ch ${channel} ${texts[kind]}`, channel };
}

// Returns lines as words of "midirec send", with the times between them, one message per line.
export function wordsOfLines(lines) {
  let channel = 0;
  let before = null;
  const texts = [];
  for (const [, time, , , , , , , bytes] of lines) {
    // The bytes of long messages are shortened, so they can't be sent.
    if (!bytes || bytes.includes("…")) continue;
    const message = sendWords(bytes, channel);
    channel = message.channel;
    const wait = before === null ? 0 : Math.round((time - before) / 1000);
    if (before === null || wait > 0) before = (before ?? time) + wait * 1000;
    texts.push(wait > 0 ? `+${wait}ms ${message.words}` : message.words);
  }
  return texts.join("\n");
}
