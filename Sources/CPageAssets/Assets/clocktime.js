import { grouped } from "./words.js";

// The time of day of events. Times are in microseconds since the start of the studio.
export class ClockTime {
  constructor(startedAt) {
    this.startedAt = startedAt;
    const midnight = new Date(startedAt);
    midnight.setHours(0, 0, 0, 0);
    // The time from midnight to the start.
    this.sinceMidnight = (startedAt - midnight.getTime()) * 1000;
  }

  // Returns a time as "14:02".
  minutes(time) {
    return this.text(time).slice(0, 5);
  }

  // Returns a time as "14:02:07.118204", with up to six decimals.
  text(time, decimals = 0) {
    return this.sinceMidnightText(this.sinceMidnight + time, decimals);
  }

  // Returns the time of day at a time since the midnight before the start of the studio.
  sinceMidnightText(time, decimals = 0) {
    const day = 86400000000;
    const whole = ((Math.floor(time) % day) + day) % day;
    const part = (unit, count) => String(Math.floor(whole / unit) % count).padStart(2, "0");
    const fraction = String(whole % 1000000).padStart(6, "0").slice(0, decimals);
    return `${part(3600000000, 24)}:${part(60000000, 60)}:${part(1000000, 60)}${decimals ? `.${fraction}` : ""}`;
  }
}

// The studio's clock, in microseconds since the start of the studio. Times of the page are in milliseconds.
//
// A state left the server before it arrived, and the server answered a ping after the page had sent it, so the difference
// of both clocks has two bounds. Its error is at most half of their distance, which is the time that the fastest state and
// the fastest ping took.
export class ServerClock {
  constructor() {
    this.low = -Infinity;
    this.high = Infinity;
  }

  // Takes the time of a message, and the page's time when it arrived.
  heard(time, arrivedAt) {
    this.low = Math.max(this.low, time - arrivedAt * 1000);
    // One of two clocks that drift has passed the other's bound.
    if (this.low > this.high) this.high = Infinity;
  }

  // Takes the time of an answer, and the page's time when it asked.
  answered(time, askedAt) {
    this.high = Math.min(this.high, time - askedAt * 1000);
    if (this.low > this.high) this.low = -Infinity;
  }

  get difference() {
    if (this.high === Infinity) return this.low;
    return this.low === -Infinity ? this.high : (this.low + this.high) / 2;
  }

  // Returns the studio's time at a time of the page.
  time(at) {
    return at * 1000 + this.difference;
  }
}

// Returns an age as "0.4 s", "12 s", or "3:05".
export function ageText(time) {
  const seconds = Math.max(0, time) / 1000000;
  if (seconds < 10) return `${(Math.floor(seconds * 10) / 10).toFixed(1)} s`;
  return seconds < 60 ? `${Math.floor(seconds)} s` : lengthText(seconds);
}

// Returns a length as "0:07", "1:12", or "1:02:09".
export function lengthText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (count) => String(count % 60).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor(whole / 60);
  return hours > 0 ? `${grouped(hours)}:${two(minutes)}:${two(whole)}` : `${minutes}:${two(whole)}`;
}
