// The bytes that an element of the page contains.
export function bytesOf(id) {
  return bytesIn(document.getElementById(id).textContent);
}

export function bytesIn(text) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

// Reads numbers and texts that PackedBytes.swift writes.
export class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.place = 0;
    const decoder = new TextDecoder();
    this.texts = this.list(() => {
      const length = this.number();
      this.place += length;
      return decoder.decode(bytes.subarray(this.place - length, this.place));
    });
  }

  // Without shifts, because numbers may have more than 32 bits.
  number() {
    let byte = this.bytes[this.place++];
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let scale = 0x80; byte >= 0x80; scale *= 0x80) {
      byte = this.bytes[this.place++];
      value += (byte & 0x7f) * scale;
    }
    return value;
  }

  signed() {
    const value = this.number();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text() {
    return this.texts[this.number()];
  }

  list(read) {
    return Array.from({ length: this.number() }, read);
  }

  // Throws if bytes remain.
  end() {
    if (this.place !== this.bytes.length) throw new Error("this page is damaged: its data doesn't end where it should");
  }
}
