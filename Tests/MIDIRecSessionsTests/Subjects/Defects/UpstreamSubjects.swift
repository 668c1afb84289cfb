import Instruments
import MIDICore
import MIDIRecSessions
import Timelines

/// A grid that is correct but for one fault of the app that inspired it.
///
/// It has the name `grid`, so that its result is compared with that of the correct grid.
protocol UpstreamGrid: Subject {
  init(_ right: GridSubject)

  /// The correct grid.
  var right: GridSubject { get }
}

extension UpstreamGrid {
  static var definition: SubjectDefinition { GridSubject.definition }

  init(_ options: SubjectOptions) throws(SubjectOptionError) { self.init(try GridSubject(options)) }

  var view: InstrumentView? { right.view }

  /// Returns the result of the correct grid with cells from a table.
  func timeline(of recording: Recording, cellsFrom table: [Int: [Int]]) -> Timeline {
    right.timeline(of: recording).annotated { entry in
      guard case .note(let note, _) = entry.change else { return entry.attributes }
      let cells = CellSet(table[Int(note.rawValue), default: []])
      return entry.attributes.map { $0.key == "cells" ? Timeline.Attribute("cells", cells.text) : $0 }
    }
  }
}

/// A grid with the app's table for the LinnStrument 200.
struct UpstreamGrid200: UpstreamGrid {
  let right: GridSubject

  init(_ right: GridSubject) { self.right = right }

  func timeline(of recording: Recording) -> Timeline {
    timeline(of: recording, cellsFrom: UpstreamTables.table200)
  }
}

/// A grid with the app's table for the LinnStrument 128.
struct UpstreamGrid128: UpstreamGrid {
  let right: GridSubject

  init(_ right: GridSubject) { self.right = right }

  func timeline(of recording: Recording) -> Timeline {
    timeline(of: recording, cellsFrom: UpstreamTables.table128)
  }
}

/// A grid with the app's second table for the LinnStrument 128.
struct SecondUpstreamGrid128: UpstreamGrid {
  let right: GridSubject

  init(_ right: GridSubject) { self.right = right }

  func timeline(of recording: Recording) -> Timeline {
    timeline(of: recording, cellsFrom: UpstreamTables.secondTable128)
  }
}

/// The correct grid with the names of notes, where note 60 is C3, as an additional attribute.
struct NamedGrid: UpstreamGrid {
  let right: GridSubject

  init(_ right: GridSubject) { self.right = right }

  func timeline(of recording: Recording) -> Timeline { named(recording) { $0.name(.octave3) } }
}

/// A grid with the app's names of notes.
struct UpstreamNamedGrid: UpstreamGrid {
  let right: GridSubject

  init(_ right: GridSubject) { self.right = right }

  func timeline(of recording: Recording) -> Timeline {
    named(recording) { UpstreamTables.wrongNames[Int($0.rawValue)] ?? $0.name(.octave3) }
  }
}

extension UpstreamGrid {
  fileprivate func named(_ recording: Recording, _ name: (NoteNumber) -> String) -> Timeline {
    right.timeline(of: recording).annotated { entry in
      guard case .note(let note, _) = entry.change else { return entry.attributes }
      return entry.attributes + [Timeline.Attribute("name", name(note))]
    }
  }
}
