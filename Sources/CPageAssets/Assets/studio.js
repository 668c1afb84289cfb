import { Board } from "./board.js";
import { lengthText, ClockTime } from "./clocktime.js";
import { CommandLine } from "./commandline.js";
import { Connection, splitHash } from "./connection.js";
import { Fingers } from "./fingers.js";
import { HeldNotes } from "./held.js";
import { Lines } from "./lines.js";
import { Log } from "./log.js";
import { Output } from "./output.js";
import { Colors } from "./painting.js";
import { element, setAttribute, setHidden, setText } from "./parts.js";
import { Panels } from "./panels.js";
import { Piano } from "./piano.js";
import { PortList } from "./ports.js";
import { SessionList } from "./sessionlist.js";
import { Address, Theme } from "./settings.js";
import { Strip } from "./strip.js";
import { TakeList, fileName } from "./takes.js";
import { TestDialog } from "./testdialog.js";
import { ComputerKeys, isField } from "./typing.js";
import { Values } from "./values.js";
import { counted, grouped } from "./words.js";

// The live page. The server's messages become the latest state and the lines of the log, and each frame shows them.
// What the user does becomes a command, whose reply the command line shows.
class StudioPage {
  static idle = 250; // milliseconds between two frames if nothing moves
  static listInterval = 45; // milliseconds between two changes of the lists, which are texts
  static keepLength = 120000000; // microseconds

  constructor() {
    const token = takeToken();
    this.theme = new Theme(element("theme"));
    this.colors = new Colors(this.theme, Array.from({ length: 8 }, (_, index) => `voice-${index}`));
    this.address = new Address();
    this.commandLine = new CommandLine();
    this.lines = new Lines();
    this.state = null;
    this.slow = matchMedia("(prefers-reduced-motion: reduce)");
    this.act = this.act.bind(this);
    this.connection = new Connection({
      url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`, token,
      received: (message) => this.receive(message), changed: (status) => this.changeStatus(status),
    });
    this.makeParts();
    this.connectControls();
    this.theme.listeners.push(() => {
      this.values?.repaint();
      this.takes?.repaint();
      this.mustPaint = true;
    });
    new ResizeObserver(() => {
      this.mustPaint = true;
      this.log.touch();
    }).observe(document.querySelector("main"));
    addEventListener("hashchange", () => this.changeAddress());
    requestAnimationFrame((now) => this.frame(now));
  }

  makeParts() {
    const { act, address, colors } = this;
    const isShown = (id) => this.ports.isShown(id);
    this.clock = new ClockTime(Date.now());
    this.panels = new Panels({ address, changed: () => { this.mustPaint = true; } });
    this.fingers = new Fingers((name, parameters) => {
      this.isOld = true;
      act(name, parameters, { isQuiet: name !== "press" });
    });
    this.keys = new ComputerKeys({ fingers: this.fingers, changed: () => this.drawKeys() });
    this.ports = new PortList({
      address, clock: this.clock, announce: (text) => this.announce(text),
      changed: () => {
        this.mustPaint = this.strip.isOld = true;
        this.log.touch();
      },
    });
    const portName = (id) => this.ports.name(id);
    this.held = new HeldNotes({ portName });
    this.values = new Values({ colors, portName, isSlow: () => this.slow.matches });
    this.piano = new Piano({ colors, fingers: this.fingers, keys: this.keys });
    this.strip = new Strip({ colors, clock: this.clock, isShown, changed: (range) => this.chooseRange(range), keep: () => this.keepRange() });
    this.log = new Log({ lines: this.lines, clock: this.clock, address, isShown, act, say: (text, isError) => this.commandLine.say(text, isError) });
    this.output = new Output({ act, channel: () => this.fingers.channel });
    this.sessions = new SessionList({ act });
    this.dialog = new TestDialog({ act, made: () => this.sessions.load() });
    this.takes = new TakeList({ colors, act, makeTest: (file, part) => this.dialog.open(file, part) });
  }

  connectControls() {
    const follow = (id, action) => element(id).addEventListener("click", action);
    follow("record", () => this.toggleRecording());
    follow("keep", () => this.keep({ from: Math.max(this.state?.kept ?? 0, this.time - StudioPage.keepLength), to: this.time }));
    follow("panic", () => this.panic());
    follow("clear", () => this.act("clear", {}, { text: "forgot the shown values" }));
    follow("keep-range", () => this.keepRange());
    follow("test-range", () => this.testRange());
    follow("clear-range", () => this.strip.choose(null));
    follow("open-help", () => element("help").showModal());
    follow("octave-down", () => this.keys.shift(-1));
    follow("octave-up", () => this.keys.shift(1));
    const channel = element("channel");
    for (let number = 1; number <= 16; number += 1) channel.append(new Option(String(number)));
    channel.addEventListener("change", () => { this.fingers.channel = Number(channel.value); });
    const velocity = element("velocity");
    velocity.addEventListener("input", () => {
      this.keys.velocity = Number(velocity.value);
      this.drawKeys();
    });
    const typing = element("typing");
    typing.checked = this.keys.isOn = this.address.get("typing") !== "off";
    typing.addEventListener("change", () => {
      this.keys.isOn = typing.checked;
      this.address.set({ typing: typing.checked ? "" : "off" });
      this.drawKeys();
    });
    document.addEventListener("keydown", (event) => {
      if (document.querySelector("dialog[open]")) return;
      if (event.key === "Escape") this.panic();
      else if (event.key === "?" && !isField(event.target)) element("help").showModal();
    });
    this.drawKeys();
  }

  drawKeys() {
    setText(element("octave"), String(this.keys.octave));
    setText(element("velocity-text"), String(this.keys.velocity));
    element("velocity").value = this.keys.velocity;
    this.mustPaint = true;
  }

  changeAddress() {
    const { token } = splitHash(location.hash);
    // The address of a restarted studio, in the same tab.
    if (token) location.reload();
    this.panels.readAddress();
    this.ports.readAddress();
    this.mustPaint = this.strip.isOld = true;
  }

  // Sends a command, and shows its reply.
  async act(name, parameters = {}, { text = "", isQuiet = false } = {}) {
    const reply = await this.connection.command(name, parameters);
    if (!isQuiet) this.commandLine.show(reply, text);
    return reply;
  }

  receive({ hello, state, log, strip, notice }) {
    if (hello) this.greet(hello);
    if (state) this.update(state);
    if (log) this.lines.add(log);
    if (strip) this.strip.add(strip);
    if (notice) {
      this.commandLine.say(notice);
      this.announce(notice);
    }
  }

  greet({ version, startedAt, folder, columns, notes }) {
    if (this.clock.startedAt !== startedAt) this.reset();
    Object.assign(this.clock, new ClockTime(startedAt));
    this.fingers.forget();
    setText(element("folder"), folder);
    element("folder").title = folder;
    document.querySelector("h1").title = `midirec ${version}`;
    if (this.board?.grid.columns !== columns) {
      for (const box of document.querySelectorAll("figure > div")) box.remove();
      this.board = new Board({ colors: this.colors, columns, notes });
      setText(element("grid-note"), `${columns} × 8`);
    }
    this.state = null;
    this.log.restore();
  }

  // The times of another run of the studio have another start.
  reset() {
    this.ports.reset();
    this.strip.reset();
  }

  update(state) {
    const before = this.state;
    this.state = state;
    this.stateAt = performance.now();
    this.isOld = true;
    this.ports.set(state.inputs, state.now);
    if (before?.takes !== state.takes) this.takes.load();
    if (before?.sessions !== state.sessions) this.sessions.load();
    if (before && Boolean(before.recording) !== Boolean(state.recording)) {
      this.announce(state.recording ? "recording" : "recording stopped");
    }
    if (before && state.lost > before.lost) this.announce(`${grouped(state.lost)} events lost`);
  }

  // The studio's time now. It stands still without a connection, so that nothing looks alive.
  get time() {
    if (!this.state) return 0;
    const passed = this.connection.status === "live" ? performance.now() - this.stateAt : this.stoppedAfter ?? 0;
    return this.state.now + Math.max(0, passed) * 1000;
  }

  changeStatus(status) {
    const isLive = status === "live";
    if (!isLive && this.state) this.stoppedAfter ??= performance.now() - this.stateAt;
    if (isLive) this.stoppedAfter = undefined;
    if (!this.connection?.isLive) this.fingers?.forget();
    document.documentElement.dataset.status = status;
    setAttribute(element("status"), "data-status", status);
    const texts = {
      live: "live", connecting: "connecting", lost: "not connected", silent: "no answer", refused: "not connected",
    };
    setText(element("status-text"), texts[status]);
    const banner = {
      lost: "Not connected to midirec studio. Nothing here is current. The page connects again by itself.",
      silent: "midirec studio doesn't answer. Nothing here is current.",
      refused: "midirec studio was started again, or this isn't its address. Open the address that it printed.",
    }[status];
    setHidden(element("banner"), !banner);
    setText(element("banner"), banner ?? "");
    if (status !== this.announcedStatus && status !== "connecting") this.announce(isLive ? "connected" : texts[status]);
    this.announcedStatus = status;
    this.isOld = true;
  }

  announce(text) {
    element("announcer").textContent = text;
  }

  chooseRange(range) {
    this.log.range = range;
    this.log.touch();
    this.isOld = true;
    setText(element("range-text"), this.strip.rangeText);
    for (const id of ["keep-range", "test-range", "clear-range"]) element(id).disabled = !range;
  }

  async toggleRecording() {
    if (!this.state?.recording) {
      await this.act("record", { inputs: null }, { text: "recording" });
      return;
    }
    const reply = await this.act("stop");
    if (!reply.error) this.commandLine.say(`recorded ${fileName(reply.file)}: ${counted(reply.notes, "note")}`);
  }

  async keep(range) {
    const reply = await this.act("keep", { from: Math.round(range.from), to: Math.round(range.to) });
    if (reply.error) return reply;
    this.commandLine.say(`kept ${fileName(reply.file)}`);
    await this.takes.load();
    this.takes.choose(reply.file);
    return reply;
  }

  keepRange() {
    if (this.strip.range) this.keep(this.strip.range);
  }

  async testRange() {
    const { range } = this.strip;
    const reply = range ? await this.keep(range) : { error: "no range" };
    if (!reply.error) this.dialog.open(reply.file, { from: 0, to: range.to - range.from });
  }

  panic() {
    this.fingers.forget();
    this.act("panic", {}, { text: "panic: all notes ended" });
  }

  // Draws if there is something new, or if something moves.
  frame(now) {
    requestAnimationFrame((next) => this.frame(next));
    const moves = this.connection.status === "live" && this.strip.entries.size > 0 && !this.slow.matches;
    const isDue = now - (this.drawnAt ?? -Infinity) >= StudioPage.idle;
    if (this.isOld || this.mustPaint || moves || isDue) this.draw(now);
    this.log.draw(now);
  }

  // The pictures come first, because they need the layout, which the lists change.
  draw(now) {
    this.drawnAt = now;
    const { state, time, mustPaint } = this;
    const isShown = ({ input }) => this.ports.isShown(input);
    if (state) {
      this.board?.draw({ cells: state.cells.filter(isShown), lights: state.lights }, mustPaint);
      this.piano.draw(state.keys, mustPaint);
      if (mustPaint || this.strip.isDue(time, this.slow.matches)) this.strip.draw(time);
    }
    this.mustPaint = false;
    if (now - (this.listedAt ?? -Infinity) < StudioPage.listInterval) return;
    this.listedAt = now;
    this.isOld = false;
    this.drawStatus();
    if (!state) return;
    this.ports.draw(time);
    this.held.draw(state.held.filter(isShown), time);
    this.values.draw(state.values.filter(isShown), time);
    this.output.draw(state);
    this.takes.drawReplay(state.replay, state.now, time);
    this.drawRecording(state.recording, time);
    document.documentElement.dataset.drawn = String(state.now);
  }

  drawStatus() {
    const { connection, state, lines } = this;
    const { roundTrip, status, delay } = connection;
    setText(element("status-detail"), status === "live" && roundTrip !== null ? `${roundTrip.toFixed(1)} ms`
      : status === "lost" ? `again in ${(delay / 1000).toFixed(delay < 1000 ? 2 : 0)} s` : "");
    const { recording } = state ?? {};
    const losses = [
      recording ? `${fileName(recording.file)} ${counted(recording.notes, "note")}` : "",
      recording?.problem ?? "",
      state?.lost > 0 ? `${grouped(state.lost)} lost` : "0 lost",
      lines.leftOut > 0 ? `${grouped(lines.leftOut)} lines left out` : "",
      lines.isPaused ? "log paused" : "",
    ].filter(Boolean).join(" · ");
    setText(element("losses"), losses);
    setAttribute(element("losses"), "data-bad", String(state?.lost > 0 || lines.leftOut > 0 || lines.isPaused || Boolean(recording?.problem)));
    const isSilent = !this.ports.hasSent;
    setHidden(element("no-messages"), !state || !isSilent);
    const letters = [...this.keys.letters].filter((_, place) => [0, 2, 4, 5].includes(place)).join(" ");
    setText(element("no-messages"), `No port sends yet. Connect one, or play with the keys ${letters}.`);
  }

  drawRecording(recording, time) {
    setAttribute(element("record"), "aria-pressed", String(Boolean(recording)));
    setText(element("record-text"), recording ? "Stop" : "Record");
    setText(element("record-time"), lengthText(recording ? (time - recording.since) / 1000000 : 0));
    setAttribute(element("record"), "title", recording ? `Stop recording ${recording.file}` : "Record all inputs");
  }
}

// Moves the token from the address into the session's storage, so that it doesn't stay in the history.
function takeToken() {
  const { token, settings } = splitHash(location.hash);
  if (!token) return sessionStorage.getItem("token") ?? "";
  sessionStorage.setItem("token", token);
  history.replaceState(null, "", settings ? `#${settings}` : location.pathname + location.search);
  return token;
}

new StudioPage();
