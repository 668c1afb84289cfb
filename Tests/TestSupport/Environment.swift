internal import Foundation
internal import Testing

/// The programs, files, and settings that tests use.
package enum TestEnvironment {
  /// The project's folder, found from the path of this file.
  package static let projectFolder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Returns the text of a file, by its path in the project.
  package static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(projectFolder)/\(path)", encoding: .utf8)
  }

  /// The version in the program's source, such as "1.2.0".
  package static var version: String {
    get throws {
      let source = try text("Sources/midirec/Midirec.swift")
      return try #require(source.firstMatch(of: /static let version = "([\d.]+)"/)).output.1.description
    }
  }

  /// The program under test: `MIDIREC_PROGRAM`, or the program built next to the tests.
  package static var midirec: String {
    variable("MIDIREC_PROGRAM") ?? builtBesideTests("midirec")
  }

  /// The program that runs these tests.
  package static var testProgram: String {
    URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().path
  }

  /// The user's cache, which has the kernel of simulated machines, for tests that change `HOME`.
  package static var cacheFolder: String { variable("XDG_CACHE_HOME") ?? NSHomeDirectory() + "/.cache" }

  /// Whether these tests run on a simulated machine that `midirec simulate` has started.
  package static var isOnSimulatedMachine: Bool { variable("MIDIREC_SIMULATION") != nil }

  /// The variable with the options of the simulated machine on which these tests run.
  static let machineOptionsName = "MIDIREC_MACHINE_OPTIONS"

  /// The options of the simulated machine on which these tests run.
  static var machineOptions: [String] {
    (variable(machineOptionsName) ?? "").split(separator: " ").map(String.init)
  }

  /// Returns the path of a program that was built next to the tests.
  package static func builtBesideTests(_ name: String) -> String {
    URL(filePath: testProgram).deletingLastPathComponent().appending(path: name).path
  }

  /// Returns whether a program is installed.
  package static func hasProgram(_ name: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// A Python with mido, mir_eval, symusic, and alsa-midi: `MIDIREC_PEER_PYTHON`, or the system's Python.
  package static var python: String { variable("MIDIREC_PEER_PYTHON") ?? "python3" }

  /// Whether `MIDIREC_PEER_PYTHON` names a Python with mido, mir_eval, symusic, and alsa-midi.
  package static var hasPeers: Bool { variable("MIDIREC_PEER_PYTHON") != nil }

  /// A Python with selenium, on a machine with Chromium and its driver: `MIDIREC_BROWSER_PYTHON`, or `nil` if it isn't
  /// set.
  package static var browserPython: String? { variable("MIDIREC_BROWSER_PYTHON") }

  /// Returns the MIDI files in a folder of the corpus, or `nil` if the corpus doesn't exist.
  ///
  /// The corpus is an optional folder next to the project, with files from other projects.
  package static func corpus(_ folder: String) -> [String]? {
    let path = corpusFolder(folder)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return nil }
    return names.filter { $0.hasSuffix(".mid") }.sorted().map { "\(path)/\($0)" }
  }

  /// Returns all files below a folder of the project whose names have a suffix, in alphabetical order.
  package static func files(below folder: String, endingIn ending: String) -> [String] {
    let path = "\(projectFolder)/\(folder)"
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted().map { "\(path)/\($0)" }
  }

  /// Returns the path of a folder of the corpus, which may not exist.
  package static func corpusFolder(_ folder: String) -> String {
    "\(variable("MIDIREC_CORPUS") ?? "\(projectFolder)/../shared/corpus")/\(folder)"
  }

  /// Whether this machine has an ALSA sequencer.
  package static var hasSequencer: Bool { FileManager.default.fileExists(atPath: "/dev/snd/seq") }

  /// Whether slow tests run: `Scripts/test --full`.
  package static var isFull: Bool { variable("MIDIREC_FULL_TESTS") != nil }

  /// The seed of property tests, `MIDIREC_SEED`, or `nil` if it isn't set.
  static var seed: UInt64? { variable("MIDIREC_SEED").flatMap { UInt64($0) } }

  /// The folder for the report of the defects in the app that inspired the grid: `MIDIREC_DEFECTS_REPORT`, or `nil` if
  /// it isn't set.
  package static var defectsReport: String? { variable("MIDIREC_DEFECTS_REPORT") }

  private static func variable(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension TestEnvironment {
  /// Whether midirec's default font is installed.
  package static var hasBuiltInFont: Bool {
    FileManager.default.fileExists(atPath: "/usr/share/sounds/sf2/TimGM6mb.sf2")
  }

  /// Whether this machine has a sound card that can play.
  package static var hasSoundCard: Bool {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/dev/snd")) ?? []
    return names.contains { $0.hasPrefix("pcm") && $0.hasSuffix("p") }
  }
}
