// Returns the range between two times in either order, or null if it is too short.
export function rangeBetween(first, second, shortest = 0) {
  const [from, to] = [Math.round(Math.min(first, second)), Math.round(Math.max(first, second))];
  return to - from < Math.max(1, shortest) ? null : { from, to };
}

export function isInRange(range, time) {
  return !range || (time >= range.from && time <= range.to);
}

// Returns a range as a setting of the address: its times in microseconds since 1970.
export function rangeSetting(range, startedAt) {
  return range ? [range.from, range.to].map((time) => startedAt * 1000 + time).join("-") : "";
}

// Returns the range of a setting, or null if it has none after the start of the studio.
export function rangeOfSetting(text, startedAt) {
  const found = /^(\d{1,16})-(\d{1,16})$/.exec(text);
  if (!found) return null;
  const [from, to] = [Number(found[1]), Number(found[2])].map((time) => time - startedAt * 1000);
  return from >= 0 && to > from ? { from, to } : null;
}

// Returns a length as "840 ms", "2.40 s", or "1:07".
export function rangeText({ from, to }) {
  const milliseconds = (to - from) / 1000;
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60000) return `${(milliseconds / 1000).toFixed(2)} s`;
  return `${Math.floor(milliseconds / 60000)}:${String(Math.floor(milliseconds / 1000) % 60).padStart(2, "0")}`;
}
