import { Board } from "./board.js";
import { ClockTime, ServerClock } from "./clocktime.js";
import { CommandLine } from "./commandline.js";
import { Connection, splitHash } from "./connection.js";
import { Fingers, makePlayable } from "./fingers.js";
import { Focus } from "./focus.js";
import { HeldNotes } from "./held.js";
import { Lines } from "./lines.js";
import { Judging, Verdicts } from "./judging.js";
import { completeState } from "./livestate.js";
import { Log } from "./log.js";
import { Output } from "./output.js";
import { Colors } from "./painting.js";
import { Panels } from "./panels.js";
import { element, isDialogOpen, isRepeatedClick, setText } from "./parts.js";
import { Piano } from "./piano.js";
import { PianoTools } from "./pianotools.js";
import { voiceCount } from "./portlooks.js";
import { PortList } from "./ports.js";
import { RangeLook } from "./rangelook.js";
import { rangeOfSetting, rangeSetting } from "./ranges.js";
import { Recorder } from "./recorder.js";
import { SessionList } from "./sessionlist.js";
import { Address, Theme } from "./settings.js";
import { Sounds } from "./sounds.js";
import { Status } from "./status.js";
import { Strip } from "./strip.js";
import { fileName } from "./takedetail.js";
import { TakeList } from "./takes.js";
import { SessionDialog } from "./sessiondialog.js";
import { ComputerKeys, isField } from "./typing.js";
import { Values } from "./values.js";
import { grouped } from "./words.js";

// The live page. The server's messages become the latest state and the lines of the log, and each frame shows them.
// An action of the user becomes a command, whose reply the command line shows.
class StudioPage {
  static idle = 250; // milliseconds between two frames if the pictures don't move
  static listInterval = 45; // milliseconds between two changes of the lists, which are texts
  static heard = ["replay", "send"]; // commands whose notes the page can play
  static addressDelay = 200; // milliseconds for which a range must rest before the address has it

  constructor() {
    const token = takeToken();
    this.theme = new Theme(element("theme"));
    this.colors = new Colors(this.theme, [
      ...Array.from({ length: voiceCount }, (_, index) => `voice-${index}`), "good", "record",
    ]);
    this.address = new Address();
    this.clock = new ClockTime(Date.now());
    this.serverClock = new ServerClock();
    this.focus = new Focus();
    this.lines = new Lines();
    this.status = new Status();
    this.state = null;
    this.slow = matchMedia("(prefers-reduced-motion: reduce)");
    this.act = this.act.bind(this);
    this.commandLine = new CommandLine({ act: this.act, renamed: (file) => this.takes.load(file) });
    this.connection = new Connection({
      url: `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/live`,
      token,
      received: (message) => this.receive(message),
      changed: (status) => this.changeStatus(status),
      timed: (...times) => this.serverClock.answered(...times),
    });
    this.makeInstruments();
    this.makeLists();
    this.makeFiles();
    this.follow();
    requestAnimationFrame((now) => this.frame(now));
  }

  makeInstruments() {
    const { address, colors } = this;
    this.fingers = new Fingers(async (name, parameters) => {
      this.isOld = true;
      const { isSilent } = this;
      await this.act(name, parameters, { isQuiet: name !== "press" });
      if (name !== "press" || !isSilent) return;
      this.commandLine.say("choose an output or a sound to hear the notes");
      this.output.want();
    });
    this.keys = new ComputerKeys({ fingers: this.fingers, changed: () => this.tools.draw() });
    this.tools = new PianoTools({ address, fingers: this.fingers, keys: this.keys, changed: () => this.repaint() });
    this.piano = new Piano({ colors, fingers: this.fingers, keys: this.keys });
    makePlayable(element("grid"), this.fingers, (x, y) => this.board?.touch(x, y));
  }

  makeLists() {
    const { act, address, clock, colors, lines } = this;
    this.panels = new Panels({ address, changed: () => this.repaint() });
    this.ports = new PortList({
      address, clock, act, announce: (text) => this.status.announce(text), changed: () => this.changeShown(),
      renamed: () => this.log.renew(),
    });
    const portName = (id) => this.ports.name(id);
    const fullName = (id) => this.ports.fullName(id);
    const isShown = (id) => this.ports.isShown(id);
    const lookOf = (id) => this.ports.lookOf(id);
    this.held = new HeldNotes({ lookOf, portName, fullName });
    this.values = new Values({ colors, lookOf, portName, fullName, isSlow: () => this.slow.matches });
    this.log = new Log({
      lines, clock, address, isShown, lookOf, portName, act, say: (text, isError) => this.commandLine.say(text, isError),
      inputs: () => this.ports.shownInputs, kept: (file) => this.takes.load(file),
    });
    this.look = new RangeLook({ act, changed: () => this.repaint() });
    this.strip = new Strip({
      colors, clock, isShown, lookOf, changed: (range) => this.chooseRange(range), keep: () => this.keepRange(),
    });
    this.output = new Output({ act, channel: () => this.fingers.channel });
  }

  makeFiles() {
    const { act, colors } = this;
    const say = (text, isError) => this.commandLine.say(text, isError);
    const show = (...shown) => this.commandLine.show(...shown);
    this.sessions = new SessionList({
      act, show, address: this.address, notify: (text) => this.commandLine.notify(text),
      judge: (name) => this.judging.start({ name }),
    });
    this.dialog = new SessionDialog({ act, made: (name) => this.sessions.reveal(name) });
    this.takes = new TakeList({
      colors, act, say, address: this.address, makeSession: (file, part) => this.dialog.open({ name: file, file, part }),
      output: () => this.state?.output,
    });
    this.recorder = new Recorder({
      act, say, show, now: (at) => ({ time: this.timeAt(at), state: this.state }),
      inputs: () => this.ports.chosen,
      kept: (file) => this.takes.load(file),
    });
    this.judging = new Judging({
      act, chosen: () => this.takes.detail.take?.file ?? null,
      inputs: () => this.ports.chosen?.map(({ id }) => id) ?? null,
    });
    this.sounds = new Sounds({
      act, say, address: this.address, now: () => this.time, range: () => this.strip.range,
      take: () => this.takes.detail.take, entries: () => [...this.strip.entries.values()],
    });
  }

  follow() {
    const follow = (id, action) => element(id).addEventListener("click", action);
    follow("panic", () => this.panic());
    follow("clear", () => this.act("clear", {}, { text: "forgot the shown values" }));
    follow("keep-range", () => this.keepRange());
    follow("session-range", () => this.makeRangeSession());
    follow("clear-range", () => this.strip.choose(null));
    follow("mark", () => this.mark());
    follow("open-help", () => element("help").showModal());
    document.addEventListener("keydown", (event) => {
      if (isRepeatedClick(event)) event.preventDefault();
      // Escape closes them, and does no more.
      if (isDialogOpen()) return;
      if (event.key === "Escape") {
        this.panic();
        // The computer's keys play again.
        if (isField(event.target)) this.focus.leave();
      } else if (event.key === "?" && !isField(event.target)) element("help").showModal();
      else if (this.isMarkKey(event)) this.mark();
      else if (isUndoKey(event)) this.commandLine.undoAction();
    });
    // A list that was clicked would take the computer's keys.
    let clicked = null;
    document.addEventListener("pointerdown", ({ target }) => {
      clicked = target;
    });
    document.addEventListener("focusout", ({ target }) => {
      if (target === clicked) clicked = null;
    });
    document.addEventListener("change", ({ target }) => {
      if (target === clicked && target.matches("select")) target.blur();
    });
    this.theme.listeners.push(() => {
      this.takes.repaint();
      this.repaint();
    });
    new ResizeObserver(() => this.repaint()).observe(document.querySelector("main"));
    addEventListener("hashchange", () => this.changeAddress());
  }

  changeAddress() {
    // The address of a restarted studio, in the same tab.
    if (splitHash(location.hash).token) location.reload();
    this.panels.readAddress();
    this.ports.readAddress();
    this.takes.readAddress();
    this.sessions.readAddress();
    this.strip.choose(rangeOfSetting(this.address.get("range"), this.clock.startedAt));
    this.changeShown();
  }

  // Whether played notes would not be heard.
  get isSilent() {
    return this.state !== null && !this.state.output && !this.state.sound && !this.sounds.pageSound.isOn;
  }

  // Sends a command, and shows its reply with a text, or with the result of a function of the reply.
  async act(name, parameters = {}, { text = "", isQuiet = false } = {}) {
    const { pageSound } = this.sounds;
    const isPlayed = StudioPage.heard.includes(name);
    if (isPlayed && this.isSilent) await this.sounds.playSilent();
    const isHeard = isPlayed && pageSound.isOn;
    const reply = await this.connection.command(name, isHeard ? { ...parameters, isHeard } : parameters);
    if (isHeard && reply.noteList) pageSound.playList(reply.noteList);
    if (!isQuiet) this.commandLine.show(reply, typeof text === "function" && !reply.error ? text(reply) : text);
    return reply;
  }

  receive({ hello, state, log, strip, judgment, notice, shownCommand }) {
    if (hello) this.greet(hello);
    if (shownCommand) this.commandLine.restore(shownCommand);
    if (state) this.update(state);
    if (log) this.lines.add(log);
    if (strip) {
      this.strip.add(strip);
      this.sounds.pageSound.add(strip, this.time, (input) => this.ports.isShown(input));
    }
    if (judgment) this.showVerdicts(new Verdicts(judgment));
    if (!notice) return;
    this.commandLine.notify(notice);
    this.status.announce(notice);
  }

  greet({ startedAt, folder, columns, colors, notes, subjects }) {
    const range = rangeOfSetting(this.address.get("range"), startedAt);
    // Times of an earlier run of the studio have a different start.
    if (this.clock.startedAt !== startedAt) {
      this.serverClock = new ServerClock();
      this.ports.reset();
      this.strip.reset();
    }
    Object.assign(this.clock, new ClockTime(startedAt));
    this.state = null;
    this.fingers.forget();
    setText(element("folder"), folder);
    element("folder").title = folder;
    setText(element("grid-note"), `${columns} × 8`);
    this.dialog.offer(subjects);
    this.board?.remove();
    this.board = new Board({ colors: this.colors, columns, paints: colors, notes, portOf: (id) => this.portOf(id) });
    this.log.restore();
    this.takes.readAddress();
    this.strip.choose(range);
  }

  update(received) {
    const before = this.state;
    const state = completeState(received);
    this.state = state;
    this.serverClock.heard(state.now, performance.now());
    this.isOld = true;
    this.ports.set(state.inputs, state.now);
    this.strip.setMarks(state.marks);
    if (!state.judgment && this.strip.isJudged) this.showVerdicts(null);
    if (before?.takes !== state.takes) this.takes.load();
    if (before?.sessions !== state.sessions) this.sessions.load();
    this.sessions.followWatch(state);
    this.sounds.followReplay(state);
    if (before?.catalog !== state.catalog) this.sounds.refresh();
    if (!before) return;
    if (before.replay && !state.replay) {
      const name = fileName(before.replay.file);
      this.commandLine.replace(`replaying ${name}`, `replayed ${name}`);
    }
    if (Boolean(before.recording) !== Boolean(state.recording)) {
      this.status.announce(state.recording ? "midirec records a take" : "the take ended");
    }
    if (state.lost > before.lost) this.status.announce(`${grouped(state.lost)} events lost`);
  }

  // The studio's time. It stands still without a connection.
  get time() {
    return this.timeAt(performance.now());
  }

  // Returns the studio's time at a time of the page, such as that of a click.
  timeAt(at) {
    return this.state ? this.serverClock.time(this.stoppedAt ?? at) : 0;
  }

  changeStatus(status) {
    if (status === "live") this.stoppedAt = undefined;
    else this.stoppedAt ??= performance.now();
    this.fingers.isOn = this.connection.isLive;
    // The server ends the notes of a page that it lost.
    if (!this.fingers.isOn) {
      this.fingers.forget();
      this.sounds.pageSound.stopAll();
    }
    this.status.set(status);
    this.repaint();
  }

  showVerdicts(verdicts) {
    this.strip.judge(verdicts);
    this.repaint();
  }

  // Other inputs are shown.
  changeShown() {
    this.strip.isOld = true;
    this.log.touch();
    this.repaint();
  }

  chooseRange(range) {
    this.look.choose(range);
    // A browser refuses many changes of the address during a drag.
    clearTimeout(this.settingAddress);
    this.settingAddress = setTimeout(() => {
      this.address.set({ range: rangeSetting(range, this.clock.startedAt) });
    }, range ? StudioPage.addressDelay : 0);
    this.log.range = range;
    this.log.touch();
    this.repaint();
    setText(element("range-text"), this.strip.rangeText);
    for (const id of ["keep-range", "session-range", "clear-range"]) element(id).disabled = !range;
  }

  async keepRange() {
    const { range } = this.strip;
    if (!range) return;
    const { error } = await this.recorder.keep(range);
    if (!error) this.finishRange(range);
  }

  makeRangeSession() {
    const { range } = this.strip;
    this.dialog.open({
      name: `played ${this.clock.text(range.from).replaceAll(":", "-")}`, part: { from: 0, to: range.to - range.from },
      write: () => this.recorder.keep(range), done: () => this.finishRange(range),
    });
  }

  // Clears a range that became a take or a session, unless the user has chosen another one.
  finishRange(range) {
    if (this.strip.range === range) this.strip.choose(null);
  }

  isMarkKey(event) {
    const { code, repeat, shiftKey, ctrlKey, metaKey, altKey, target } = event;
    return code === "KeyM" && !repeat && !shiftKey && !ctrlKey && !metaKey && !altKey && !isField(target);
  }

  mark() {
    this.act("mark", { at: Math.round(this.time) }, { text: ({ name }) => `set ${name}` });
  }

  panic() {
    this.fingers.forget();
    this.sounds.pageSound.stopAll();
    // Notes that an input holds stay held.
    const place = this.state?.output ? "at the output" : "of the studio";
    this.act("panic", {}, { text: `panic: ended all notes ${place}` });
  }

  portOf(input) {
    const look = this.ports.lookOf(input);
    return { name: this.ports.name(input), sign: look.sign, paint: this.colors[`voice-${look.voice}`] };
  }

  // Returns the colors of held notes, and signs if they come from several inputs.
  portsOfNotes(held) {
    const isMixed = new Set(held.map(({ input }) => input)).size > 1;
    return new Map(held.map(({ note, input }) => {
      const { paint, sign } = this.portOf(input);
      return [note, { paint, sign: isMixed ? sign : "" }];
    }));
  }

  // Paints all pictures with the next frame.
  repaint() {
    this.mustPaint = true;
  }

  // Draws if the state is new, or if a picture moves.
  frame(now) {
    requestAnimationFrame((next) => this.frame(next));
    const moves = this.stoppedAt === undefined && this.strip.entries.size > 0 && !this.slow.matches;
    const isDue = now - (this.drawnAt ?? -Infinity) >= StudioPage.idle;
    if (this.isOld || this.mustPaint || moves || isDue) this.draw(now);
    this.log.draw(now);
  }

  // The pictures come first, because they need the layout, which the lists change.
  draw(now) {
    const { state, time, mustPaint } = this;
    const isShown = ({ input }) => this.ports.isShown(input);
    this.drawnAt = now;
    this.mustPaint = false;
    if (state) {
      this.board?.draw({ cells: state.cells.filter(isShown), lights: state.lights }, mustPaint);
      this.piano.draw(state.keys, this.portsOfNotes(state.held), mustPaint);
      if (mustPaint || this.strip.isDue(time, this.slow.matches)) this.strip.draw(time);
    }
    if (mustPaint) this.values.repaint();
    if (now - (this.listedAt ?? -Infinity) < StudioPage.listInterval) return;
    this.listedAt = now;
    this.isOld = false;
    const { output = null, sound = null } = state ?? {};
    this.status.draw(this.connection, state, this.lines, this.ports.missing(output));
    this.status.drawHint(state !== null && !this.ports.hasSent, this.ports.connected, this.keys.firstLetters,
      this.sounds.pageSound.isOn || Boolean(output ?? sound));
    if (!state) return;
    this.ports.draw(time);
    const { held, values } = this.look.of(state);
    const isRange = this.look.range !== null;
    this.held.draw(held.filter(isShown), time, isRange);
    this.values.draw(values.filter(isShown), time, isRange);
    this.judging.draw(state.judgment);
    this.output.draw(state, this.sounds.pageSound.isOn);
    this.sounds.draw(state);
    this.takes.drawReplay(state.replay, state.now, time);
    this.recorder.draw(state.recording, time);
    this.sessions.drawState(state);
    this.commandLine.drawUndo(state.undo);
    this.focus.restore();
    document.documentElement.dataset.drawn = String(state.now);
  }
}

// Returns whether a key undoes an action. In a field, it undoes the typing.
function isUndoKey({ key, repeat, shiftKey, ctrlKey, metaKey, altKey, target }) {
  return key.toLowerCase() === "z" && (ctrlKey || metaKey) && !repeat && !shiftKey && !altKey && !isField(target);
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
