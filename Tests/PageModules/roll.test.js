import assert from "node:assert/strict";
import test from "node:test";
import { Rows, TimeAxis } from "../../Sources/CPageAssets/Assets/axis.js";
import { Notes } from "../../Sources/CPageAssets/Assets/notes.js";
import { Roll } from "../../Sources/CPageAssets/Assets/roll.js";

// A surface that only remembers its filled rectangles, with their colors.
function surface() {
  const rectangles = [];
  const context = new Proxy({ measureText: () => ({ width: 0 }) }, {
    get(target, name) {
      if (name === "fillRect") return (...place) => rectangles.push([target.fillStyle, ...place.map(Math.round)]);
      return target[name] ?? (() => {});
    },
  });
  return { context, rectangles, width: 1052, height: 400, clip: (top, bottom, draw) => draw(context) };
}

test("a roll draws a take that grows, in the colors of its marking", () => {
  const axis = new TimeAxis(0, 1000000);
  axis.width = 1052;
  axis.set(axis.to - 1000000, 1000000);
  const rows = new Rows(48, 72);
  rows.fit(0, 400);
  const notes = new Notes();
  const canvas = surface();
  const marking = { color: (notes, index) => `channel-${notes.channel[index]}`, signs: () => "" };
  const colors = { "channel-2": "blue" };
  const roll = new Roll(canvas, { axis, rows, colors, layers: { actual: notes }, marking });
  const blue = () => {
    canvas.rectangles.length = 0;
    roll.draw(null);
    return canvas.rectangles.filter(([color]) => color === "blue").map(([, left, , width]) => [left, width]);
  };
  assert.deepEqual(blue(), []);
  const held = notes.add({ onset: 500000, number: 60, velocity: 100, channel: 2 });
  notes.end = 750000;
  assert.deepEqual(blue(), [[542, 250]]);
  notes.release(held, 800000);
  notes.end = 1500000;
  axis.extend(1500000);
  assert.deepEqual(blue(), [[52, 300]]);
});
