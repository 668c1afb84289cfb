// Input by mouse, touch, and keys.
export class Input {
  static slop = 4; // a pointer that moved less has clicked

  // The keys of a page are added to the keys that scroll, zoom, and help. Rows are the parts of a canvas that scroll
  // vertically.
  constructor({ axis, rows, cursor, keys }) {
    Object.assign(this, { axis, rows, cursor, keys });
    this.help = document.getElementById("help");
    document.addEventListener("keydown", (event) => this.press(event));
    const follow = (id, action) => document.getElementById(id).addEventListener("click", action);
    follow("zoom-in", () => axis.zoom(0.6, cursor.place));
    follow("zoom-out", () => axis.zoom(1 / 0.6, cursor.place));
    follow("fit", () => this.showAll());
    follow("previous", () => keys.p());
    follow("next", () => keys.n());
    follow("open-help", () => this.help.showModal());
    this.help.addEventListener("click", (event) => {
      if (event.target === this.help) this.help.close();
    });
  }

  showAll() {
    for (const rows of this.rows) rows.showAll();
    this.axis.showAll();
  }

  // The rows at a height, or the nearest ones above.
  rowsAt(y) {
    return this.rows.findLast((rows) => y >= rows.top) ?? this.rows[0];
  }

  // Follows a picture whose upper part, the ruler, moves the time cursor.
  followPicture(element, rulerHeight, click) {
    this.followWheel(element);
    this.followPointers(element, click, (y) => y < rulerHeight);
  }

  // Follows a lane below the notes. A click chooses a difference, or moves the cursor.
  followLane(canvas, click) {
    this.followWheel(canvas, true);
    this.followPointers(canvas, click, () => false);
  }

  // In a lane, the wheel scrolls the lanes; Control or Shift apply it to the time.
  followWheel(element, isLane = false) {
    element.addEventListener("wheel", (event) => {
      const { axis } = this;
      const isSideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (isLane && !isSideways && !event.ctrlKey) return;
      event.preventDefault();
      const unit = event.deltaMode === 1 ? 24 : event.deltaMode === 2 ? 400 : 1;
      const delta = (isSideways && event.deltaX !== 0 ? event.deltaX : event.deltaY) * unit;
      const box = element.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      if (isSideways) axis.scroll(delta);
      else if (event.altKey) this.rowsAt(y).zoom(Math.exp(delta * 0.0015), y);
      // A touchpad reports a pinch as a wheel with Control, in small steps.
      else axis.zoom(Math.exp(delta * (event.ctrlKey ? 0.01 : 0.0015)), x);
    }, { passive: false });
  }

  followPointers(element, click, isRuler) {
    const { axis, cursor } = this;
    const pointers = new Map();
    let drag = null;
    const place = (event) => {
      const box = element.getBoundingClientRect();
      return { x: event.clientX - box.left, y: event.clientY - box.top };
    };
    const spread = () => {
      const [a, b] = [...pointers.values()];
      return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, distance: Math.max(20, Math.hypot(a.x - b.x, a.y - b.y)) };
    };
    const scrollTo = (at) => {
      this.rowsAt(drag.y).scroll(drag.y - at.y);
      axis.scroll(drag.x - at.x);
      Object.assign(drag, at);
    };
    element.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      const at = place(event);
      pointers.set(event.pointerId, at);
      if (pointers.size === 1) drag = { ...at, isRuler: isRuler(at.y), hasMoved: false };
      if (pointers.size === 2) Object.assign(drag, spread(), { hasMoved: true });
      if (drag?.isRuler) cursor.move(axis.time(at.x));
    });
    element.addEventListener("pointermove", (event) => {
      if (!pointers.has(event.pointerId) || !drag) return;
      const at = place(event);
      pointers.set(event.pointerId, at);
      if (pointers.size === 2) {
        const now = spread();
        axis.zoom(drag.distance / now.distance, drag.x);
        scrollTo(now);
      } else if (drag.isRuler) {
        cursor.move(axis.time(at.x));
      } else if (drag.hasMoved || Math.hypot(at.x - drag.x, at.y - drag.y) >= Input.slop) {
        drag.hasMoved = true;
        scrollTo(at);
      }
    });
    const end = (event) => {
      if (!pointers.delete(event.pointerId) || !drag) return;
      if (pointers.size > 0) {
        Object.assign(drag, [...pointers.values()][0]);
        return;
      }
      if (!drag.hasMoved && !drag.isRuler && event.type === "pointerup") click(drag.x, drag.y);
      drag = null;
    };
    element.addEventListener("pointerup", end);
    element.addEventListener("pointercancel", end);
  }

  // Follows a strip of the whole take, which centers the visible part.
  followOverview(canvas, timeAt) {
    const { axis } = this;
    const move = (event) => {
      if (!(event.buttons & 1)) return;
      axis.set(timeAt(event.clientX - canvas.getBoundingClientRect().left) - axis.span / 2, axis.span);
    };
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      move(event);
    });
    canvas.addEventListener("pointermove", move);
  }

  press(event) {
    if (this.help.open || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input") && !["n", "p", "?"].includes(event.key)) return;
    if (event.key === " " && event.target.closest?.("button")) return;
    const { axis, cursor } = this;
    const scroll = (direction) => {
      if (event.shiftKey) cursor.move(cursor.time + (direction * axis.span) / 100, true);
      else axis.scroll(direction * axis.plotWidth * 0.1);
    };
    const scrollRows = (direction) => {
      for (const rows of this.rows) rows.scroll(direction * rows.rowHeight * 3);
    };
    const goTo = (place, time) => {
      axis.set(place, axis.span);
      cursor.move(time);
    };
    const actions = {
      ArrowLeft: () => scroll(-1),
      ArrowRight: () => scroll(1),
      ArrowUp: () => scrollRows(-1),
      ArrowDown: () => scrollRows(1),
      Home: () => goTo(axis.from, Math.max(0, axis.from)),
      End: () => goTo(axis.to, axis.last),
      "+": () => axis.zoom(0.6, cursor.place),
      "=": () => axis.zoom(0.6, cursor.place),
      "-": () => axis.zoom(1 / 0.6, cursor.place),
      0: () => this.showAll(),
      "?": () => this.help.showModal(),
      ...this.keys,
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]();
  }
}
