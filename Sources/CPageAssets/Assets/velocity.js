// The velocities below the notes: a stem at each onset, as high as its velocity. An expected stem has a ring, an actual
// one a dot.
class Velocities {
  constructor(element, page) {
    this.page = page;
    this.section = document.createElement("section");
    this.section.className = "lane";
    this.section.id = "velocities";
    this.button = document.createElement("button");
    this.button.type = "button";
    this.button.textContent = "velocity";
    this.canvas = document.createElement("canvas");
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", "Velocities; expected rings, actual dots");
    this.section.append(this.button, this.canvas);
    element.append(this.section);
    this.surface = new Surface(this.canvas, page.theme);
    this.section.hidden = page.take.expected.notes.count + page.take.actual.notes.count === 0;
    this.button.addEventListener("click", () => {
      this.setOpen(this.canvas.hidden);
      page.request();
    });
    page.input.followLane(this.canvas, (x, y) => this.differenceAt(x, y));
    // A low window has no room for it above an instrument.
    const { kinds, differences, view } = page.take;
    const isWanted = differences.some((difference) => kinds[difference.kinds[0]].aspect === "velocity");
    this.setOpen(isWanted || !view.isWanted || innerHeight >= 900);
  }

  setOpen(isOpen) {
    this.canvas.hidden = !isOpen;
    this.button.setAttribute("aria-expanded", String(isOpen));
  }

  y(velocity) {
    return 6 + (1 - velocity / 127) * (this.surface.height - 8);
  }

  draw() {
    const { surface, page } = this;
    if (this.section.hidden || this.canvas.hidden || !surface.fit()) return;
    const { context, height } = surface;
    const { view, colors, take } = page;
    context.fillStyle = colors.row;
    context.fillRect(0, 0, surface.width, height);
    context.save();
    context.beginPath();
    context.rect(View.gutter, 0, view.plotWidth, height);
    context.clip();
    paintGrid(surface, colors, view, 0, height);
    const { expected, actual } = take;
    const count = expected.notes.roughCount(view.start, view.end) + actual.notes.roughCount(view.start, view.end);
    if (count > Roll.individually) this.drawColumns();
    else {
      this.drawStems(expected.notes, colors.expected, true);
      this.drawStems(actual.notes, null, false);
    }
    context.restore();
    context.fillStyle = colors.faint;
    context.font = "10px system-ui, sans-serif";
    context.textAlign = "right";
    context.fillText("127", View.gutter - 6, 11);
    context.fillText("1", View.gutter - 6, height - 4);
    context.textAlign = "left";
    paintCursor(surface, colors, view, page.cursor, 0, height);
  }

  // Expected notes that are as played have no separate stem.
  drawStems(notes, ringColor, isExpected) {
    const { context, height } = this.surface;
    const { view, colors, roll } = this.page;
    notes.forEach(view.start, view.end, (index) => {
      const differs = notes.marked[index] >= 0;
      if (notes.onset[index] < view.start || (isExpected && !differs)) return;
      const x = view.x(notes.onset[index]);
      const y = this.y(notes.velocity[index]);
      context.fillStyle = ringColor ?? (differs ? colors[roll.aspect(notes, index)] : colors.same);
      context.fillRect(x - 0.75, y, 1.5, height - y);
      context.beginPath();
      context.arc(x, y, isExpected ? 4 : 2.5, 0, 2 * Math.PI);
      if (!isExpected) {
        context.fill();
        return;
      }
      context.strokeStyle = ringColor;
      context.lineWidth = 1.5;
      context.stroke();
    });
  }

  // The highest velocity at each pixel.
  drawColumns() {
    const { context, height } = this.surface;
    const { view, colors, take } = this.page;
    for (const [side, color] of [["expected", colors.expected], ["actual", colors.same]]) {
      const { notes } = take[side];
      const highest = new Uint8Array(Math.ceil(view.plotWidth) + 1);
      notes.forEach(view.start, view.end, (index) => {
        const column = Math.floor(view.x(notes.onset[index]) - View.gutter);
        if (column >= 0 && notes.velocity[index] > highest[column]) highest[column] = notes.velocity[index];
      });
      context.fillStyle = color;
      highest.forEach((velocity, column) => {
        if (velocity === 0) return;
        const y = this.y(velocity);
        context.fillRect(View.gutter + column, y, 1, side === "expected" ? 2 : height - y);
      });
    }
  }

  // The difference of the nearest stem, or -1.
  differenceAt(x, y) {
    const { view, take } = this.page;
    let nearest = { distance: 8, index: -1 };
    for (const side of ["expected", "actual"]) {
      const { notes } = take[side];
      notes.forEach(view.time(x - 8), view.time(x + 8), (index) => {
        if (notes.marked[index] < 0) return;
        const distance = Math.hypot(view.x(notes.onset[index]) - x, Math.max(0, this.y(notes.velocity[index]) - y));
        if (distance < nearest.distance) nearest = { distance, index: notes.marked[index] };
      });
    }
    return nearest.index;
  }
}
