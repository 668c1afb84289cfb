function complete(items, values) {
  return items.map((item) => ({ ...values, ...item }));
}

// Returns held notes and values of the server with null for all that it left out.
export function completeLook({ held = [], values = [] }) {
  return {
    held: complete(held, { bend: 0, pressure: null, timbre: null, end: null }),
    values: complete(values, { controller: null }),
  };
}

// Returns a state of the server with null for all that it left out.
export function completeState(state) {
  return {
    failure: null, output: null, recording: null, replay: null, watch: null, undo: null, judgment: null, marks: [],
    sound: null, soundProblem: null, ...state,
    inputs: complete(state.inputs, { since: null, place: null, last: null, clock: null, usb: null, alias: null }),
    outputs: complete(state.outputs ?? [], { alias: null }),
    ...completeLook(state),
    cells: complete(state.cells, { bend: 0, pressure: null }),
  };
}

// The kinds of messages as terms of --only.
const terms = {
  "control change": "cc", "program change": "program", "channel pressure": "pressure", "poly pressure": "poly-pressure",
  "pitch bend": "bend", "System Exclusive": "sysex", "time code quarter frame": "mtc", "song position": "song-position",
  "song select": "song-select", "tune request": "tune", "timing clock": "clock", "active sensing": "sensing",
  "system reset": "reset",
};

// Returns a message in a few words: "note-on C4 90", or "cc 64 127".
export function shortWords(kind, values) {
  return `${terms[kind] ?? kind} ${values.replace(/\b(velocity|value) /g, "")}`.trim();
}
