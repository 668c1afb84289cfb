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
  "ArgumentParser": "swift-argument-parser", "GRDB": "GRDB.swift",
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

/// Libraries for the separate packages Tests/Benchmarks and Tests/Fuzzing. Packages that depend on midirec don't see them.
let libraries = [
  "CALSA", "EventLanguage", "FontCatalog", "MIDICore", "Programs", "Reports",
  "Sessions", "Sound", "SoundSessions", "Synth",
]

let package = Package(
  name: "midirec",
  products: [
    .executable(name: "midirec", targets: ["midirec"]),
    // For tests of other packages: MIDIRecTesting and the modules needed to write a subject.
    .library(
      name: "MIDIRecTesting",
      targets: ["MIDIRecTesting", "MIDICore", "Sessions", "Timelines"]),
    // For other packages: a module and the modules that its public interface uses. None needs a Debian package.
    .library(name: "Following", targets: ["Following", "MIDICore", "Timelines"]),
    .library(name: "Instruments", targets: ["Instruments", "MIDICore", "Timelines"]),
    .library(name: "MIDIFiles", targets: ["MIDIFiles", "MIDICore", "System"]),
    .library(name: "Timelines", targets: ["Timelines", "MIDICore"]),
    // Needs libasound2-dev.
    .library(name: "Takes", targets: ["Takes", "MIDICore"]),
  ] + (isDependency ? [] : libraries.map { .library(name: $0, targets: [$0]) }),
  // Exact versions, because Package.resolved isn't tracked.
  dependencies: [
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
    // Declares FluidSynth's functions with the header of libfluidsynth-dev. Synth loads the library on first use.
    .target(name: "CFluidSynth"),
    // The styles and scripts of pages, which SwiftPM's own embedding would compile for half a minute.
    .target(name: "CPageAssets", exclude: ["Assets"]),
    // Without pkg-config, whose flags for this library SwiftPM rejects.
    .systemLibrary(name: "CKissFFT"),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CSMF", pkgConfig: "smf", providers: [.apt(["libsmf-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

    // Layer 1: MIDI values.
    module("MIDICore", "", computes: true),

    // Layer 2: files, waiting, threads, and processes; timelines; scripts of `send`.
    module("System", "CLinux MIDICore SystemPackage"),
    module("Timelines", "HeapModule MIDICore", computes: true),
    module("EventLanguage", "MIDICore"),

    // Layer 3: MIDI files, audio, the sequencer, instruments, following, simulated machines, the terminal.
    module("MIDIFiles", "HeapModule MIDICore System SystemPackage", computes: true),
    module("Sound", "CCrypto CKissFFT CSndFile MIDICore System SystemPackage", computes: true),
    module("ALSASequencer", "CALSA CLinux Histogram MIDICore System SystemPackage"),
    module("Instruments", "HeapModule MIDICore Timelines", computes: true),
    module("Following", "MIDICore Timelines", computes: true),
    module("Simulation", "CLinux MIDICore System SystemPackage"),
    module("Terminal", "MIDICore System SystemPackage"),

    // Layer 4: the synthesizer, the comparison with libsmf, reports as text, JSON, and HTML, takes.
    module(
      "Synth", "CFluidSynth MIDICore MIDIFiles Sound System SystemPackage Timelines",
      computes: true),
    module("SMFCrossCheck", "CSMF MIDICore MIDIFiles System SystemPackage"),
    module("Reports", "CPageAssets EventLanguage Following Instruments MIDICore MIDIFiles Timelines"),
    module("Takes", "ALSASequencer EventLanguage MIDICore MIDIFiles System SystemPackage"),

    // Layer 5: the catalog of fonts; sessions, without ALSA, audio, and processes, and the reports of their runs.
    module("FontCatalog", "GRDB Sound Synth System SystemPackage"),
    module(
      "Sessions",
      "Following Instruments MIDICore MIDIFiles Reports System SystemPackage Timelines Yams"),

    // Layer 6: programs and the synth as subjects, and the library for Swift tests.
    module(
      "Programs",
      """
      ALSASequencer CLinux CPCRE2 Instruments MIDICore MIDIFiles Sessions Simulation System \
      SystemPackage Timelines
      """),
    module(
      "SoundSessions",
      "FontCatalog MIDICore Reports Sessions Sound Synth System SystemPackage Timelines"),
    module("MIDIRecTesting", "MIDICore Sessions System SystemPackage Timelines"),

    // Layer 7: what front ends share.
    module(
      "Workbench",
      """
      ALSASequencer EventLanguage Following FontCatalog Instruments MIDICore MIDIFiles Programs \
      Reports Sessions Simulation SMFCrossCheck Sound SoundSessions Synth System SystemPackage Takes \
      Terminal Timelines
      """),

    // Layer 8: the command line.
    program(
      "midirec",
      """
      ALSASequencer ArgumentParser EventLanguage Following FontCatalog Instruments MIDICore MIDIFiles \
      Programs Reports Sessions Simulation Sound SoundSessions Synth System SystemPackage \
      Takes Terminal Timelines Workbench
      """),

    // Tests mirror the modules. Suites named …OnSequencer need an ALSA sequencer.
    module(
      "TestSupport",
      "MIDICore MIDIFiles Sessions SMFCrossCheck System SystemPackage Timelines", path: "Tests/TestSupport"),
    program("TakeWriter", "MIDICore MIDIFiles SystemPackage Takes", path: "Tests/TakeWriter"),
    program("FontMaker", "SystemPackage TestSupport", path: "Tests/FontMaker"),
    program("PerformanceMaker", "TestSupport", path: "Tests/PerformanceMaker"),
    program("ProgramUnderTest", "CALSA", path: "Tests/ProgramsUnderTest"),
    tests("ALSASequencerTests", "ALSASequencer CALSA MIDICore System TestSupport"),
    tests("EventLanguageTests", "EventLanguage MIDICore TestSupport"),
    tests("FollowingTests", "Following MIDICore MIDIFiles TestSupport Timelines"),
    tests("FontCatalogTests", "FontCatalog Sound Synth SystemPackage TestSupport"),
    tests("InstrumentsTests", "Instruments MIDICore TestSupport Timelines"),
    tests("MIDICoreTests", "MIDICore TestSupport"),
    tests("MIDIFilesTests", "MIDICore MIDIFiles SMFCrossCheck System SystemPackage TestSupport"),
    tests(
      "MIDIRecTestingTests",
      "MIDICore MIDIRecTesting Sessions System SystemPackage TestSupport Timelines",
      exclude: ["__Snapshots__"]),
    tests(
      "ProgramsTests",
      """
      ALSASequencer Instruments MIDICore Programs ProgramUnderTest Sessions Simulation System \
      SystemPackage TestSupport Timelines
      """),
    tests("RelationsTests", "ALSASequencer CALSA MIDICore MIDIFiles Reports System TestSupport Timelines"),
    tests(
      "ReportsTests",
      "Following Instruments MIDICore MIDIFiles Reports Sessions Sound SoundSessions TestSupport Timelines"),
    tests("ScriptsTests", "TestSupport Yams"),
    tests(
      "SessionsTests",
      "Instruments MIDICore Reports Sessions System SystemPackage TestSupport Timelines"),
    tests("SimulationTests", "Simulation System SystemPackage TestSupport"),
    tests("SMFCrossCheckTests", "MIDICore MIDIFiles SMFCrossCheck System SystemPackage TestSupport"),
    tests(
      "SoundSessionsTests",
      "MIDICore Reports Sessions Sound SoundSessions Synth System SystemPackage TestSupport Timelines"),
    tests("SoundTests", "MIDICore Sound SystemPackage TestSupport"),
    tests("SynthTests", "MIDICore MIDIFiles Sound Synth System SystemPackage TestSupport"),
    tests("SystemTests", "CLinux MIDICore System SystemPackage TestSupport"),
    tests(
      "TakesTests",
      "ALSASequencer MIDICore MIDIFiles SMFCrossCheck System SystemPackage Takes TakeWriter TestSupport"),
    tests("TerminalTests", "MIDICore Terminal"),
    tests("TimelinesTests", "MIDICore MIDIFiles TestSupport Timelines"),
    tests(
      "WorkbenchTests",
      "ALSASequencer Instruments MIDICore System SystemPackage Takes Terminal TestSupport Workbench"),
    tests(
      "midirecTests",
      """
      ALSASequencer ArgumentParser EventLanguage FontMaker Instruments MIDICore MIDIFiles \
      midirec Sessions Simulation SMFCrossCheck Sound SoundSessions System SystemPackage Takes \
      TestSupport Timelines Workbench
      """),
  ]
)
