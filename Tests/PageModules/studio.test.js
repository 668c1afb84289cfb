import assert from "node:assert/strict";
import test from "node:test";
import { Board } from "../../Sources/CPageAssets/Assets/board.js";
import { ClockTime, ServerClock, ageText, lengthText } from "../../Sources/CPageAssets/Assets/clocktime.js";
import { Connection, retryDelay, splitHash } from "../../Sources/CPageAssets/Assets/connection.js";
import { Fingers, noteOfCode, pressureAt, velocityAt } from "../../Sources/CPageAssets/Assets/fingers.js";
import { Grid } from "../../Sources/CPageAssets/Assets/grid.js";
import { bendText, withHeadings } from "../../Sources/CPageAssets/Assets/held.js";
import { Verdicts, judgmentText } from "../../Sources/CPageAssets/Assets/judging.js";
import { Keyboard } from "../../Sources/CPageAssets/Assets/keyboard.js";
import { Lines, folded, sendWords, wordsOfLines } from "../../Sources/CPageAssets/Assets/lines.js";
import { completeState, shortWords } from "../../Sources/CPageAssets/Assets/livestate.js";
import { deltaText } from "../../Sources/CPageAssets/Assets/log.js";
import { sweepWords } from "../../Sources/CPageAssets/Assets/output.js";
import { RangeLook } from "../../Sources/CPageAssets/Assets/rangelook.js";
import {
  isInRange, rangeBetween, rangeOfSetting, rangeSetting, rangeText,
} from "../../Sources/CPageAssets/Assets/ranges.js";
import { PageReplay } from "../../Sources/CPageAssets/Assets/pagereplay.js";
import { PageSound } from "../../Sources/CPageAssets/Assets/pagesound.js";
import { isRepeatedClick } from "../../Sources/CPageAssets/Assets/parts.js";
import { lookAt } from "../../Sources/CPageAssets/Assets/portlooks.js";
import { decodedNames } from "../../Sources/CPageAssets/Assets/ports.js";
import { History, Rate } from "../../Sources/CPageAssets/Assets/rates.js";
import { detailText, runText } from "../../Sources/CPageAssets/Assets/sessionlist.js";
import { levelText, pageSoundText, restText, sentence, soundText } from "../../Sources/CPageAssets/Assets/sounds.js";
import { hintText, missingText } from "../../Sources/CPageAssets/Assets/status.js";
import { expectedFirst } from "../../Sources/CPageAssets/Assets/takecomparison.js";
import { fileName, pitchRange } from "../../Sources/CPageAssets/Assets/takedetail.js";
import { dayText, nameParts } from "../../Sources/CPageAssets/Assets/takes.js";
import { sessionName } from "../../Sources/CPageAssets/Assets/sessiondialog.js";

test("computer keys play the notes of an octave by their place", () => {
  const codes = ["KeyA", "KeyW", "KeyS", "KeyK", "Quote", "KeyB"];
  assert.deepEqual(codes.map((code) => noteOfCode(code, 4)), [60, 61, 62, 72, 77, -1]);
  assert.deepEqual([noteOfCode("KeyA", -1), noteOfCode("KeyG", 9), noteOfCode("KeyY", 9)], [0, 127, -1]);
});

test("lower on a key is louder, and a measured pressure counts instead", () => {
  assert.deepEqual([0, 0.5, 1, 2].map((depth) => velocityAt(depth)), [20, 74, 127, 127]);
  assert.equal(velocityAt(0, { pointerType: "pen", pressure: 0.9 }), 116);
  for (const pressure of [0, 0.5, 1]) assert.equal(velocityAt(0, { pointerType: "touch", pressure }), 20);
  assert.equal(velocityAt(0, { pointerType: "mouse", pressure: 0.7 }), 20);
});

test("pressure rises with the distance from the press, and a measured one counts instead", () => {
  assert.deepEqual([0.9, 0.8, 0.65, 0.4, 0].map((depth) => pressureAt(depth, 0.9)), [0, 0, 36, 127, 127]);
  assert.deepEqual([0.1, 0.35].map((depth) => pressureAt(depth, 0.1)), [0, 36]);
  assert.equal(pressureAt(0.5, 0.5, { pointerType: "pen", pressure: 0.9 }), 114);
  assert.equal(pressureAt(0.5, 0.5, { pointerType: "touch", pressure: 1 }), 0);
});

test("the highest pressure of a channel is sent, or that of each note, and not too often", () => {
  const [sent, waiting] = [[], []];
  const fingers = new Fingers((name, { note, pressure, isChannel }) => {
    if (name === "pressure") sent.push([note, pressure, isChannel]);
  }, (action) => waiting.push(action));
  const pass = () => waiting.splice(0).forEach((action) => action());
  fingers.press("one", 60, 80);
  fingers.press("two", 64, 80);
  fingers.push("one", 0);
  fingers.push("one", 50);
  fingers.push("one", 51);
  fingers.push("one", 52);
  assert.deepEqual(sent, [[60, 50, true]]);
  pass();
  fingers.push("two", 40);
  pass();
  assert.deepEqual(sent.slice(1), [[60, 52, true], [64, 52, true]]);
  pass();
  assert.equal(waiting.length, 0);
  fingers.aftertouch = "note";
  fingers.push("two", 41);
  fingers.push("two", 42);
  fingers.push("one", 43);
  fingers.push("three", 60);
  fingers.release("two");
  pass();
  fingers.aftertouch = "";
  fingers.push("one", 44);
  assert.deepEqual(sent.slice(3), [[64, 41, false], [60, 43, false]]);
});

test("a note of two fingers ends with the second, on the channel of its start", () => {
  const sent = [];
  const fingers = new Fingers((name, { note, channel }) => sent.push([name, note, channel].join(" ").trim()));
  fingers.press("mouse", 60, 80);
  fingers.channel = 2;
  fingers.press("KeyA", 60, 90);
  fingers.release("mouse");
  fingers.press("touch", 64, 90);
  fingers.press("touch", 65, 90);
  assert.deepEqual(sent, ["press 60 1", "press 64 2", "release 64 2", "press 65 2"]);
  fingers.release("KeyA");
  fingers.release("unknown");
  assert.equal(sent.at(-1), "release 60 1");
  fingers.releaseAll();
  fingers.releaseAll();
  assert.deepEqual(sent.slice(5), ["releaseAll"]);
  fingers.isOn = false;
  fingers.press("mouse", 60, 80);
  assert.deepEqual([fingers.text, sent.length], ["", 6]);
});

test("touched keys have a depth, and black keys are above white ones", () => {
  const keyboard = new Keyboard({ lowest: 21, highest: 108, isExact: true, signRoom: 0 });
  const surface = { width: 52 * 22, height: 150 };
  assert.deepEqual([keyboard.keys.length, keyboard.whiteKeys.length], [88, 52]);
  assert.deepEqual(keyboard.touch(5, 75, surface), { key: 21, depth: 0.5 });
  assert.deepEqual(keyboard.touch(22, 50, surface), { key: 22, depth: 0.5 });
  assert.equal(keyboard.touch(22, 120, surface).key, 23);
  assert.equal(keyboard.touch(52 * 22 - 2, 10, surface).key, 108);
  assert.equal(keyboard.touch(-5, 10, surface), null);
  assert.equal(keyboard.touch(10, 500, surface), null);
});

test("delays before a new connection grow from a quarter of a second to four", () => {
  assert.deepEqual([0, 1, 2, 3, 4, 5, 60].map(retryDelay), [250, 500, 1000, 2000, 4000, 4000, 4000]);
});

test("the token is separated from the settings of the address", () => {
  const token = "0123456789abcdef01234567";
  assert.deepEqual(splitHash(`#${token}`), { token, settings: "" });
  assert.deepEqual(splitHash(`#tab=log&${token}&hide=a`), { token, settings: "tab=log&hide=a" });
  assert.deepEqual(splitHash("#tab=log"), { token: "", settings: "tab=log" });
});

// A socket whose events a test triggers.
class FakeSocket extends EventTarget {
  sent = [];

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  receive(message) {
    this.dispatchEvent(Object.assign(new Event("message"), { data: JSON.stringify(message) }));
  }

  close(code) {
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

test("a connection sends the token, answers commands, and fails them if it is lost", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const sockets = [];
  const [statuses, received, times] = [[], [], []];
  const open = () => {
    sockets.push(new FakeSocket());
    return sockets.at(-1);
  };
  let time = 0;
  const connection = new Connection({
    url: "ws://x/live", token: "t", open, clock: () => time,
    received: (message) => received.push(message), changed: (status) => statuses.push(status),
    timed: (...answer) => times.push(answer),
  });
  assert.deepEqual(await connection.command("panic"), { error: "not connected" });
  sockets[0].dispatchEvent(new Event("open"));
  sockets[0].receive({ hello: {} });
  const reply = connection.command("send", { words: "on C4 1" });
  assert.deepEqual(sockets[0].sent, [{ token: "t" }, { id: 1, do: "send", words: "on C4 1" }]);
  sockets[0].receive({ reply: 1, error: null, command: "midirec send on C4 1" });
  assert.equal((await reply).command, "midirec send on C4 1");
  assert.deepEqual(received, [{ hello: {} }]);
  time = 7;
  context.mock.timers.tick(Connection.firstProbes[0]);
  assert.deepEqual(sockets[0].sent.at(-1), { id: 2, do: "ping" });
  time = 9;
  sockets[0].receive({ reply: 2, error: null, command: null, now: 1000 });
  await Promise.resolve();
  assert.deepEqual([times, connection.roundTrip], [[[1000, 7]], 2]);
  const pending = connection.command("run");
  sockets[0].close(1006);
  assert.match((await pending).error, /not connected/);
  context.mock.timers.tick(249);
  assert.equal(sockets.length, 1);
  context.mock.timers.tick(1);
  assert.equal(sockets.length, 2);
  sockets[1].close(1006);
  assert.equal(connection.delay, 500);
  context.mock.timers.tick(500);
  sockets[2].dispatchEvent(new Event("open"));
  sockets[2].receive({ hello: {} });
  time += Connection.patience + 1;
  context.mock.timers.tick(Connection.interval);
  sockets[2].receive({ state: {} });
  sockets[2].close(1008);
  assert.deepEqual(statuses, ["live", "lost", "lost", "live", "silent", "live", "refused"]);
  context.mock.timers.tick(60000);
  assert.equal(sockets.length, 3);
});

test("rates count the messages of the last second", () => {
  const rate = new Rate();
  assert.equal(rate.at(0), 0);
  for (let step = 0; step <= 200; step += 1) rate.add(step * 10000, step * 5);
  assert.equal(rate.at(2000000), 500);
  assert.equal(rate.at(2500000), 250);
  assert.equal(rate.at(4000000), 0);
  assert.ok(rate.samples.length <= 102);
});

test("a history keeps ten seconds, one earlier point, and a bounded number of points", () => {
  const history = new History();
  for (let step = 0; step < 5000; step += 1) history.add(step * 5000, step % 7);
  assert.ok(history.points.length <= 2 * History.most, `${history.points.length}`);
  assert.equal(history.points.at(-1).value, 4999 % 7);
  const last = history.points.at(-1).time;
  assert.ok(history.points[1].time > last - History.span);
  history.add(last + 10, 4999 % 7);
  assert.equal(history.points.at(-1).time, last);
  assert.deepEqual([history.isMoving(last + 5000000), history.isMoving(last + 12000000)], [true, false]);
});

test("ranges have an order, a shortest length, and a text", () => {
  assert.deepEqual(rangeBetween(5000, 1000), { from: 1000, to: 5000 });
  assert.equal(rangeBetween(5000, 1000, 10000), null);
  assert.equal(rangeBetween(5000, 5000), null);
  const range = { from: 10, to: 20 };
  assert.deepEqual([9, 10, 20, 21].map((time) => isInRange(range, time)), [false, true, true, false]);
  assert.ok(isInRange(null, 5));
  assert.deepEqual([840000, 2400000, 67500000].map((to) => rangeText({ from: 0, to })), ["840 ms", "2.40 s", "1:07"]);
});

const line = (number, { time = number * 1000, direction = "in", input = 1, bytes = "90 3C 4F" } = {}) => (
  [number, time, direction, input, "Keys", 1, "note on", "C4 79", bytes]);

test("lines are bounded, and the latest stay", () => {
  const lines = new Lines();
  for (let part = 0; part < 5; part += 1) {
    lines.add({ lines: Array.from({ length: 1000 }, (_, index) => line(part * 1000 + index + 1)), total: 5000 });
  }
  const { all, total } = lines;
  assert.deepEqual([all.length, all[0][0], all.at(-1)[0], total], [Lines.most, 2001, 5000, 5000]);
  lines.add({ isReset: true, lines: [line(1)] });
  assert.deepEqual([lines.all.length, lines.epoch], [1, 1]);
});

test("the messages of a panic are one line per port", () => {
  const panic = (start, direction, input) => Array.from({ length: 64 }, (_, index) => {
    const bytes = `B${Math.floor(index / 4).toString(16).toUpperCase()} ${["40", "42", "78", "7B"][index % 4]} 00`;
    return [start + index, 5000, direction, input, "studio", 1 + Math.floor(index / 4), "control change", "", bytes];
  });
  const pedal = [900, 6000, "in", 1, "Keys", 1, "control change", "64 value 0", "B0 40 00"];
  const pedals = Array.from({ length: 8 }, (_, index) => [910 + index, ...pedal.slice(1)]);
  const lines = [line(1), ...panic(2, "out", null), ...panic(66, "in", 0), pedal, line(901)];
  const textsOf = (lines) => folded(lines).map(([number, , direction, , , , kind, words]) => (
    [number, direction, kind, words].join(" ")));
  // The messages of two ports can alternate.
  const alternating = panic(0, "out", null).flatMap((sent, index) => [sent, panic(100, "in", 0)[index]]);
  assert.deepEqual(textsOf(alternating), ["63 out panic 64 messages", "163 in panic 64 messages"]);
  assert.deepEqual(folded(pedals), pedals);
  assert.deepEqual(textsOf(lines), ["1 in note on C4 79", "65 out panic 64 messages", "129 in panic 64 messages",
    "900 in control change 64 value 0", "901 in note on C4 79"]);
});

test("lines left out are counted and have a line of their own", () => {
  const lines = new Lines();
  lines.add({ leftOut: 17, lines: [line(18)] });
  lines.add({ leftOut: 2, lines: [] });
  assert.equal(lines.leftOut, 19);
  const texts = lines.all.map(([number, , , , , , , words]) => [number, words]);
  assert.deepEqual(texts, [[-19, "17 lines left out"], [18, "C4 79"]]);
});

test("a pause shows what was there, and goes on collecting", () => {
  const lines = new Lines();
  const numbers = () => lines.shown(null, () => true).map(([number]) => number);
  lines.add({ lines: [line(1)] });
  lines.pause(true);
  lines.add({ lines: [line(2), line(3)] });
  assert.deepEqual([numbers(), lines.since, lines.isPaused], [[1], 2, true]);
  lines.add({ isReset: true, lines: [line(2)] });
  assert.deepEqual([numbers(), lines.since], [[2], 0]);
  lines.add({ lines: [line(3)] });
  assert.deepEqual([numbers(), lines.since], [[2], 1]);
  lines.pause(false);
  assert.deepEqual([numbers(), lines.isPaused], [[2, 3], false]);
});

test("lines of a range and of shown inputs are shown, and lines of outputs always", () => {
  const lines = new Lines();
  lines.add({ lines: [line(1), line(2, { input: 2 }), line(3), line(4, { direction: "out", input: null })] });
  const numbers = (range, isShown) => lines.shown(range, isShown).map(([number]) => number);
  assert.deepEqual(numbers({ from: 2000, to: 3000 }, () => true), [2, 3]);
  assert.deepEqual(numbers(null, (input) => input === 2), [2, 4]);
});

test("messages are copied as words with channels and times", () => {
  const words = (bytes) => sendWords(bytes).words;
  assert.deepEqual(["90 3C 00", "8F 3C 40", "E0 00 40", "B3 40 7F"].map(words),
    ["ch 1 on C4 0", "ch 16 off C4 64", "ch 1 pb 8192", "ch 4 cc 64 127"]);
  assert.deepEqual(["C0 05", "D0 10", "A0 3C 01", "F8", "F0 7E F7"].map(words),
    ["ch 1 pc 5", "ch 1 cp 16", "ch 1 pp C4 1", "raw F8H", "raw F0H 7EH F7H"]);
  const lines = [
    line(1, { time: 1000400 }), line(2, { time: 1000900, bytes: "80 3C 40" }),
    line(3, { time: 1500400, bytes: "91 3C 01" }),
    line(4, { bytes: "F0 01 … (99 bytes)" }), line(-5, { bytes: "" }),
  ];
  assert.equal(wordsOfLines(lines), "ch 1 on C4 79\n+1ms off C4 64\n+499ms ch 2 on C4 1");
  assert.equal(wordsOfLines([]), "");
});

test("a sweep covers all values within a second", () => {
  const words = sweepWords(1);
  assert.match(words, /^cc 1 0 \+60ms cc 1 8 /);
  assert.match(words, /cc 1 127$/);
});

test("times of day count from the start of the studio", () => {
  const clock = new ClockTime(new Date(2026, 10, 29, 14, 2, 7, 118).getTime());
  const texts = [clock.text(204), clock.text(204, 6), clock.minutes(60000000)];
  assert.deepEqual(texts, ["14:02:07", "14:02:07.118204", "14:03"]);
  assert.equal(clock.text(10 * 3600000000), "00:02:07");
  assert.deepEqual([0, 9990000, 12500000, 75000000].map(ageText), ["0.0 s", "9.9 s", "12 s", "1:15"]);
  assert.deepEqual([7, 72, 3729].map(lengthText), ["0:07", "1:12", "1:02:09"]);
});

test("a click is mapped to the studio's clock within half of the fastest round trip", () => {
  let seed = 1;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const start = 5000000; // microseconds of the studio at the start of the page
  const clock = new ServerClock();
  let [fastestState, fastestPing] = [Infinity, Infinity];
  for (let second = 0; second < 100; second += 1) {
    const at = second * 1000; // milliseconds of the page
    // Deliveries on a busy machine.
    const [state, ping] = [0.2 + 30 * random() ** 3, 0.2 + 30 * random() ** 3];
    [fastestState, fastestPing] = [Math.min(fastestState, state), Math.min(fastestPing, ping)];
    clock.heard(Math.floor(start + at * 1000), at + state);
    clock.answered(Math.floor(start + (at + 500 + ping) * 1000), at + 500);
    const error = clock.time(at + 900) - (start + (at + 900) * 1000);
    assert.ok(Math.abs(error) <= ((fastestState + fastestPing) / 2) * 1000 + 1, `${error} µs after ${second} s`);
  }
  assert.ok(Math.abs(clock.time(0) - start) < 300);
});

test("the studio's clock is found again after the clocks have drifted", () => {
  const clock = new ServerClock();
  clock.heard(1000, 1);
  assert.equal(clock.time(5), 5000);
  clock.answered(1500, 1);
  assert.equal(clock.time(1), 1250);
  clock.heard(9000, 8);
  assert.equal(clock.time(8), 9000);
  clock.answered(9400, 9);
  assert.equal(clock.time(9), 9400);
});

test("held notes are in groups by their input", () => {
  const items = [{ input: 2, note: 60 }, { input: 1, note: 61 }, { input: 2, note: 62 }];
  const rows = withHeadings(items, (id) => `port ${id}`);
  assert.deepEqual(rows.map(({ heading, note }) => heading ?? note), ["port 2", 60, 62, "port 1", 61]);
  assert.deepEqual([0, 0.123, -2].map(bendText), ["", "+0.12", "−2.00"]);
});

test("sessions have names that are folders", () => {
  assert.deepEqual(["/a/idea 1.mid", "é/ü?.MIDI", "a.b.mid"].map(sessionName), ["idea-1", "ü", "a.b"]);
  assert.equal(fileName("/a/b.mid"), "b.mid");
  const noon = new Date(2026, 10, 27, 14, 5).getTime();
  assert.deepEqual([dayText(noon, noon + 1000), dayText(noon, noon + 86400000)], ["today 14:05", "Nov 27, 14:05"]);
});

test("what the server leaves out of a state is null", () => {
  const state = completeState({ now: 5, inputs: [{ id: 0 }], held: [{ note: 60, bend: 1 }], values: [{}], cells: [{}] });
  assert.deepEqual([state.now, state.output, state.recording, state.inputs[0].clock], [5, null, null, null]);
  assert.deepEqual(state.held, [{ bend: 1, pressure: null, timbre: null, end: null, note: 60 }]);
});

test("messages have short words with the terms of the filter", () => {
  assert.equal(shortWords("note-on", "C4 velocity 90"), "note-on C4 90");
  assert.equal(shortWords("control change", "64 value 127"), "cc 64 127");
  assert.equal(shortWords("timing clock", ""), "clock");
});

test("small rolls fill their height from an octave on", () => {
  assert.deepEqual(pitchRange([[0, 1, 0.25], [0, 1, 0.75]]), { lowest: 0.25, range: 0.5 });
  const { lowest, range } = pitchRange([[0, 1, 0.5]]);
  assert.ok(Math.abs(lowest + range / 2 - 0.5) < 1e-9 && Math.abs(range - 12 / 127) < 1e-9);
  assert.ok(Number.isFinite(pitchRange([]).lowest));
});

test("the range of an address has times since 1970, and belongs to this run of the studio", () => {
  const startedAt = 1795966000000;
  const range = { from: 1500000, to: 4000001 };
  const text = rangeSetting(range, startedAt);
  assert.equal(text, "1795966001500000-1795966004000001");
  assert.deepEqual(rangeOfSetting(text, startedAt), range);
  assert.equal(rangeSetting(null, startedAt), "");
  for (const other of ["", "5", "a-b", "1795966004000001-1795966001500000", "1-2"]) {
    assert.equal(rangeOfSetting(other, startedAt), null, other);
  }
  assert.equal(rangeOfSetting(text, startedAt + 10000), null);
});

test("verdicts are found by channel, note, and start", () => {
  const verdicts = new Verdicts({ notes: [[1, 60, 5, "right"], [1, 60, 9, "extra"]], missing: [[64, 7, 8]] });
  assert.equal(verdicts.of({ channel: 1, note: 60, start: 5 }), "right");
  assert.equal(verdicts.of({ channel: 1, note: 60, start: 9 }), "extra");
  assert.equal(verdicts.of({ channel: 2, note: 60, start: 5 }), null);
  assert.deepEqual(verdicts.missing, [{ note: 64, start: 7, end: 8 }]);
  assert.equal(judgmentText({ right: 1200, wrong: 0, missing: 3 }), "1,200 right · 0 wrong · 3 missing");
});

test("times since the line before have microseconds and a sign", () => {
  assert.deepEqual([undefined, 0, 812, -1500000, 61000000].map(deltaText),
    ["", "+0.000000", "+0.000812", "−1.500000", "+61.000000"]);
});

test("a range shows what was found in it, and nothing of the state", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const replies = [];
  const act = (name, range) => new Promise((answer) => replies.push({ name, range, answer }));
  const look = new RangeLook({ act, changed() {} });
  const state = { held: [{ note: 1 }], values: [] };
  assert.equal(look.of(state), state);
  look.choose({ from: 1, to: 2 });
  assert.deepEqual(look.of(state).held, []);
  look.choose({ from: 1, to: 3 });
  context.mock.timers.tick(RangeLook.delay);
  assert.deepEqual(replies.map(({ name, range }) => [name, range]), [["look", { from: 1, to: 3 }]]);
  replies[0].answer({ held: [{ note: 60 }], values: [] });
  await Promise.resolve();
  await Promise.resolve();
  assert.equal(look.of(state).held[0].note, 60);
  look.choose(null);
  assert.equal(look.of(state), state);
});

// A synth that notes the ends of its notes instead of sounding.
class FakeSynth {
  constructor() {
    Object.assign(this, { time: 10, context: { state: "running", resume() {} }, played: [], stops: 0 });
  }

  play(note, velocity, channel, start, end = Infinity) {
    const voice = { note, velocity, channel, start, end };
    this.played.push(voice);
    return (end) => {
      voice.end = end;
    };
  }

  stopAll() {
    this.stops += 1;
  }
}

function madeSound() {
  const synth = new FakeSynth();
  const sound = new PageSound({ changed() {}, make: () => synth });
  sound.set(true);
  return { synth, sound };
}

test("the sound of the page plays notes that come in, and ends them", () => {
  const { synth, sound } = madeSound();
  const add = (notes, now) => sound.add({ isReset: false, notes }, now);
  sound.add({ isReset: true, notes: [[1, 0, 1, 40, 90, 0, null]] }, 5000000);
  assert.equal(synth.played.length, 0);
  add([[2, 0, 10, 60, 90, 6000000, null]], 6000100);
  assert.deepEqual(synth.played, [{ note: 60, velocity: 90, channel: 9, start: 10, end: Infinity }]);
  synth.time = 11;
  add([[2, 0, 10, 60, 90, 6000000, 6500000]], 6500100);
  assert.deepEqual([synth.played[0].end, sound.ends.size], [11, 0]);
  // A note that was too short for two messages, and one of the past.
  add([[3, 0, 1, 62, 90, 6600000, null], [4, 0, 1, 64, 90, 1000000, null], [3, 0, 1, 62, 90, 6600000, 6610000]], 6600100);
  assert.deepEqual(synth.played.slice(1), [{ note: 62, velocity: 90, channel: 0, start: 11, end: 11.06 }]);
  sound.add({ isReset: false, notes: [[5, 7, 1, 62, 90, 6700000, null]] }, 6700000, (input) => input !== 7);
  assert.equal(synth.played.length, 2);
});

test("no note of the page's sound hangs", () => {
  const { synth, sound } = madeSound();
  const came = (id, end) => sound.add({ isReset: false, notes: [[id, 0, 1, 40, 90, 0, end]] }, 0);
  came(1, null);
  assert.deepEqual([...sound.ends.keys()], ["in 1"]);
  sound.add({ isReset: true, notes: [] }, 0);
  assert.equal(sound.ends.size, 0);
  // The end of a note that panic has ended doesn't strike it again.
  came(1, null);
  sound.stopAll();
  const count = synth.played.length;
  came(1, 100000);
  assert.equal(synth.played.length, count);
  for (let id = 2; id < 102; id += 1) came(id, null);
  assert.equal(sound.ends.size, PageSound.most);
  sound.set(false);
  assert.deepEqual([sound.ends.size, synth.stops], [0, 2]);
  came(200, null);
  assert.equal(sound.ends.size, 0);
});

test("the sound of a page asks for a click until the browser lets it sound", () => {
  const synth = new FakeSynth();
  synth.context.state = "suspended";
  const texts = [];
  const sound = new PageSound({ changed: () => texts.push([pageSoundText(sound), soundText(null, sound)]), make: () => synth });
  sound.set(true);
  synth.context.state = "running";
  synth.context.onstatechange();
  sound.set(false);
  assert.deepEqual(texts.slice(0, 2), [["Click anywhere to hear it", "This page"], ["Sound of this page", "This page"]]);
  assert.deepEqual(texts.at(-1), ["Sound of this page", "No sound chosen"]);
  assert.equal(soundText({ name: "Organ", isFavorite: true }, sound), "★ Organ");
});

test("a dense loop schedules a limited number of notes, and draws once", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { synth, sound } = madeSound();
  let draws = 0;
  sound.changed = () => {
    draws += 1;
  };
  const notes = Array.from({ length: 1000 }, (_, index) => [index, index + 1, 1, 60, 80]);
  const page = new PageReplay({ sound, read: async () => notes });
  await page.follow({ file: "a.mid", position: 0, length: 50000, speed: 1, isLoop: true }, 5000000, 5000000);
  page.play(5000000);
  assert.deepEqual([synth.played.length, draws], [PageSound.mostHeard, 1]);
});

test("a held key clicks a button once", () => {
  const [button, field] = [{ closest: () => button }, { closest: () => null }];
  const event = { repeat: true, key: "Enter", target: button };
  const others = [{ ...event, repeat: false }, { ...event, key: "ArrowDown" }, { ...event, target: field }];
  assert.deepEqual([event, ...others].map(isRepeatedClick), [true, false, false, false]);
});

test("badly encoded names of an address are dropped", () => {
  assert.deepEqual(decodedNames(["a%2Cb", "%", "%25", "%FF"]), ["a,b", "%"]);
});

test("notes of the strip are played again from the first on", () => {
  const { synth, sound } = madeSound();
  const entry = (start, end) => ({ note: 60, velocity: 80, channel: 1, start, end });
  const entries = [entry(3000000, null), entry(2000000, 2500000), entry(9000000, null)];
  assert.equal(sound.playAgain(entries, { from: 0, to: 4000000 }), 2);
  assert.deepEqual(synth.played.map(({ start, end }) => [start, end]), [[10.05, 10.55], [11.05, 12.05]]);
});

test("the sound of the page follows a replay: its speed, its passes, and its end", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { synth, sound } = madeSound();
  const read = async () => [[0, 100000, 1, 60, 80], [2000000, 2100000, 1, 62, 80]];
  const page = new PageReplay({ sound, read });
  const replay = { file: "a.mid", position: 10000, length: 3000000, speed: 2, isLoop: true };
  const follow = async (position, time) => {
    await page.follow({ ...replay, position }, time, time);
    page.play(time);
  };
  const starts = () => synth.played.map(({ note, start }) => [note, Math.round((start - 10) * 1000)]);
  await follow(10000, 5005000);
  assert.deepEqual(starts(), [[60, 0], [62, 995]]);
  // A second later, the next pass is due. A state whose time is a bit off is of the same replay.
  await follow(2030000, 6005000);
  assert.deepEqual(starts().slice(2), [[60, 495]]);
  // A jump ends the scheduled notes, and those that are past aren't played.
  synth.time = 11;
  await follow(1000000, 6105000);
  assert.deepEqual(starts().slice(3), [[62, 1500], [60, 2000]]);
  await page.follow(null, 6200000, 6200000);
  assert.ok(synth.played.every(({ end }) => end <= 11), JSON.stringify(synth.played));
  assert.equal(sound.ends.size, 0);
});

test("lists of presets, levels, and reasons become texts", () => {
  const presets = Array.from({ length: 3 });
  assert.equal(restText({ presets: [], count: 0 }), "No preset matches.");
  assert.equal(restText({ presets, count: 3 }), "3 presets");
  assert.equal(restText({ presets, count: 812 }), "the first 3 of 812 presets");
  assert.equal(restText({ presets, count: 1000, isCut: true }), "the first 3 of more than 1,000 presets");
  assert.deepEqual(["reverb", "chorus", "volume"].map((name) => levelText(name, 0)), ["off", "off", "0 dB"]);
  assert.deepEqual([levelText("volume", -3), levelText("volume", 2.5), levelText("reverb", 0.25)], ["−3 dB", "+2.5 dB", "0.25"]);
  assert.deepEqual([sentence("no font; add one"), sentence(null)], ["No font; add one.", ""]);
});

test("a run of all sessions is told by the number of each verdict", () => {
  assert.equal(runText(["different", "passed", "different"]), "ran 3 sessions: 2 different, 1 passed");
  assert.equal(runText(["passed"]), "ran 1 session: 1 passed");
});

test("the first inputs that send have different colors, and the first 64 differ in the color or the sign", () => {
  const all = Array.from({ length: 64 }, (_, place) => lookAt(place));
  assert.equal(new Set(all.slice(0, 8).map(({ voice }) => voice)).size, 8);
  assert.equal(new Set(all.map(({ voice, sign }) => `${voice} ${sign}`)).size, 64);
});

test("cells have the colors of their inputs, and signs if these are several", () => {
  const portOf = (input) => ({ name: `Port ${input}`, sign: "■", paint: `#00000${input}` });
  const cell = (number, input) => ({ cell: number, note: 60, input, channel: 1, pressure: null, bend: 0, color: "red" });
  const parts = (cells) => [...Board.parts({ cells, lights: [] }, new Map(), portOf).values()];
  assert.deepEqual(parts([cell(1, 1), cell(2, 2)]).map(({ paint, sign }) => [paint, sign]), [["#000001", "■"], ["#000002", "■"]]);
  assert.deepEqual(parts([cell(1, 1), cell(2, 1)]).map(({ sign }) => sign), ["", ""]);
  assert.equal(parts([cell(1, 1)])[0].look, "from Port 1, channel 1,");
});

test("a cell has the letters for which it has room in a size that can be read", () => {
  const written = [];
  const grid = new Grid({ columns: 25, colors: new Map(), lights: { expected: new Map(), actual: new Map() } });
  const context = {
    measureText: (text) => ({ width: text.length * 0.6 * parseFloat(context.font.split(" ")[1]) }),
    fillText: (text) => written.push(`${text} ${context.font.split(" ")[1]}`),
  };
  for (const width of [40, 20, 14, 7]) grid.write(context, { width, height: width }, 0, ["C#4", "C#"], "black", 700);
  assert.deepEqual(written, ["C#4 10px", "C#4 9px", "C# 9px"]);
});

test("the page names the ports that it listens to, and those that are gone", () => {
  const letters = ["A", "S"];
  assert.equal(hintText(["Keys"], letters, true), "Nothing received yet. midirec listens to Keys. Or play with the keys A S.");
  const names = ["Keys", "Pads", "Thru", "Wind", "Grid"];
  assert.match(hintText(names, letters, false), /listens to Keys, Pads, Thru, and 2 others\. Or choose an output/);
  assert.match(hintText([], letters, true), /^No port is connected\. Connect one, or play/);
  const texts = [names.slice(0, 1), names.slice(0, 2), names.slice(0, 3)].map(missingText);
  assert.deepEqual(texts, ["⚠ Keys is missing", "⚠ Keys and Pads are missing", "⚠ Keys, Pads, and 1 other are missing"]);
  assert.equal(missingText([]), "");
});

test("a session shows its pending result as reviewed, after the reason of a failure", () => {
  const review = { text: "piano\nA4: missing" };
  assert.equal(detailText({ verdict: "different", text: "run", isPending: true }, review), "piano\nA4: missing");
  assert.equal(detailText({ verdict: "failed", text: "no take", isPending: true }, review), "no take\n\npiano\nA4: missing");
  assert.equal(detailText({ verdict: "new", text: "", isPending: true }, { error: "damaged" }), "damaged");
  const sound = { text: "No expected result yet.\nListen to it: a.pending.flac" };
  assert.match(detailText({ verdict: "new", isPending: true }, sound), /\nListen to it: press listen, or open a\.pending\.flac$/);
  assert.equal(detailText({ verdict: "failed", text: "no take", isPending: false }), "no take");
});

test("the older of two takes is the expected one", () => {
  const [old, recent] = [{ file: "z.mid", modified: 5 }, { file: "a.mid", modified: 9 }];
  for (const pair of [[old, recent], [recent, old]]) assert.deepEqual(expectedFirst(...pair), [old, recent]);
  const twin = { file: "b.mid", modified: 9 };
  assert.deepEqual(expectedFirst(twin, recent), [twin, recent]);
});

test("the end of a take's name is always shown, because it has the time", () => {
  assert.deepEqual(nameParts("take-2026-11-30-170640.mid"), ["take-2026-11-30-", "170640.mid"]);
  assert.deepEqual(nameParts("a.mid"), ["", "a.mid"]);
});
