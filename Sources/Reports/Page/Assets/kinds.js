// The signs and aspects of the kinds of differences. Each aspect has a separate color, so that a wrong pitch, channel,
// velocity, and time are distinguishable at a glance.
const signs = {
  shifted: "⇥", stretched: "↔", "velocities scaled": "%", missing: "−", extra: "+", retriggered: "»",
  "order swapped": "⇄", "wrong pitch": "↕", "wrong channel": "#", early: "←", late: "→", "too long": "»",
  "too short": "«", hanging: "∞", ended: "|", "held too long": "»", "held too short": "«", "wrong velocity": "v",
  "rang too long": "»", "rang too short": "«", stolen: "×", "not stolen": "»", "wrong release velocity": "r", "wrong attribute": "=", "value off": "~", "changed event": "!",
};

const aspectOf = {
  shifted: "time", stretched: "time", "order swapped": "time", early: "time", late: "time", "too long": "time",
  "too short": "time", "held too long": "time", "held too short": "time", "rang too long": "time",
  "rang too short": "time", "wrong pitch": "pitch", "wrong channel": "channel", "wrong velocity": "velocity",
  "wrong release velocity": "velocity", "velocities scaled": "velocity",
};

// "time", "pitch", "channel", or "velocity", or "actual" for all others, such as missing notes.
function aspect(kind) {
  return aspectOf[kind] ?? "actual";
}

function signOf(kind) {
  return signs[kind] ?? "!";
}
