internal import Foundation

/// Where tests find what they need.
package enum TestEnvironment {
  /// The project's folder, found from this file.
  package static let projectFolder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The program under test: `MIDIREC_PROGRAM`, or what was built beside the tests.
  package static var midirec: String {
    variable("MIDIREC_PROGRAM") ?? builtBesideTests("midirec")
  }

  /// The program that runs these tests.
  package static var testProgram: String {
    URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().path
  }

  /// Whether these tests run on a simulated machine, which `midirec simulate` has started.
  package static var isOnSimulatedMachine: Bool { variable("MIDIREC_SIMULATION") != nil }

  /// A program for tests that was built beside them.
  package static func builtBesideTests(_ name: String) -> String {
    URL(filePath: testProgram).deletingLastPathComponent().appending(path: name).path
  }

  /// Whether a program is installed.
  package static func hasProgram(_ name: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// A Python that has mido, mir_eval, symusic and alsa-midi: `MIDIREC_PEER_PYTHON`, or the system's.
  package static var python: String { variable("MIDIREC_PEER_PYTHON") ?? "python3" }

  /// Whether there is a Python of which it was said that it has mido, mir_eval, symusic and alsa-midi.
  package static var hasPeers: Bool { variable("MIDIREC_PEER_PYTHON") != nil }

  /// A Python that has selenium, where Chromium and its driver are, too: `MIDIREC_BROWSER_PYTHON`; nothing without.
  package static var browserPython: String? { variable("MIDIREC_BROWSER_PYTHON") }

  /// The MIDI files in a folder of the corpus that may stand beside the project, with files that no one here wrote;
  /// nothing where it doesn't.
  package static func corpus(_ folder: String) -> [String]? {
    let path = corpusFolder(folder)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
    return names.filter { $0.hasSuffix(".mid") }.sorted().map { "\(path)/\($0)" }
  }

  /// All files below a folder of the project whose names have an ending, in order.
  package static func files(below folder: String, endingIn ending: String) -> [String] {
    let path = "\(projectFolder)/\(folder)"
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(path)/\($0)" }
  }

  /// Where a folder of the corpus is, if it is there.
  package static func corpusFolder(_ folder: String) -> String {
    "\(variable("MIDIREC_CORPUS") ?? "\(projectFolder)/../shared/corpus")/\(folder)"
  }

  /// Whether this machine has an ALSA sequencer of its own.
  package static var hasSequencer: Bool { FileManager.default.fileExists(atPath: "/dev/snd/seq") }

  /// Whether the checks that take long are wanted too: `Scripts/test --full`.
  package static var isFull: Bool { variable("MIDIREC_FULL_TESTS") != nil }

  /// The seed for property tests, `MIDIREC_SEED`, or `nil` without one.
  static var seed: UInt64? { variable("MIDIREC_SEED").flatMap { UInt64($0) } }

  /// The folder for the report of what is wrong with the app that inspired the grid: `MIDIREC_DEFECTS_REPORT`; nothing
  /// where it isn't wanted.
  package static var defectsReport: String? { variable("MIDIREC_DEFECTS_REPORT") }

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension TestEnvironment {
  /// Whether the font is installed that midirec plays where none is asked for.
  package static var hasBuiltInFont: Bool {
    FileManager.default.fileExists(atPath: "/usr/share/sounds/sf2/TimGM6mb.sf2")
  }

  /// Whether there is a sound card that can play.
  package static var hasSoundCard: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/snd")) ?? []
    return names.contains { $0.hasPrefix("pcm") && $0.hasSuffix("p") }
  }
}
