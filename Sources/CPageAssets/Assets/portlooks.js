const signs = ["●", "■", "▲", "◆", "▼", "★", "○", "□"];

export const voiceCount = 8; // the colors of the style sheet: "voice-0" to "voice-7"

// Returns the color and the sign of an input, which are the same in all panels and on all pages. Its place is the number of
// inputs that sent before it, so that few inputs look different. The signs are for users who don't see the colors.
export function lookAt(place) {
  const round = Math.floor(place / voiceCount);
  return { voice: place % voiceCount, sign: signs[(place + round) % signs.length] };
}

// Shows the look of an input at an element.
export function showLook(node, look) {
  const { voice, sign } = look ?? { voice: "", sign: "" };
  if (node.dataset.voice !== String(voice)) node.dataset.voice = voice;
  if (node.dataset.sign !== sign) node.dataset.sign = sign;
}
