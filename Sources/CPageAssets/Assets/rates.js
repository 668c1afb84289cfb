// The number of messages in the last second. Times are in microseconds.
export class Rate {
  static span = 1000000;

  constructor() {
    this.samples = [];
  }

  // Adds the number of messages so far.
  add(time, count) {
    const last = this.samples[this.samples.length - 1];
    if (last && (count === last.count || time <= last.time)) {
      last.count = Math.max(last.count, count);
      return;
    }
    this.samples.push({ time, count });
    while (this.samples.length > 2 && this.samples[1].time <= time - Rate.span) this.samples.shift();
  }

  at(time) {
    if (this.samples.length === 0) return 0;
    const start = this.samples.findLast((sample) => sample.time <= time - Rate.span) ?? this.samples[0];
    return this.samples[this.samples.length - 1].count - start.count;
  }
}

// The latest values of a controller, for a small picture.
export class History {
  static span = 10000000;
  static most = 200;

  constructor() {
    this.points = [];
  }

  add(time, value) {
    const { points } = this;
    const last = points[points.length - 1];
    if (last?.value === value) return;
    // The picture has no room for denser points.
    if (points.length > 1 && time - points[points.length - 2].time < History.span / History.most) points.pop();
    points.push({ time, value });
    this.trim(time);
  }

  // Keeps one point before the span, because a value lasts until the next point.
  trim(time) {
    while (this.points.length > 1 && this.points[1].time <= time - History.span) this.points.shift();
  }

  // Returns whether the picture moves.
  isMoving(time) {
    return this.points.length > 0 && this.points[this.points.length - 1].time > time - History.span - 1000000;
  }
}
