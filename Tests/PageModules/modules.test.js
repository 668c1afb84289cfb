// The rules by which HTMLPage.swift joins modules.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import test from "node:test";

const folder = new URL("../../Sources/CPageAssets/Assets/", import.meta.url);
const modules = readdirSync(folder).filter((name) => name.endsWith(".js"))
  .map((name) => ({ name, lines: readFileSync(new URL(name, folder), "utf8").split("\n") }));

test("imports are whole lines, and come first", () => {
  for (const { name, lines } of modules) {
    const last = lines.findLastIndex((line) => line.includes("import "));
    for (const line of lines.slice(0, last + 1)) {
      assert.match(line, /^import \{ \w+(, \w+)* \} from "\.\/\w+\.js";$/, `${name}: ${line}`);
    }
  }
});

test("exports are declarations with a name", () => {
  for (const { name, lines } of modules) {
    for (const line of lines.filter((line) => line.includes("export "))) {
      assert.match(line, /^export (class|function|const) \w+/, `${name}: ${line}`);
    }
  }
});

test("no name is declared twice, because joined modules share one scope", () => {
  const pages = ["alignment.js", "comparison.js", "progress.js", "sessions.js", "sound.js", "studio.js", "text.js"];
  const homes = new Map();
  for (const { name, lines } of modules) {
    for (const line of lines) {
      const declared = /^(?:export )?(?:class|function|const|let) (\w+)/.exec(line)?.[1];
      if (!declared) continue;
      const others = (homes.get(declared) ?? []).filter((other) => !pages.includes(other) || !pages.includes(name));
      assert.deepEqual(others, [], `${declared} of ${name}`);
      homes.set(declared, [...(homes.get(declared) ?? []), name]);
    }
  }
});

test("no text has more than one line, because lines lose their comments", () => {
  for (const { name, lines } of modules) {
    for (const line of lines.filter((line) => !line.trimStart().startsWith("//"))) {
      assert.equal(line.split("`").length % 2, 1, `${name}: ${line}`);
      assert.ok(!line.includes("/*"), `${name}: ${line}`);
    }
  }
});
