import { folded, wordsOfLines } from "./lines.js";
import { shortWords } from "./livestate.js";
import { element, make, setAttribute, setHidden, setText } from "./parts.js";
import { showLook } from "./portlooks.js";
import { counted, grouped } from "./words.js";

// Returns a time since the line before as "+0.812345", or an empty text before the first line.
export function deltaText(microseconds) {
  if (microseconds === undefined) return "";
  return `${microseconds < 0 ? "−" : "+"}${(Math.abs(microseconds) / 1000000).toFixed(6)}`;
}

// The log, which creates only the visible lines. It follows the end until the user scrolls up.
export class Log {
  static rowHeight = 19;
  static interval = 80; // milliseconds between two pictures, which is faster than reading

  // Inputs returns the shown inputs, or null for all. Kept is called with the file of a new take.
  constructor({ lines, clock, address, isShown, lookOf, portName, inputs, act, say, kept }) {
    Object.assign(this, { lines, clock, address, isShown, lookOf, portName, inputs, act, say, kept });
    this.range = null;
    this.follows = true;
    this.rows = new Map();
    this.messages = [];
    this.shown = []; // the lines of the messages
    this.drawn = { version: -1, time: -Infinity };
    this.list = element("log");
    this.room = element("log-room");
    this.only = element("only");
    this.timing = element("timing");
    this.error = element("only-error");
    this.pause = element("pause");
    this.end = element("log-end");
    this.only.value = address.get("only");
    this.timing.checked = address.get("timing") === "1";
    new ResizeObserver(() => this.touch()).observe(this.list);
    this.list.addEventListener("scroll", () => {
      this.followOrNot();
      this.touch();
    });
    this.only.addEventListener("input", () => {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.filter(), 250);
    });
    this.only.addEventListener("change", () => this.filter());
    this.timing.addEventListener("change", () => this.filter());
    this.pause.addEventListener("click", () => {
      lines.pause(!lines.isPaused);
      this.pause.textContent = lines.isPaused ? "Continue" : "Pause";
      this.pause.setAttribute("aria-pressed", String(lines.isPaused));
    });
    this.end.addEventListener("click", () => {
      this.follows = true;
      this.touch();
    });
    element("copy-log").addEventListener("click", () => this.copy());
    element("save-log").addEventListener("click", () => this.save());
    this.delta = element("delta");
    this.delta.addEventListener("click", () => this.showDeltas(!this.hasDeltas));
    this.showDeltas(address.get("delta") === "1");
  }

  // Draws with the next frame even if no line is new.
  touch() {
    this.drawn.version = -1;
  }

  // A smaller list isn't at its end, but only a scroll upward means that the user wants to read.
  followOrNot() {
    const { scrollTop, clientHeight, scrollHeight } = this.list;
    if (scrollTop + clientHeight >= scrollHeight - 6) this.follows = true;
    else if (scrollTop < this.top - 1) this.follows = false;
    this.top = scrollTop;
  }

  get hasFilter() {
    return this.only.value.trim() !== "" || this.timing.checked;
  }

  async filter() {
    clearTimeout(this.typing);
    const only = this.only.value.trim();
    this.address.set({ only, timing: this.timing.checked ? "1" : "" });
    const wanted = `${only} ${this.timing.checked}`;
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    const { error } = await this.act("filter", { only, isTiming: this.timing.checked }, { isQuiet: true });
    if (wanted !== this.wanted) return;
    this.error.textContent = error ?? "";
    this.only.setAttribute("aria-invalid", String(Boolean(error)));
    this.touch();
  }

  // Sends the filter again, because each connection starts without one.
  restore() {
    this.wanted = undefined;
    if (this.hasFilter) this.filter();
  }

  // Shows the time since the line before, or the time of day.
  showDeltas(hasDeltas) {
    this.hasDeltas = hasDeltas;
    setAttribute(this.delta, "aria-pressed", String(hasDeltas));
    this.address.set({ delta: hasDeltas ? "1" : "" });
    this.touch();
  }

  // Creates all lines again, with new names of ports.
  renew() {
    this.drawn.epoch = undefined;
    this.touch();
  }

  // Writes the shown messages as a take.
  async save() {
    const settings = { only: this.only.value.trim(), isTiming: this.timing.checked, inputs: this.inputs() };
    // Later messages aren't shown during a pause. The file ends a tick after the last shown one.
    const pausedAt = this.lines.isPaused ? this.messages.at(-1)?.[1] : undefined;
    const until = pausedAt === undefined ? {} : { to: pausedAt + 1000 };
    const text = ({ messages, file }) => `saved ${counted(messages, "message")} as ${file}`;
    const { error, file } = await this.act("saveLog", { ...this.range, ...until, ...settings }, { text });
    if (!error) this.kept(file);
  }

  async copy() {
    const text = wordsOfLines(this.messages);
    const count = text ? text.split("\n").length : 0;
    await navigator.clipboard.writeText(text).then(
      () => this.say(`copied ${counted(count, "message")} as words for midirec send`),
      () => this.say("can't copy: the browser doesn't allow it", true));
  }

  draw(now) {
    const { lines, list, drawn } = this;
    if (drawn.version === lines.version || now - drawn.time < Log.interval || list.clientHeight === 0) return;
    Object.assign(drawn, { version: lines.version, time: now });
    if (drawn.epoch !== lines.epoch) this.removeRows();
    const firstBefore = this.shown[0]?.[0];
    this.messages = lines.shown(this.range, this.isShown);
    this.shown = folded(this.messages);
    const height = `${this.shown.length * Log.rowHeight}px`;
    if (this.room.style.height !== height) this.room.style.height = height;
    if (this.follows) list.scrollTop = list.scrollHeight;
    else this.keepPlace(firstBefore);
    this.top = list.scrollTop;
    this.place();
    this.tell();
  }

  removeRows() {
    this.drawn.epoch = this.lines.epoch;
    for (const row of this.rows.values()) row.remove();
    this.rows.clear();
  }

  // Keeps the topmost line in place if lines above it were dropped.
  keepPlace(firstBefore) {
    if (firstBefore === undefined || this.shown[0]?.[0] === firstBefore) return;
    const dropped = this.shown.findIndex(([number]) => number === this.topNumber);
    if (dropped >= 0) this.list.scrollTop = dropped * Log.rowHeight + (this.list.scrollTop % Log.rowHeight);
  }

  place() {
    const { list, shown } = this;
    const from = Math.max(0, Math.floor(list.scrollTop / Log.rowHeight) - 2);
    const to = Math.min(shown.length, from + Math.ceil(list.clientHeight / Log.rowHeight) + 4);
    const wanted = new Set();
    this.topNumber = shown[Math.floor(list.scrollTop / Log.rowHeight)]?.[0];
    // A screen reader reads the rows in the order of the document.
    let next = null;
    for (let index = to - 1; index >= from; index -= 1) {
      const [number] = shown[index];
      wanted.add(number);
      let row = this.rows.get(number);
      if (!row) {
        this.rows.set(number, row = this.makeRow(shown[index]));
        this.room.insertBefore(row, next);
      }
      next = row;
      this.setTime(row, shown[index], shown[index - 1]);
      const place = `translateY(${index * Log.rowHeight}px)`;
      if (row.style.transform !== place) row.style.transform = place;
    }
    for (const [number, row] of this.rows) {
      if (wanted.has(number)) continue;
      row.remove();
      this.rows.delete(number);
    }
  }

  // Shows the time of a line, or the time since the line before.
  setTime(row, [, time, direction], before) {
    if (direction === null) return;
    const text = this.hasDeltas ? deltaText(before && time - before[1]) : this.clock.text(time, 6);
    const box = row.firstChild;
    if (box.dataset.text === text) return;
    box.dataset.text = text;
    box.title = this.hasDeltas ? this.clock.text(time, 6) : text;
    // Only a wide log has room for microseconds.
    box.replaceChildren(text.slice(0, -3), make("span", "micro", text.slice(-3)));
  }

  makeRow([number, , direction, input, port, channel, kind, words, bytes]) {
    const row = make("div", direction === null ? "line gap" : "line");
    row.dataset.number = number;
    row.dataset.direction = direction ?? "";
    const add = (name, text, title = "") => {
      const part = make("span", name, text);
      if (title) part.title = title;
      row.append(part);
      return part;
    };
    add("time", "");
    add("direction", direction === "in" ? "←" : direction === "out" ? "→" : "…", direction ?? "");
    const from = add("from", input === null ? port : this.portName(input), port);
    if (input !== null) showLook(from, this.lookOf(input));
    add("channel", channel === null ? "" : String(channel), channel === null ? "" : `channel ${channel}`);
    // A narrow log has no room for the bytes.
    add("words", shortWords(kind, words), `${kind} ${words} (${bytes})`);
    add("bytes", bytes, bytes);
    return row;
  }

  // Reports how much of the log is visible.
  tell() {
    const { lines, messages } = this;
    const since = lines.isPaused ? `${grouped(lines.since)} new · ` : "";
    // The lines of the previous filter stay, but their count would seem to belong to the refused one.
    const isRefused = this.error.textContent !== "";
    const count = isRefused ? "" : `${since}${grouped(messages.length)} of ${grouped(lines.total)}`;
    setText(element("log-count"), count);
    setAttribute(element("log-count"), "title", count);
    const isHiding = lines.hidden > 0 && !this.timing.checked;
    setText(element("log-hidden"), isHiding ? `${grouped(lines.hidden)} hidden` : "");
    setAttribute(this.list, "data-count", String(messages.length));
    setHidden(this.end, this.follows);
    setHidden(element("no-lines"), messages.length > 0);
    const why = this.range ? "No messages are in this range." : "No messages match the filter.";
    setText(element("no-lines"), lines.total === 0 ? "No messages yet." : why);
  }
}
