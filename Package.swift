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
func on(_ modules: String) -> [Target.Dependency] {
  modules.split(separator: " ").map(String.init).map { name in
    products[name].map { .product(name: name, package: $0) } ?? .target(name: name)
  }
}

/// Returns a module that imports other modules. Debug builds optimize a module that computes.
func module(_ name: String, _ imports: String, path: String? = nil, computes: Bool = false) -> Target {
  .target(
    name: name, dependencies: on(imports), path: path, swiftSettings: computes ? computingSettings : settings)
}

/// Returns a program that imports modules.
func program(_ name: String, _ imports: String, path: String? = nil) -> Target {
  .executableTarget(name: name, dependencies: on(imports), path: path, swiftSettings: settings)
}

/// Returns the tests of a module, which import modules, or need programs.
func tests(_ name: String, _ imports: String, exclude: [String] = []) -> Target {
  .testTarget(name: name, dependencies: on(imports), exclude: exclude, swiftSettings: testSettings)
}

/// Libraries for the separate packages Tests/Benchmarks and Tests/Fuzzing.
let libraries = [
  "BuiltInSubjects", "CALSA", "EventLanguage", "MIDICore", "Programs", "Reports", "Sessions", "Sound",
  "SoundFonts", "SoundSessions", "Takes",
]

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
  ] + libraries.map { .library(name: $0, targets: [$0]) },
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
    module("MIDICore", "Algorithms", computes: true),
    module("FileIO", "CLinux SystemPackage"),

    // Layer 2: MIDI files, timelines, scripts of `send`, audio, threads, child processes.
    module("MIDIFiles", "FileIO HeapModule MIDICore SystemPackage", computes: true),
    module("Timelines", "Algorithms HeapModule MIDICore", computes: true),
    module("EventLanguage", "MIDICore"),
    module("Waiting", "CLinux MIDICore SystemPackage"),
    module("Processes", "CLinux SystemPackage"),
    module("Sound", "CCrypto CKissFFT CSndFile FileIO MIDICore SystemPackage", computes: true),

    // Layer 3: the sequencer, instruments, the synthesizer, the comparison with libsmf, simulated machines, the terminal.
    module("ALSASequencer", "CALSA CLinux FileIO Histogram MIDICore Processes SystemPackage Waiting"),
    module("Instruments", "HeapModule MIDICore Timelines", computes: true),
    module(
      "SoundFonts",
      "Algorithms CFluidSynth FileIO GRDB MIDICore MIDIFiles Sound SystemPackage Timelines", computes: true),
    module("SMFCrossCheck", "CSMF FileIO MIDICore MIDIFiles Processes SystemPackage"),

    module("Simulation", "CLinux FileIO MIDICore Processes SystemPackage"),
    module("Terminal", "MIDICore SystemPackage Waiting"),

    // Layer 4: sessions, which use no ALSA, audio, or processes, and takes.
    module("Sessions", "FileIO Instruments MIDICore MIDIFiles SystemPackage Timelines Waiting Yams"),
    module("Takes", "ALSASequencer EventLanguage FileIO MIDICore MIDIFiles SystemPackage Waiting"),

    // Layer 5: subjects of sessions, and reports as text, JSON, and HTML.
    module("BuiltInSubjects", "Instruments MIDICore Sessions Timelines"),
    module(
      "Programs",
      """
      ALSASequencer CLinux CPCRE2 FileIO Instruments MIDICore MIDIFiles Processes Sessions \
      Simulation SystemPackage Timelines Waiting
      """),
    module(
      "Reports",
      "CPageAssets EventLanguage Instruments MIDICore MIDIFiles Sessions SystemPackage Timelines"),

    // Layer 6: live instruments, reports on this machine, the synth as a subject, and the library for Swift tests.
    module("LiveInstruments", "ALSASequencer Instruments MIDICore Reports SoundFonts Takes Terminal Waiting"),
    module(
      "SystemReports",
      """
      ALSASequencer FileIO MIDICore MIDIFiles Processes Reports Simulation SMFCrossCheck \
      SoundFonts SystemPackage Takes
      """),
    module(
      "SoundSessions",
      "Algorithms MIDICore Reports Sessions Sound SoundFonts SystemPackage Timelines Waiting"),
    module(
      "MIDIRecTesting",
      "BuiltInSubjects FileIO MIDICore MIDIFiles Reports Sessions SystemPackage Waiting"),

    // Layer 7: the command line.
    program(
      "midirec",
      """
      ALSASequencer ArgumentParser BuiltInSubjects EventLanguage FileIO Instruments \
      LiveInstruments MIDICore MIDIFiles Processes Programs Reports Sessions Simulation \
      SMFCrossCheck Sound SoundFonts SoundSessions SystemPackage SystemReports Takes Terminal \
      Timelines Waiting
      """),

    // Tests mirror the modules. Suites named …OnSequencer need an ALSA sequencer.
    module(
      "TestSupport",
      "FileIO MIDICore MIDIFiles Sessions SMFCrossCheck SystemPackage Timelines", path: "Tests/TestSupport"),
    program("TakeWriter", "MIDICore MIDIFiles SystemPackage", path: "Tests/TakeWriter"),
    program("FontMaker", "SystemPackage TestSupport", path: "Tests/FontMaker"),
    program("PerformanceMaker", "TestSupport", path: "Tests/PerformanceMaker"),
    program("ProgramUnderTest", "CALSA", path: "Tests/ProgramsUnderTest"),
    tests("ALSASequencerTests", "ALSASequencer CALSA MIDICore ProgramUnderTest TestSupport Waiting"),
    tests(
      "BuiltInSubjectsTests",
      "BuiltInSubjects Instruments MIDICore Reports Sessions SystemPackage TestSupport Timelines"),
    tests("EventLanguageTests", "EventLanguage MIDICore TestSupport"),
    tests("FileIOTests", "CLinux FileIO SystemPackage TestSupport"),
    tests("InstrumentsTests", "Instruments MIDICore TestSupport Timelines"),
    tests("LiveInstrumentsTests", "Instruments LiveInstruments MIDICore Terminal"),
    tests("MIDICoreTests", "MIDICore TestSupport"),
    tests("MIDIFilesTests", "FileIO MIDICore MIDIFiles SMFCrossCheck SystemPackage TakeWriter TestSupport"),
    tests(
      "MIDIRecTestingTests",
      "MIDICore MIDIRecTesting Sessions SystemPackage TestSupport Timelines", exclude: ["__Snapshots__"]),
    tests("ProcessesTests", "Processes SystemPackage TestSupport"),
    tests(
      "ProgramsTests",
      """
      ALSASequencer Instruments MIDICore Processes Programs Sessions SystemPackage TestSupport \
      Timelines Waiting
      """),
    tests("RelationsTests", "ALSASequencer CALSA MIDICore MIDIFiles Reports TestSupport Timelines Waiting"),
    tests(
      "ReportsTests",
      "Instruments MIDICore MIDIFiles Reports Sessions Sound SoundSessions TestSupport Timelines"),
    tests("ScriptsTests", "TestSupport Yams"),
    tests("SessionsTests", "FileIO MIDICore Sessions SystemPackage TestSupport Timelines Waiting"),
    tests("SimulationTests", "Processes Simulation SystemPackage TestSupport"),
    tests("SMFCrossCheckTests", "FileIO MIDICore MIDIFiles SMFCrossCheck SystemPackage TestSupport"),
    tests("SoundFontsTests", "FileIO MIDICore MIDIFiles Sound SoundFonts SystemPackage TestSupport"),
    tests(
      "SoundSessionsTests",
      """
      MIDICore Reports Sessions Sound SoundFonts SoundSessions SystemPackage TestSupport Timelines \
      Waiting
      """),
    tests("SoundTests", "MIDICore Sound SystemPackage TestSupport"),
    tests("TakesTests", "ALSASequencer FileIO MIDICore SystemPackage Takes TestSupport"),
    tests("TerminalTests", "MIDICore Terminal"),
    tests("TimelinesTests", "MIDICore MIDIFiles TestSupport Timelines"),
    tests("WaitingTests", "MIDICore Waiting"),
    tests(
      "midirecTests",
      """
      ALSASequencer ArgumentParser BuiltInSubjects EventLanguage FileIO FontMaker Instruments \
      LiveInstruments MIDICore MIDIFiles midirec Sessions Simulation SMFCrossCheck Sound \
      SoundSessions SystemPackage Takes Terminal TestSupport Timelines Waiting
      """),
  ]
)
