// The data of an alignment's page, which NoteAlignmentPage.swift writes. Times are in microseconds.
export function readAlignment(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const data = JSON.parse(new TextDecoder().decode(bytes));
  for (const side of ["expected", "actual"]) {
    data[side].notes = data[side].notes.map(([musical, real, musicalEnd, realEnd, number, velocity]) => ({
      side,
      musical,
      real,
      musicalEnd,
      realEnd,
      number,
      velocity,
      role: side === "expected" ? "missing" : "extra",
      partners: [],
    }));
  }
  data.matches.forEach(([expected, actual]) => {
    const [first, second] = [data.expected.notes[expected], data.actual.notes[actual]];
    first.role = second.role = "same";
    first.partners.push(second);
    second.partners.push(first);
  });
  for (const index of data.ornaments) data.actual.notes[index].role = "ornament";
  data.mistakes.forEach((mistake, index) => {
    mistake.index = index;
    mistake.notes = [
      ...mistake.expected.map((note) => data.expected.notes[note]),
      ...mistake.actual.map((note) => data.actual.notes[note]),
    ];
    if (mistake.kind === "wrong pitch") {
      const [first, second] = mistake.notes;
      first.role = second.role = "wrong";
      first.partners.push(second);
      second.partners.push(first);
    }
  });
  return data;
}
