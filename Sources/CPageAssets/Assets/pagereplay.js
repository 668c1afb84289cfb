// The notes of a replayed take, which the sound of the page plays a moment ahead.
export class PageReplay {
  static ahead = 1200000; // the microseconds that are scheduled: a hidden page is drawn once per second
  static interval = 400; // milliseconds between two looks
  static early = 30000; // microseconds by which a replay starts before the first state that has it
  static late = 200000; // microseconds after which a note is no longer struck
  static slop = 50000; // microseconds by which the start of one replay can seem to move

  // Read returns the notes of a take, as lists of onset, end, channel, note, and velocity.
  constructor({ sound, read }) {
    Object.assign(this, { sound, read });
    this.replay = null;
    this.notes = [];
  }

  // Follows the replay of a state at a time of the studio, or stops if there is none.
  async follow(replay, stateTime, time) {
    if (!replay || !this.sound.isReady || replay.length <= 0) {
      this.stop();
      return;
    }
    const start = stateTime - replay.position / replay.speed;
    if (this.isCurrent(replay, start)) return;
    this.stop();
    Object.assign(this, { replay, start, until: Math.max(stateTime - PageReplay.early, time - PageReplay.late) });
    const notes = await this.read(replay.file);
    if (this.replay === replay) this.notes = notes;
  }

  // Returns whether a replay whose pass starts at a time is the current one.
  isCurrent({ file, speed, isLoop, position, length }, start) {
    const { replay } = this;
    if (!replay || replay.file !== file || replay.speed !== speed || replay.isLoop !== isLoop) return false;
    if (!isLoop && position >= length) return true;
    const pass = length / speed;
    const moved = isLoop ? (((start - this.start) % pass) + pass) % pass : Math.abs(start - this.start);
    return Math.min(moved, isLoop ? pass - moved : moved) < PageReplay.slop;
  }

  // Schedules the notes that start until a moment after a time of the studio.
  play(time) {
    if (this.notes.length === 0) return;
    const { replay: { length, speed, isLoop }, start, until } = this;
    const end = time + PageReplay.ahead;
    if (end - until < (PageReplay.interval * 1000) / 2) return;
    const pass = length / speed;
    const first = isLoop ? Math.max(0, Math.floor((until - start) / pass)) : 0;
    const last = isLoop ? Math.floor((end - start) / pass) : 0;
    for (let index = first; index <= last; index += 1) {
      for (const [onset, offset, channel, note, velocity] of this.notes) {
        const at = start + index * pass + onset / speed;
        if (at < until || at >= end) continue;
        this.sound.schedule("replay ", { note, velocity, channel }, Math.max(0, at - time), (offset - onset) / speed);
      }
    }
    this.until = end;
    this.sound.changed();
  }

  stop() {
    if (!this.replay) return;
    Object.assign(this, { replay: null, notes: [] });
    this.sound.endAll("replay ");
  }
}
