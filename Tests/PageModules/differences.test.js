import assert from "node:assert/strict";
import test from "node:test";
import { Differences } from "../../Sources/CPageAssets/Assets/differences.js";
import { differingPlaces } from "../../Sources/CPageAssets/Assets/instrument.js";
import { Marks } from "../../Sources/CPageAssets/Assets/marks.js";
import { Notes } from "../../Sources/CPageAssets/Assets/notes.js";
import { Reader } from "../../Sources/CPageAssets/Assets/reader.js";

const kinds = [{ name: "missing", sign: "−", aspect: "actual" }, { name: "late", sign: "→", aspect: "time" }];

function differences() {
  const layers = { expected: new Notes(), actual: new Notes() };
  for (const onset of [0, 1000000]) layers.expected.add({ onset, offset: onset + 500000, number: 60, velocity: 1 });
  layers.actual.add({ onset: 1060000, offset: 1500000, number: 60, velocity: 1 });
  for (const notes of Object.values(layers)) notes.end = 2000000;
  return new Differences(kinds, [
    { place: "take", kinds: [1], time: null, subject: "the take", verdict: "late" },
    { place: "notes", kinds: [0], time: 0, subject: "C4", verdict: "missing", expected: [0], actual: [] },
    { place: "notes", kinds: [1], time: 1000000, subject: "C4", verdict: "late", expected: [1], actual: [0] },
    { place: "event", kinds: [0], time: 1500000, times: [], subject: "SysEx", verdict: "missing" },
  ], layers);
}

test("notes are marked with their differences, and unmarked by a filter", () => {
  const all = differences();
  const { expected, actual } = all.notes;
  assert.deepEqual([all.color(expected, 0), all.color(expected, 1), all.signs(actual, 0)], ["actual", "time", "→"]);
  assert.deepEqual([all.isAlone(0), all.counterpart(1)], [true, 0]);
  all.wantedKinds.add(0);
  all.filter();
  assert.deepEqual(all.shown, [1, 3]);
  assert.deepEqual([all.color(expected, 0), all.color(expected, 1), all.color(actual, 0)], ["actual", null, null]);
});

test("steps start at a time, stay among wanted differences, and end at the last one", () => {
  const all = differences();
  assert.equal(all.step(1, 500000), 2);
  assert.equal(all.step(-1, 500000), 1);
  all.choose(2);
  assert.deepEqual([1, -1, 5, -Infinity, Infinity].map((count) => all.step(count, 0)), [3, 1, 3, 0, 3]);
  all.wantedKinds.add(1);
  all.filter();
  assert.deepEqual([all.step(1, 0), all.step(-1, 0)], [2, 0]);
});

test("extents contain the notes and their shortest deviation", () => {
  const all = differences();
  assert.deepEqual(all.extent(2), {
    from: 1000000, to: 1500000, lowest: 60, highest: 60, detail: { time: 1000000, length: 60000 },
  });
  assert.deepEqual([all.extent(0), all.extent(3)], [{}, { from: 1500000, to: 1500000 }]);
});

test("notes of a passage have its sign, unless they have a difference of their own", () => {
  const layers = { expected: new Notes(), actual: new Notes() };
  for (const onset of [0, 1000000, 2000000]) {
    layers.expected.add({ onset, offset: onset + 500000, number: 60, velocity: 1 });
    if (onset < 2000000) layers.actual.add({ onset, offset: onset + 500000, number: 62, velocity: 1 });
  }
  const mark = { sign: "↕", aspect: "pitch" };
  const all = new Differences(kinds, [
    { place: "passage", kinds: [0], time: 0, from: 0, to: 1500000, mark, expected: [0, 1], actual: [0, 1] },
    { place: "passage", kinds: [0], time: 2000000, from: 2000000, to: 3000000, mark: { sign: "−", aspect: "actual" },
      expected: [2], actual: [] },
    { place: "notes", kinds: [1], time: 1000000, subject: "D4", verdict: "late", expected: [1], actual: [1] },
  ], layers);
  const { expected, actual } = layers;
  assert.deepEqual([0, 1, 2].map((note) => all.signs(expected, note)), ["↕", "→", "−"]);
  assert.deepEqual([all.color(actual, 0), all.color(actual, 1)], ["pitch", "time"]);
  assert.deepEqual([all.counterpart(0), all.isAlone(0), all.isAlone(2)], [0, false, true]);
  assert.deepEqual(all.extent(0), { from: 0, to: 1500000, lowest: 60, highest: 62 });
  assert.deepEqual(all.passages, [0, 1]);
});

test("brackets of passages at the same time are above each other", () => {
  const passages = [[0, 10], [2, 4], [3, 6], [4, 5]].map(([from, to]) => (
    { place: "passage", kinds: [0], time: from, from, to, expected: [], actual: [] }));
  const axis = { x: (time) => time * 100, time: (x) => x / 100 };
  const layers = { expected: new Notes(), actual: new Notes() };
  const marks = new Marks({ axis, colors: {}, differences: new Differences(kinds, passages, layers) }, 0, 20);
  assert.deepEqual(marks.brackets.map(({ level }) => level), [0, 1, 2, 1]);
  // The nearest sign, or else the shortest passage.
  assert.deepEqual([marks.at(205, 8), marks.at(350, 8), marks.at(700, 8), marks.at(1100, 8)], [1, 1, 0, -1]);
});

test("places of an instrument that differ are missing, extra, or other", () => {
  const expected = new Map([[1, { look: "red" }], [3, { look: "red" }], [4, { look: "red" }]]);
  const actual = new Map([[0, { look: "red" }], [3, { look: "blue" }], [4, { look: "red" }]]);
  assert.deepEqual([...differingPlaces(expected, actual)], [[0, "extra"], [1, "missing"], [3, "other"]]);
});

test("numbers are read as they are packed", () => {
  const numbers = [0, 1, 127, 128, 300, 2 ** 31, 2 ** 40, 2 ** 52];
  const reader = new Reader(Uint8Array.from([
    1, 2, ...new TextEncoder().encode("é"), ...numbers.flatMap((number) => packed(number)), 0, 1, 2, 3, 0,
  ]));
  assert.deepEqual(numbers.map(() => reader.number()), numbers);
  assert.deepEqual([0, 1, 2, 3].map(() => reader.signed()), [0, -1, 1, -2]);
  assert.equal(reader.text(), "é");
  reader.end();
  reader.place -= 1;
  assert.throws(() => reader.end(), /damaged/);
});

// Seven bits per byte, the lowest first.
function packed(number) {
  return number < 128 ? [number] : [number % 128 + 128, ...packed(Math.floor(number / 128))];
}
