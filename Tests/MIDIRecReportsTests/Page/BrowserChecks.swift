import Following
import Foundation
import MIDICore
import MIDIRecSessions
import TestSupport
import Testing
import Timelines

@testable import MIDIRecReports

/// The checks of `Tests/BrowserChecks`. Chromium starts once for all of them.
enum BrowserChecks {
  static let shared = PythonChecks {
    let folder = try TemporaryFolder()
    try writePages(to: folder)
    let checks = TestEnvironment.projectFolder + "/Tests/BrowserChecks"
    return try await Program.run(TestEnvironment.browserPython ?? "python3", ["-B", checks, folder.path])
  }

  /// The facts that the checks need about the pages.
  private struct Facts: Encodable {
    /// The sounding notes at a time, on both sides.
    struct State: Encodable {
      var milliseconds: Int64
      var expected: [String]
      var actual: [String]
      var values: [String: [String]] = [:]
    }

    var differences = PageSamples.piece.differences.count
    var kinds: [String: Int] = [:]
    var states: [State] = BrowserChecks.states
    var crowdNotes = PageSamples.crowdCount
    var crowdDifferences = PageSamples.crowd.differences.count
    var hostile = PageSamples.hostile.printable
    var sessions = PageSamples.outcomes.count
  }

  /// Written by hand from the notes of ``PageSamples/piece``.
  private static let states = [
    Facts.State(
      milliseconds: 550, expected: ["C4 ch 1, vel 100"], actual: ["C4 ch 1, vel 100"],
      values: ["bend, channel 1": ["+1000", "+1500"], "sustain pedal, channel 1": ["0", "0"]]),
    Facts.State(
      milliseconds: 950, expected: ["C4 ch 1, vel 100"], actual: ["C4 ch 1, vel 100"],
      values: ["bend, channel 1": ["0", "0"]]),
    Facts.State(milliseconds: 1500, expected: ["E4 ch 1, vel 100"], actual: []),
    Facts.State(milliseconds: 2030, expected: ["G4 ch 1, vel 100"], actual: []),
    Facts.State(milliseconds: 2500, expected: ["G4 ch 1, vel 100"], actual: ["G4 ch 1, vel 100"]),
    Facts.State(milliseconds: 3500, expected: ["C5 ch 1, vel 100"], actual: ["D5 ch 1, vel 100"]),
    Facts.State(
      milliseconds: 4250, expected: ["A3 ch 1, vel 100"], actual: ["A3 ch 1, vel 100"],
      values: ["sustain pedal, channel 1": ["127", "127"]]),
    Facts.State(
      milliseconds: 5300, expected: ["A3 ch 1, vel 100, held by pedal"], actual: ["F#4 ch 1, vel 100"],
      values: ["sustain pedal, channel 1": ["127", "0"]]),
    Facts.State(milliseconds: 6800, expected: [], actual: ["F4 ch 1, vel 100"]),
    Facts.State(
      milliseconds: 9250, expected: ["E3 ch 1, vel 100"], actual: ["E3 ch 2, vel 100", "F4 ch 1, vel 100"],
      values: ["controller 7, channel 1": ["100", "100"]]),
  ]

  private static func writePages(to folder: TemporaryFolder) throws {
    let empty = PageSamples.comparison([], [])
    let same = PageSamples.comparison(PageSamples.scale, PageSamples.scale)
    let pages: [(String, ComparisonPage)] = [
      ("piece", PageSamples.piece),
      ("names", PageSamples.hostileNames),
      ("grid", PageSamples.grid),
      ("grid-128", PageSamples.grid128),
      ("lights", PageSamples.lights),
      ("piano", PageSamples.piano),
      ("crowd", PageSamples.crowd),
      ("all-differ", PageSamples.allDiffer),
      ("bars", PageSamples.inBars),
      ("passages", PageSamples.passages),
      (
        "empty",
        ComparisonPage(empty, title: "Nothing", expectedName: "expected.mid", actualName: "actual.mid")
      ),
      (
        "same", ComparisonPage(same, title: "A scale", expectedName: "expected.mid", actualName: "actual.mid")
      ),
    ]
    for (name, document) in pages {
      try folder.write(document.bytes(), to: "\(name).html")
    }
    try folder.write(PageSamples.soundPage(), to: "sound.html")
    try folder.write(PageSamples.soundPageOfTheSame(), to: "sound-same.html")
    try folder.write(PageSamples.soundPageOfLongNames(), to: "sound-names.html")
    try writeAlignments(to: folder)
    for (report, outcomes) in [("sessions", PageSamples.outcomes), ("many", PageSamples.manyOutcomes)] {
      try FileManager.default.createDirectory(
        atPath: folder.path(report), withIntermediateDirectories: false)
      for (name, bytes) in outcomes.pages(invocation: PageSamples.invocation) {
        try folder.write(bytes, to: "\(report)/\(name)")
      }
    }
    var facts = Facts()
    for kind in PageSamples.piece.differences.flatMap(\.kinds) { facts.kinds[kind.rawValue, default: 0] += 1 }
    try folder.write([UInt8](JSONEncoder().encode(facts)), to: "facts.json")
  }

  private static func writeAlignments(to folder: TemporaryFolder) throws {
    let none = Performance(sources: [""], notes: [], end: .zero)
    let alignments: [(String, NoteAlignment, name: String)] = [
      ("alignment", AlignmentSamples.alignment, "score.mid"),
      ("alignment-empty", NoteAlignment(expected: none, actual: none), "score.mid"),
      ("alignment-names", AlignmentSamples.alignment, PageSamples.hostile),
    ]
    for (file, alignment, name) in alignments {
      try folder.write(
        NoteAlignmentPage.bytes(
          of: alignment, expectedName: name, actualName: "take.mid", meter: AlignmentSamples.meter),
        to: "\(file).html")
    }
    try folder.write(AlignmentSamples.pageOfManyBars(), to: "alignment-bars.html")
    let names = [("progress", ["1.mid", "2.mid", "3.mid"]), ("progress-names", [PageSamples.hostile])]
    for (file, names) in names {
      try folder.write(
        PracticeProgressPage.bytes(of: AlignmentSamples.progress(names: names)), to: "\(file).html")
    }
  }
}
