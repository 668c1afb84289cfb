import MIDIRecSessions

/// The tables of linnstrument-helper at 1ff1014, the app that inspired midirec's grid: the cells of each note.
///
/// The tables are computed with the app's own formula, and then get the faults found in the app's tables.
enum UpstreamTables {
  /// The cells that a note lacks, and the wrong cells in their place.
  struct Fault: Hashable {
    var lacks: [Int]
    var has: [Int] = []
  }

  /// The faults of the table for the LinnStrument 200, by note.
  static let faults200: [Int: Fault] = [
    35: Fault(lacks: [150]), 59: Fault(lacks: [114], has: [115]), 60: Fault(lacks: [55]),
    61: Fault(lacks: [56]),
    62: Fault(lacks: [57]), 63: Fault(lacks: [58]), 64: Fault(lacks: [59]),
  ]

  /// The faults of the table for the LinnStrument 128, by note.
  static let faults128: [Int: Fault] = [
    48: Fault(lacks: [109]), 49: Fault(lacks: [110]), 50: Fault(lacks: [111]), 59: Fault(lacks: [36]),
    75: Fault(lacks: [31]),
  ]

  /// The faults of the second table for the LinnStrument 128, which has one cell for each note.
  static let secondFaults128: [Int: Fault] = [
    46: Fault(lacks: [107], has: [86]), 47: Fault(lacks: [108], has: [87]),
    48: Fault(lacks: [109], has: [88]),
    49: Fault(lacks: [110], has: [89]), 50: Fault(lacks: [111], has: [90]),
  ]

  /// The cells of each note for the LinnStrument 200.
  static let table200 = table(columns: 25, faults200)

  /// The cells of each note for the LinnStrument 128.
  static let table128 = table(columns: 16, faults128)

  /// The cell of each note in the second table for the LinnStrument 128: the lowest on the surface.
  static let secondTable128 = withFaults(
    rightTable(columns: 16).mapValues { Array($0.suffix(1)) }, secondFaults128)

  /// Returns the cells of each note without faults.
  ///
  /// Cell *k* is in row *k* div columns from the top, and in column *k* mod columns.
  static func rightTable(columns: Int) -> [Int: [Int]] {
    var table: [Int: [Int]] = [:]
    for cell in 0..<8 * columns {
      table[30 + 5 * (7 - cell / columns) + cell % columns, default: []].append(cell)
    }
    return table
  }

  private static func table(columns: Int, _ faults: [Int: Fault]) -> [Int: [Int]] {
    withFaults(rightTable(columns: columns), faults)
  }

  private static func withFaults(_ table: [Int: [Int]], _ faults: [Int: Fault]) -> [Int: [Int]] {
    var table = table
    for (note, fault) in faults {
      table[note, default: []].removeAll { fault.lacks.contains($0) }
      table[note, default: []] += fault.has
    }
    return table
  }

  /// The app's wrong names of notes, where note 60 is C3.
  static let wrongNames: [Int: String] = [12: "C1", 13: "C#1", 14: "D1", 15: "D#1", 25: "C#-0", 26: "D-0"]
}
