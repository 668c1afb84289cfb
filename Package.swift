// swift-tools-version: 6.2

import PackageDescription

/// Settings of all targets. Warnings are errors. Tests don't check memory safety strictly, because the code that
/// `#expect` generates lacks the required `unsafe` marks.
let testSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Settings of all modules. Each expression that isn't memory safe is marked `unsafe`.
let settings = testSettings + [.strictMemorySafety()]

/// Whether SwiftPM has checked this package out as a dependency. SwiftPM rejects unsafe flags in dependencies.
let isDependency = Context.packageDirectory.contains("/checkouts/")

/// Settings of modules that compute. Debug builds optimize them, because the tests would otherwise take 1.5 times as
/// long, mainly in the analysis of audio.
let computingSettings =
  settings + (isDependency ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

/// The packages of external modules, by module name.
let products: [String: String] = [
  "Algorithms": "swift-algorithms", "ArgumentParser": "swift-argument-parser", "GRDB": "GRDB.swift",
  "HeapModule": "swift-collections", "Histogram": "hdrhistogram-swift",
  "SystemPackage": "swift-system", "Yams": "Yams",
]

/// Returns dependencies on modules. List the modules that a target's files import, sorted by name.
func on(_ modules: String...) -> [Target.Dependency] {
  modules.map { name in
    products[name].map { .product(name: name, package: $0) } ?? .target(name: name)
  }
}

let package = Package(
  name: "midirec",
  products: [
    .executable(name: "midirec", targets: ["midirec"]),
    // For tests of other packages: MIDIRecTesting and the modules needed to write a subject.
    .library(
      name: "MIDIRecTesting",
      targets: ["MIDIRecTesting", "BuiltInSubjects", "MIDICore", "Sessions", "Timelines"]),
    // For other packages: a module and the modules that its public interface uses. None needs a Debian package.
    .library(name: "Instruments", targets: ["Instruments", "MIDICore", "Timelines"]),
    .library(name: "MIDIFiles", targets: ["MIDIFiles", "FileIO", "MIDICore"]),
    .library(name: "Timelines", targets: ["Timelines", "MIDICore"]),
    // For the separate packages Tests/Benchmarks and Tests/Fuzzing.
    .library(name: "CALSA", targets: ["CALSA"]),
    .library(name: "EventLanguage", targets: ["EventLanguage"]),
    .library(name: "MIDICore", targets: ["MIDICore"]),
    .library(name: "Sound", targets: ["Sound"]),
    .library(name: "SoundFonts", targets: ["SoundFonts"]),
    .library(name: "BuiltInSubjects", targets: ["BuiltInSubjects"]),
    .library(name: "Programs", targets: ["Programs"]),
    .library(name: "Reports", targets: ["Reports"]),
    .library(name: "Sessions", targets: ["Sessions"]),
    .library(name: "SoundSessions", targets: ["SoundSessions"]),
    .library(name: "Takes", targets: ["Takes"]),
  ],
  // Exact versions, because Package.resolved isn't tracked.
  dependencies: [
    .package(url: "https://github.com/apple/swift-algorithms", exact: "1.2.1"),
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", exact: "1.8.1"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
    // For Scripts/documentation. Packages that depend on midirec don't download it.
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", exact: "6.2.2"),
  ],
  targets: [
    // Layer 0: system libraries.
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // Declares FluidSynth's functions with the header of libfluidsynth-dev. SoundFonts loads the library on first use.
    .target(name: "CFluidSynth"),
    // The styles and scripts of pages, which SwiftPM's own embedding would compile for half a minute.
    .target(name: "CPageAssets", exclude: ["Assets"]),
    // Without pkg-config, whose flags for this library SwiftPM rejects.
    .systemLibrary(name: "CKissFFT"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CSMF", pkgConfig: "smf", providers: [.apt(["libsmf-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

    // Layer 1: MIDI values, and reading and writing of whole files.
    .target(name: "MIDICore", dependencies: on("Algorithms"), swiftSettings: computingSettings),
    .target(name: "FileIO", dependencies: on("CLinux", "SystemPackage"), swiftSettings: settings),

    // Layer 2: MIDI files, timelines, scripts of `send`, audio, threads, child processes.
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
      dependencies: on("CCrypto", "CKissFFT", "CSndFile", "FileIO", "MIDICore", "SystemPackage"),
      swiftSettings: computingSettings),

    // Layer 3: the sequencer, instruments, the synthesizer, the comparison with libsmf, simulated machines, the terminal.
    .target(
      name: "ALSASequencer",
      dependencies: on(
        "CALSA", "CLinux", "FileIO", "Histogram", "MIDICore", "Processes", "SystemPackage", "Waiting"),
      swiftSettings: settings),
    .target(
      name: "Instruments", dependencies: on("HeapModule", "MIDICore", "Timelines"),
      swiftSettings: computingSettings),
    .target(
      name: "SoundFonts",
      dependencies: on(
        "Algorithms", "CFluidSynth", "FileIO", "GRDB", "MIDICore", "MIDIFiles", "Sound",
        "SystemPackage", "Timelines"),
      swiftSettings: computingSettings),
    .target(
      name: "SMFCrossCheck",
      dependencies: on("CSMF", "FileIO", "MIDICore", "MIDIFiles", "Processes", "SystemPackage"),
      swiftSettings: settings),

    .target(
      name: "Simulation", dependencies: on("CLinux", "FileIO", "MIDICore", "Processes", "SystemPackage"),
      swiftSettings: settings),
    .target(
      name: "Terminal", dependencies: on("MIDICore", "SystemPackage", "Waiting"), swiftSettings: settings),

    // Layer 4: sessions, which use no ALSA, audio, or processes, and takes.
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

    // Layer 5: subjects of sessions, and reports as text, JSON, and HTML.
    .target(
      name: "BuiltInSubjects", dependencies: on("Instruments", "MIDICore", "Sessions", "Timelines"),
      swiftSettings: settings),
    .target(
      name: "Programs",
      dependencies: on(
        "ALSASequencer", "CLinux", "CPCRE2", "FileIO", "Instruments", "MIDICore", "MIDIFiles", "Processes",
        "Sessions", "Simulation", "SystemPackage", "Timelines", "Waiting"), swiftSettings: settings),
    .target(
      name: "Reports",
      dependencies: on(
        "CPageAssets", "EventLanguage", "Instruments", "MIDICore", "MIDIFiles", "Sessions", "SystemPackage",
        "Timelines"),
      swiftSettings: settings),

    // Layer 6: live instruments, reports on this machine, the synth as a subject, and the library for Swift tests.
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
        "Algorithms", "MIDICore", "Reports", "Sessions", "Sound", "SoundFonts",
        "SystemPackage", "Timelines", "Waiting"),
      swiftSettings: settings),
    .target(
      name: "MIDIRecTesting",
      dependencies: on(
        "BuiltInSubjects", "FileIO", "MIDICore", "MIDIFiles", "Reports", "Sessions", "SystemPackage",
        "Waiting"),
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

    // Tests mirror the modules. Suites named …OnSequencer need an ALSA sequencer.
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
      name: "PerformanceMaker", dependencies: on("TestSupport"), path: "Tests/PerformanceMaker",
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
      name: "FileIOTests", dependencies: on("CLinux", "FileIO", "SystemPackage", "TestSupport"),
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
        "ALSASequencer", "Instruments", "MIDICore", "Processes", "Programs", "Sessions", "SystemPackage",
        "TestSupport", "Timelines", "Waiting"),
      swiftSettings: testSettings),
    .testTarget(
      name: "RelationsTests",
      dependencies: on(
        "ALSASequencer", "CALSA", "MIDICore", "MIDIFiles", "Reports", "TestSupport", "Timelines", "Waiting"),
      swiftSettings: testSettings),
    .testTarget(
      name: "ReportsTests",
      dependencies: on(
        "Instruments", "MIDICore", "MIDIFiles", "Reports", "Sessions", "Sound",
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
        "FileIO", "MIDICore", "MIDIFiles", "Sound", "SoundFonts", "SystemPackage",
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
      name: "TimelinesTests", dependencies: on("MIDICore", "MIDIFiles", "TestSupport", "Timelines"),
      swiftSettings: testSettings),
    .testTarget(
      name: "WaitingTests", dependencies: on("MIDICore", "Waiting"),
      swiftSettings: testSettings),
    .testTarget(
      name: "midirecTests",
      dependencies: on(
        "ALSASequencer", "ArgumentParser", "BuiltInSubjects", "EventLanguage", "FileIO", "FontMaker",
        "Instruments",
        "LiveInstruments",
        "MIDICore", "MIDIFiles", "midirec", "Sessions", "Simulation", "SMFCrossCheck", "Sound",
        "SoundSessions", "SystemPackage", "Takes", "Terminal", "TestSupport", "Timelines", "Waiting"),
      swiftSettings: testSettings),
  ]
)
