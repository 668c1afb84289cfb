import assert from "node:assert/strict";
import test from "node:test";
import { Notes } from "../../Sources/CPageAssets/Assets/notes.js";

function notesAt(onsets, length = 10) {
  const notes = new Notes();
  for (const onset of onsets) notes.add({ onset, offset: onset + length, number: 60, velocity: 100 });
  notes.end = 1000000;
  return notes;
}

test("notes grow beyond their capacity and keep their values", () => {
  const notes = notesAt(Array.from({ length: 1000 }, (_, index) => index * 20));
  assert.equal(notes.count, 1000);
  assert.equal(notes.onset[999], 999 * 20);
  assert.equal(notes.difference[999], -1);
  const found = [];
  notes.forEach(10000, 10040, (index) => found.push(index));
  assert.deepEqual(found, [500, 501, 502]);
});

test("a held note reaches the end, and its block ends when it is released", () => {
  const notes = notesAt([0, 20]);
  const held = notes.add({ onset: 40, number: 64, velocity: 1 });
  assert.deepEqual(notes.soundingAt(500000), [held]);
  assert.equal(notes.barEnd(held), 1000000);
  notes.end = 2000000;
  assert.equal(notes.barEnd(held), 2000000);
  notes.release(held, 60);
  assert.deepEqual(notes.soundingAt(500000), []);
  assert.equal(notes.blockEnd[0], 60);
  assert.equal(notes.roughCount(61, 100), 0);
});

test("state of a note is sounding, held by a pedal, dying away, or none", () => {
  const notes = new Notes();
  const note = notes.add({ onset: 0, offset: 10, silence: 20, soundEnd: 30, number: 60, velocity: 1 });
  assert.deepEqual([-1, 0, 9, 10, 19, 20, 29, 30].map((time) => notes.stateAt(note, time)),
    [null, "sounding", "sounding", "held", "held", "dying", "dying", null]);
});

test("a copy has the attributes of its note", () => {
  const [notes, others] = [notesAt([5]), new Notes()];
  notes.attributes.set(0, [["color", "blue"]]);
  others.copy(notes, 0);
  assert.equal(others.attribute(0, "color"), "blue");
  assert.equal(others.attribute(0, "cells"), undefined);
  assert.deepEqual(others.soundingAt(5), [0]);
});

test("sounding notes are in order of their numbers", () => {
  const notes = new Notes();
  for (const number of [67, 60, 64]) notes.add({ onset: 0, offset: 10, number, velocity: 1 });
  assert.deepEqual(notes.soundingAt(1).map((index) => notes.number[index]), [60, 64, 67]);
});
