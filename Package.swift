// swift-tools-version: 6.2

import PackageDescription

/// What every target of midirec is compiled with: Swift 6 rules, and no warning let through. Tests do without
/// `unsafe` marks, which the expansions of `#expect` don't carry.
let testSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// The same for all else, where each expression that steps outside memory safety is marked `unsafe`.
let settings = testSettings + [.strictMemorySafety()]

/// Whether another package depends on this one, which SwiftPM then keeps in a folder of this name. It accepts no
/// unsafe flags from such a package.
let isDependency = Context.packageDirectory.contains("/checkouts/")

/// The settings of modules that compute. They are optimized in debug builds, too: without that, all tests together
/// take half as long again, most of it in the analysis of sound.
let computingSettings =
  settings + (isDependency ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

/// The modules of other packages, by their names.
let products: [String: String] = [
  "Algorithms": "swift-algorithms", "ArgumentParser": "swift-argument-parser", "Crypto": "swift-crypto",
  "GRDB": "GRDB.swift",
  "HeapModule": "swift-collections", "Histogram": "hdrhistogram-swift",
  "SystemPackage": "swift-system", "Yams": "Yams",
]

/// Returns the dependencies on modules: the modules that a target's files import, in the order of their names.
func on(_ modules: String...) -> [Target.Dependency] {
  modules.map { name in
    products[name].map { .product(name: name, package: $0) } ?? .target(name: name)
  }
}

let package = Package(
  name: "midirec",
  products: [
    .executable(name: "midirec", targets: ["midirec"]),
    // For the tests of other packages: MIDIRecTesting, and the modules that a subject of theirs needs.
    .library(
      name: "MIDIRecTesting",
      targets: ["MIDIRecTesting", "BuiltInSubjects", "MIDICore", "Sessions", "Timelines"]),
    // For other packages: each with the modules that its public interface mentions. They build with Swift alone.
    .library(name: "Instruments", targets: ["Instruments", "MIDICore", "Timelines"]),
    .library(name: "MIDIFiles", targets: ["MIDIFiles", "FileIO", "MIDICore"]),
    .library(name: "Timelines", targets: ["Timelines", "MIDICore"]),
    // For the benchmarks and the fuzzers, which are packages of their own.
    .library(name: "CALSA", targets: ["CALSA"]),
    .library(name: "EventLanguage", targets: ["EventLanguage"]),
    .library(name: "MIDICore", targets: ["MIDICore"]),
    .library(name: "Sound", targets: ["Sound"]),
    .library(name: "SoundFonts", targets: ["SoundFonts"]),
    .library(name: "BuiltInSubjects", targets: ["BuiltInSubjects"]),
    .library(name: "Programs", targets: ["Programs"]),
    .library(name: "Sessions", targets: ["Sessions"]),
    .library(name: "SoundSessions", targets: ["SoundSessions"]),
  ],
  // Exact, because Package.resolved isn't tracked.
  dependencies: [
    .package(url: "https://github.com/apple/swift-algorithms", exact: "1.2.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    // Layer 0: system libraries, no logic.
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    // FluidSynth's functions by its header, from libfluidsynth-dev; its library is loaded when it is needed.
    .target(name: "CFluidSynth"),
    .systemLibrary(name: "CKissFFT", pkgConfig: "kissfft-float", providers: [.apt(["libkissfft-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CSMF", pkgConfig: "smf", providers: [.apt(["libsmf-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

    // Layer 1: values, reading and writing files.
    .target(name: "MIDICore", dependencies: on("Algorithms"), swiftSettings: computingSettings),
    .target(name: "FileIO", dependencies: on("CLinux", "SystemPackage"), swiftSettings: settings),

    // Layer 2: files, what the notes did, the words of `send`, sound, threads that wait, child processes.
    .target(
      name: "MIDIFiles", dependencies: on("FileIO", "HeapModule", "MIDICore", "SystemPackage"),
      swiftSettings: computingSettings),
    .target(
      name: "Timelines", dependencies: on("Algorithms", "HeapModule", "MIDICore"),
      swiftSettings: computingSettings),
    .target(name: "EventLanguage", dependencies: on("MIDICore"), swiftSettings: settings),
    .target(
      name: "Waiting", dependencies: on("CLinux", "MIDICore", "SystemPackage"), swiftSettings: settings),
    .target(name: "Processes", dependencies: on("CLinux", "SystemPackage"), swiftSettings: settings),
    .target(
      name: "Sound",
      dependencies: on("CKissFFT", "Crypto", "CSndFile", "FileIO", "MIDICore", "SystemPackage"),
      swiftSettings: computingSettings),

    // Layer 3: the sequencer, what instruments show, what a synthesizer plays, the second reader of files.
    .target(
      name: "ALSASequencer",
      dependencies: on("CALSA", "CLinux", "FileIO", "Histogram", "MIDICore", "SystemPackage", "Waiting"),
      swiftSettings: settings),
    .target(
      name: "Instruments", dependencies: on("HeapModule", "MIDICore", "Timelines"),
      swiftSettings: computingSettings),
    .target(
      name: "SoundFonts",
      dependencies: on(
        "Algorithms", "CFluidSynth", "Crypto", "FileIO", "GRDB", "MIDICore", "MIDIFiles", "Sound",
        "SystemPackage"),
      swiftSettings: computingSettings),
    .target(
      name: "SMFCrossCheck",
      dependencies: on("CSMF", "FileIO", "MIDICore", "MIDIFiles", "Processes", "SystemPackage"),
      swiftSettings: settings),

    // The simulated machine on which programs under test run.
    .target(
      name: "Simulation", dependencies: on("CLinux", "FileIO", "MIDICore", "Processes", "SystemPackage"),
      swiftSettings: settings),

    // The terminal and the standard streams.
    .target(
      name: "Terminal", dependencies: on("MIDICore", "SystemPackage", "Waiting"), swiftSettings: settings),

    // Layer 4: sessions, without ALSA, sound, or processes; takes.
    .target(
      name: "Sessions",
      dependencies: on(
        "FileIO", "Instruments", "MIDICore", "MIDIFiles", "SystemPackage", "Timelines", "Waiting",
        "Yams"),
      swiftSettings: settings),
    .target(
      name: "Takes",
      dependencies: on(
        "ALSASequencer", "EventLanguage", "FileIO", "MIDICore", "MIDIFiles", "SystemPackage", "Waiting"),
      swiftSettings: settings),

    // Layer 5: what sessions are played to, results for people and programs.
    .target(
      name: "BuiltInSubjects", dependencies: on("Instruments", "MIDICore", "Sessions", "Timelines"),
      swiftSettings: settings),
    .target(
      name: "Programs",
      dependencies: on(
        "ALSASequencer", "CLinux", "CPCRE2", "FileIO", "MIDICore", "Processes", "Sessions", "Simulation",
        "SystemPackage", "Timelines", "Waiting"), swiftSettings: settings),
    .target(
      name: "Reports",
      dependencies: on(
        "EventLanguage", "Instruments", "MIDICore", "MIDIFiles", "Sessions", "SystemPackage",
        "Timelines"),
      resources: [.embedInCode("Page/Assets")], swiftSettings: settings),

    // Layer 6: what plays live, results from this machine, the synth as a subject, the library for others' tests.
    .target(
      name: "LiveInstruments",
      dependencies: on(
        "ALSASequencer", "Instruments", "MIDICore", "Reports", "SoundFonts", "Takes", "Terminal",
        "Waiting"),
      swiftSettings: settings),
    .target(
      name: "SystemReports",
      dependencies: on(
        "ALSASequencer", "FileIO", "MIDICore", "MIDIFiles", "Processes", "Reports", "Simulation",
        "SMFCrossCheck", "SoundFonts", "SystemPackage", "Takes"), swiftSettings: settings),
    .target(
      name: "SoundSessions",
      dependencies: on(
        "Algorithms", "Crypto", "MIDICore", "Reports", "Sessions", "Sound", "SoundFonts",
        "SystemPackage", "Timelines", "Waiting"),
      swiftSettings: settings),
    .target(
      name: "MIDIRecTesting",
      dependencies: on(
        "BuiltInSubjects", "FileIO", "MIDICore", "Reports", "Sessions", "SystemPackage", "Waiting"),
      swiftSettings: settings),

    // Layer 7: the command line.
    .executableTarget(
      name: "midirec",
      dependencies: on(
        "ALSASequencer", "ArgumentParser", "BuiltInSubjects", "EventLanguage", "FileIO", "Instruments",
        "LiveInstruments", "MIDICore", "MIDIFiles", "Processes", "Programs", "Reports", "Sessions",
        "Simulation", "SMFCrossCheck", "Sound", "SoundFonts", "SoundSessions", "SystemPackage",
        "SystemReports", "Takes", "Terminal", "Timelines", "Waiting"),
      swiftSettings: settings),

    // Tests mirror the modules. Those whose suites are named …OnSequencer need an ALSA sequencer.
    .target(
      name: "TestSupport",
      dependencies: on(
        "FileIO", "MIDICore", "MIDIFiles", "Sessions", "SMFCrossCheck", "SystemPackage", "Timelines"),
      path: "Tests/TestSupport", swiftSettings: settings),
    .executableTarget(
      name: "TakeWriter", dependencies: on("MIDICore", "MIDIFiles", "SystemPackage"),
      path: "Tests/TakeWriter", swiftSettings: settings),
    .executableTarget(
      name: "FontMaker", dependencies: on("SystemPackage", "TestSupport"), path: "Tests/FontMaker",
      swiftSettings: settings),
    .executableTarget(
      name: "ProgramUnderTest", dependencies: on("CALSA"), path: "Tests/ProgramsUnderTest",
      swiftSettings: settings),
    .testTarget(
      name: "ALSASequencerTests",
      dependencies: on("ALSASequencer", "CALSA", "MIDICore", "ProgramUnderTest", "TestSupport", "Waiting"),
      swiftSettings: testSettings),
    .testTarget(
      name: "BuiltInSubjectsTests",
      dependencies: on(
        "BuiltInSubjects", "Instruments", "MIDICore", "Reports", "Sessions", "SystemPackage",
        "TestSupport", "Timelines"),
      swiftSettings: testSettings),
    .testTarget(
      name: "EventLanguageTests", dependencies: on("EventLanguage", "MIDICore", "TestSupport"),
      swiftSettings: testSettings),
    .testTarget(
      name: "FileIOTests", dependencies: on("FileIO", "SystemPackage", "TestSupport"),
      swiftSettings: testSettings),
    .testTarget(
      name: "InstrumentsTests", dependencies: on("Instruments", "MIDICore", "TestSupport", "Timelines"),
      swiftSettings: testSettings),
    .testTarget(
      name: "LiveInstrumentsTests",
      dependencies: on("Instruments", "LiveInstruments", "MIDICore", "Terminal"),
      swiftSettings: testSettings),
    .testTarget(
      name: "MIDICoreTests", dependencies: on("MIDICore", "TestSupport"), swiftSettings: testSettings),
    .testTarget(
      name: "MIDIFilesTests",
      dependencies: on(
        "FileIO", "MIDICore", "MIDIFiles", "SMFCrossCheck", "SystemPackage", "TakeWriter",
        "TestSupport"),
      swiftSettings: testSettings),
    .testTarget(
      name: "MIDIRecTestingTests",
      dependencies: on(
        "MIDICore", "MIDIRecTesting", "Sessions", "SystemPackage", "TestSupport", "Timelines"),
      exclude: ["__Snapshots__"],
      swiftSettings: testSettings),
    .testTarget(
      name: "ProcessesTests", dependencies: on("Processes", "SystemPackage", "TestSupport"),
      swiftSettings: testSettings),
    .testTarget(
      name: "ProgramsTests",
      dependencies: on(
        "ALSASequencer", "MIDICore", "Processes", "Programs", "Sessions", "SystemPackage", "TestSupport",
        "Waiting"),
      swiftSettings: testSettings),
    .testTarget(
      name: "ReportsTests",
      dependencies: on(
        "Crypto", "Instruments", "MIDICore", "MIDIFiles", "Reports", "Sessions", "Sound",
        "SoundSessions", "TestSupport", "Timelines"),
      swiftSettings: testSettings),
    .testTarget(name: "ScriptsTests", dependencies: on("TestSupport", "Yams"), swiftSettings: testSettings),
    .testTarget(
      name: "SessionsTests",
      dependencies: on(
        "FileIO", "MIDICore", "Sessions", "SystemPackage", "TestSupport", "Timelines", "Waiting"),
      swiftSettings: testSettings),
    .testTarget(
      name: "SimulationTests", dependencies: on("Processes", "Simulation", "SystemPackage", "TestSupport"),
      swiftSettings: testSettings),
    .testTarget(
      name: "SMFCrossCheckTests",
      dependencies: on("FileIO", "MIDICore", "MIDIFiles", "SMFCrossCheck", "SystemPackage", "TestSupport"),
      swiftSettings: testSettings),
    .testTarget(
      name: "SoundFontsTests",
      dependencies: on(
        "Crypto", "FileIO", "MIDICore", "MIDIFiles", "Sound", "SoundFonts", "SystemPackage",
        "TestSupport"),
      swiftSettings: testSettings),
    .testTarget(
      name: "SoundSessionsTests",
      dependencies: on(
        "MIDICore", "Reports", "Sessions", "Sound", "SoundFonts", "SoundSessions", "SystemPackage",
        "TestSupport", "Timelines", "Waiting"), swiftSettings: testSettings),
    .testTarget(
      name: "SoundTests", dependencies: on("MIDICore", "Sound", "SystemPackage", "TestSupport"),
      swiftSettings: testSettings),
    .testTarget(
      name: "TakesTests",
      dependencies: on("ALSASequencer", "FileIO", "MIDICore", "SystemPackage", "Takes", "TestSupport"),
      swiftSettings: testSettings),
    .testTarget(
      name: "TerminalTests", dependencies: on("MIDICore", "Terminal"), swiftSettings: testSettings),
    .testTarget(
      name: "TimelinesTests", dependencies: on("MIDICore", "TestSupport", "Timelines"),
      swiftSettings: testSettings),
    .testTarget(
      name: "WaitingTests", dependencies: on("MIDICore", "Waiting"),
      swiftSettings: testSettings),
    .testTarget(
      name: "midirecTests",
      dependencies: on(
        "ALSASequencer", "EventLanguage", "FileIO", "FontMaker", "Instruments", "LiveInstruments",
        "MIDICore", "MIDIFiles", "midirec", "Sessions", "Simulation", "SMFCrossCheck", "Sound",
        "SoundSessions", "SystemPackage", "Takes", "Terminal", "TestSupport", "Timelines"),
      swiftSettings: testSettings),
  ]
)
