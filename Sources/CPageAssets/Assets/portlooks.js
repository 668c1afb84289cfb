// The colors and signs of inputs, which are the same in all panels. An input gets the next ones when it first sends, so
// that few inputs look different. The signs are for users who don't see the colors.
export class PortLooks {
  static colors = 8; // of the style sheet: "voice-0" to "voice-7"
  static signs = ["●", "■", "▲", "◆", "▼", "★", "○", "□"];

  constructor() {
    this.places = new Map();
  }

  // Returns the look of an input that has sent.
  of(input) {
    if (!this.places.has(input)) this.places.set(input, this.places.size);
    const place = this.places.get(input);
    const round = Math.floor(place / PortLooks.colors);
    return { voice: place % PortLooks.colors, sign: PortLooks.signs[(place + round) % PortLooks.signs.length] };
  }

  has(input) {
    return this.places.has(input);
  }

  // Forgets the inputs of an earlier run of the studio.
  reset() {
    this.places.clear();
  }
}

// Shows the look of an input at an element.
export function showLook(node, look) {
  const { voice, sign } = look ?? { voice: "", sign: "" };
  if (node.dataset.voice !== String(voice)) node.dataset.voice = voice;
  if (node.dataset.sign !== sign) node.dataset.sign = sign;
}
