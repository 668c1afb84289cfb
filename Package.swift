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

/// Whether this package is a dependency: SwiftPM has checked it out, or reads its manifest from a repository, which has no
/// folder. SwiftPM rejects unsafe flags in dependencies.
let isDependency = Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")

/// Whether to build `midirec studio` too. Its server needs SwiftNIO, which takes as long to download and to compile as half
/// of midirec, so that the scripts set this variable only when the studio is used or tested.
let hasStudio = !isDependency && Context.environment["MIDIREC_STUDIO"] != nil

/// Settings of modules that compute. Debug builds optimize them, because the tests would otherwise take 1.5 times as
/// long, mainly in the analysis of audio.
let computingSettings =
  settings + (isDependency ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))])

/// The packages of external modules, by module name.
let products: [String: String] = [
  "ArgumentParser": "swift-argument-parser", "GRDB": "GRDB.swift",
  "HeapModule": "swift-collections", "Histogram": "hdrhistogram-swift", "NIOCore": "swift-nio",
  "NIOHTTP1": "swift-nio", "NIOPosix": "swift-nio", "NIOWebSocket": "swift-nio",
  "SystemPackage": "swift-system", "Yams": "Yams",
]

/// Returns a package in the version with which midirec is tested. Package.resolved isn't tracked, so it is exact; packages
/// that depend on midirec may need later versions.
func dependency(_ url: String, _ version: Version) -> Package.Dependency {
  isDependency ? .package(url: url, from: version) : .package(url: url, exact: version)
}

/// The traits that need an external module, by its name. Packages that depend on midirec download it only if they enable
/// one of them. One is enough for all libraries, because SwiftPM 6.3 passes several in random order to the compiler, which
/// then compiles everything again. That is also why this package itself has none.
let traits =
  isDependency
  ? ["GRDB": ["Fonts"], "Histogram": ["Fonts", "Sequencer", "Testing"], "Yams": ["Fonts", "Testing"]] : [:]

/// Returns dependencies on modules. List the modules that a target's files import, sorted by name.
func on(_ modules: String) -> [Target.Dependency] {
  modules.split(separator: " ").map(String.init).map { name in
    guard let package = products[name] else { return .target(name: name) }
    guard let traits = traits[name] else { return .product(name: name, package: package) }
    return .product(name: name, package: package, condition: .when(traits: Set(traits)))
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

/// Returns a program of Sources/Examples, and its tests, which may have folders that aren't compiled. The examples are a
/// package of their own. Here they are built with this package, so that the tests need no second build. They see only
/// its public declarations, because the name of their package differs.
func example(_ name: String, _ imports: String, tests testImports: String, exclude: [String] = []) -> [Target]
{
  let settings = testSettings + (isDependency ? [] : [.unsafeFlags(["-package-name", "examples"])])
  let folder = "Sources/Examples"
  return [
    .executableTarget(
      name: name, dependencies: on("\(imports) Console"), path: "\(folder)/Sources/\(name)",
      swiftSettings: settings),
    .testTarget(
      name: "\(name)Tests", dependencies: on("\(testImports) \(name)"), path: "\(folder)/Tests/\(name)Tests",
      exclude: exclude, swiftSettings: settings),
  ]
}

/// Libraries for the separate packages Tests/Benchmarks and Tests/Fuzzing. Packages that depend on midirec don't see them.
let libraries = [
  "CALSA", "EventLanguage", "MIDICore", "MIDIRecPrograms", "MIDIRecReports",
  "MIDIRecSessions", "MIDIRecSound", "MIDIRecSynth", "SoundSessions",
]

let package = Package(
  name: "midirec",
  products: [
    .executable(name: "midirec", targets: ["midirec"]),
    // For tests of other packages: MIDIRecTesting and the modules needed to write a subject.
    .library(
      name: "MIDIRecTesting",
      targets: ["MIDIRecTesting", "MIDICore", "MIDIRecSessions", "Timelines"]),
    // For other packages: a module and the modules that its public interface uses. None needs a Debian package.
    .library(name: "Following", targets: ["Following", "MIDICore", "Timelines"]),
    .library(name: "Instruments", targets: ["Instruments", "MIDICore", "Timelines"]),
    .library(name: "MIDIFiles", targets: ["MIDIFiles", "MIDICore", "MIDIRecSystem"]),
    .library(name: "Timelines", targets: ["Timelines", "MIDICore"]),
    // Need libasound2-dev.
    .library(name: "ALSASequencer", targets: ["ALSASequencer", "MIDICore"]),
    .library(name: "MIDIRecTakes", targets: ["MIDIRecTakes", "MIDICore"]),
    // Needs libkissfft-dev, libsndfile1-dev, libssl-dev, and libfluidsynth-dev, and the trait Fonts.
    .library(name: "FontCatalog", targets: ["FontCatalog", "MIDIRecSynth", "MIDIRecSound", "MIDICore"]),
  ] + (isDependency ? [] : libraries.map { .library(name: $0, targets: [$0]) }),
  traits: [
    .trait(name: "Fonts", description: "all libraries, with FontCatalog"),
    .trait(name: "Sequencer", description: "ALSASequencer and MIDIRecTakes only"),
    .trait(name: "Testing", description: "all libraries but FontCatalog"),
    .default(enabledTraits: isDependency ? ["Testing"] : []),
  ],
  dependencies: [
    dependency("https://github.com/apple/swift-argument-parser", "1.8.2"),
    dependency("https://github.com/apple/swift-collections", "1.6.0"),
    dependency("https://github.com/apple/swift-system", "1.8.1"),
    dependency("https://github.com/HdrHistogram/hdrhistogram-swift", "0.2.0"),
    // For Scripts/documentation.
    dependency("https://github.com/swiftlang/swift-docc-plugin", "1.5.0"),
    dependency("https://github.com/groue/GRDB.swift", "7.10.0"),
    dependency("https://github.com/jpsim/Yams", "6.2.2"),
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
    module("MIDIRecSystem", "CLinux MIDICore SystemPackage"),
    module("Timelines", "HeapModule MIDICore", computes: true),
    module("EventLanguage", "MIDICore"),

    // Layer 3: MIDI files, audio, the sequencer, instruments, following, simulated machines, the terminal.
    module("MIDIFiles", "HeapModule MIDICore MIDIRecSystem SystemPackage", computes: true),
    module("MIDIRecSound", "CCrypto CKissFFT CSndFile MIDICore MIDIRecSystem SystemPackage", computes: true),
    module("ALSASequencer", "CALSA CLinux Histogram MIDICore MIDIRecSystem SystemPackage"),
    module("Instruments", "HeapModule MIDICore Timelines", computes: true),
    module("Following", "MIDICore Timelines", computes: true),
    module("MIDIRecSimulation", "CLinux MIDICore MIDIRecSystem SystemPackage"),
    module("MIDIRecTerminal", "MIDICore MIDIRecSystem SystemPackage"),

    // Layer 4: the synthesizer, the comparison with libsmf, reports as text, JSON, and HTML, takes.
    module(
      "MIDIRecSynth", "CFluidSynth MIDICore MIDIFiles MIDIRecSound MIDIRecSystem SystemPackage Timelines",
      computes: true),
    module("SMFCrossCheck", "CSMF MIDICore MIDIFiles MIDIRecSystem SystemPackage"),
    module("MIDIRecReports", "CPageAssets EventLanguage Following Instruments MIDICore MIDIFiles Timelines"),
    module("MIDIRecTakes", "ALSASequencer EventLanguage MIDICore MIDIFiles MIDIRecSystem SystemPackage"),

    // Layer 5: the catalog of fonts; sessions, without ALSA, audio, and processes, and the reports of their runs.
    module("FontCatalog", "GRDB MIDIRecSound MIDIRecSynth MIDIRecSystem SystemPackage"),
    module(
      "MIDIRecSessions",
      """
      Following Instruments MIDICore MIDIFiles MIDIRecReports MIDIRecSystem SystemPackage \
      Timelines Yams
      """),

    // Layer 6: programs and the synth as subjects, and storms.
    module(
      "MIDIRecPrograms",
      """
      ALSASequencer CLinux CPCRE2 Instruments MIDICore MIDIFiles MIDIRecSessions MIDIRecSimulation \
      MIDIRecSystem SystemPackage Timelines
      """),
    module(
      "SoundSessions",
      """
      FontCatalog MIDICore MIDIRecReports MIDIRecSessions MIDIRecSound MIDIRecSynth MIDIRecSystem \
      SystemPackage Timelines
      """),
    module("MIDIRecSoak", "MIDICore MIDIRecSessions MIDIRecSystem", computes: true),

    // Layer 7: the library for Swift tests, and what front ends share.
    module(
      "MIDIRecTesting", "MIDICore MIDIFiles MIDIRecSessions MIDIRecSoak MIDIRecSystem SystemPackage Timelines"
    ),
    module(
      "MIDIRecWorkbench",
      """
      ALSASequencer EventLanguage Following FontCatalog Instruments MIDICore MIDIFiles \
      MIDIRecPrograms MIDIRecReports MIDIRecSessions MIDIRecSimulation MIDIRecSoak MIDIRecSound \
      MIDIRecSynth MIDIRecSystem MIDIRecTakes MIDIRecTerminal SMFCrossCheck SoundSessions SystemPackage \
      Timelines
      """),

    // Layer 8: the command line.
    program(
      "midirec",
      """
      ALSASequencer ArgumentParser EventLanguage Following FontCatalog Instruments MIDICore \
      MIDIFiles MIDIRecPrograms MIDIRecReports MIDIRecSessions MIDIRecSimulation MIDIRecSoak \
      MIDIRecSound MIDIRecSynth MIDIRecSystem MIDIRecTakes MIDIRecTerminal MIDIRecWorkbench SoundSessions \
      SystemPackage Timelines
      """),

    // Tests mirror the modules. Suites named …OnSequencer need an ALSA sequencer.
    module(
      "TestSupport",
      "MIDICore MIDIFiles MIDIRecSessions MIDIRecSystem SMFCrossCheck SystemPackage Timelines",
      path: "Tests/TestSupport"),
    program("TakeWriter", "MIDICore MIDIFiles MIDIRecTakes SystemPackage", path: "Tests/TakeWriter"),
    program("FontMaker", "SystemPackage TestSupport", path: "Tests/FontMaker"),
    program("PerformanceMaker", "TestSupport", path: "Tests/PerformanceMaker"),
    program("ProgramUnderTest", "CALSA", path: "Tests/ProgramsUnderTest"),
    tests("ALSASequencerTests", "ALSASequencer CALSA MIDICore MIDIRecSystem TestSupport"),
    tests("EventLanguageTests", "EventLanguage MIDICore TestSupport"),
    tests("FollowingTests", "Following MIDICore MIDIFiles TestSupport Timelines"),
    tests("FontCatalogTests", "FontCatalog MIDIRecSound MIDIRecSynth SystemPackage TestSupport"),
    tests("InstrumentsTests", "Instruments MIDICore TestSupport Timelines"),
    tests("MIDICoreTests", "MIDICore TestSupport"),
    tests("MIDIFilesTests", "MIDICore MIDIFiles MIDIRecSystem SMFCrossCheck SystemPackage TestSupport"),
    tests(
      "MIDIRecTestingTests",
      "MIDICore MIDIRecSessions MIDIRecSystem MIDIRecTesting SystemPackage TestSupport Timelines",
      exclude: ["__Snapshots__"]),
    tests(
      "MIDIRecProgramsTests",
      """
      ALSASequencer Instruments MIDICore MIDIRecPrograms MIDIRecSessions MIDIRecSimulation \
      MIDIRecSystem ProgramUnderTest SystemPackage TestSupport Timelines
      """),
    tests(
      "RelationsTests",
      "ALSASequencer CALSA MIDICore MIDIFiles MIDIRecReports MIDIRecSystem TestSupport Timelines"),
    tests(
      "MIDIRecReportsTests",
      """
      Following Instruments MIDICore MIDIFiles MIDIRecReports MIDIRecSessions MIDIRecSound \
      SoundSessions TestSupport Timelines
      """),
    tests("ScriptsTests", "TestSupport Yams", exclude: ["Interfaces"]),
    tests(
      "MIDIRecSessionsTests",
      """
      Instruments MIDICore MIDIRecReports MIDIRecSessions MIDIRecSystem SystemPackage TestSupport \
      Timelines
      """),
    tests("MIDIRecSoakTests", "MIDICore MIDIRecSessions MIDIRecSoak MIDIRecSystem TestSupport"),
    tests("MIDIRecSimulationTests", "MIDIRecSimulation MIDIRecSystem SystemPackage TestSupport"),
    tests("SMFCrossCheckTests", "MIDICore MIDIFiles MIDIRecSystem SMFCrossCheck SystemPackage TestSupport"),
    tests(
      "SoundSessionsTests",
      """
      MIDICore MIDIRecReports MIDIRecSessions MIDIRecSound MIDIRecSynth MIDIRecSystem \
      SoundSessions SystemPackage TestSupport Timelines
      """),
    tests("MIDIRecSoundTests", "MIDICore MIDIRecSound SystemPackage TestSupport"),
    tests(
      "MIDIRecSynthTests",
      "MIDICore MIDIFiles MIDIRecSound MIDIRecSynth MIDIRecSystem SystemPackage TestSupport"),
    tests("MIDIRecSystemTests", "CLinux MIDICore MIDIRecSystem SystemPackage TestSupport"),
    tests(
      "MIDIRecTakesTests",
      """
      ALSASequencer MIDICore MIDIFiles MIDIRecSystem MIDIRecTakes SMFCrossCheck SystemPackage \
      TakeWriter TestSupport
      """),
    tests("MIDIRecTerminalTests", "MIDICore MIDIRecTerminal"),
    tests("TimelinesTests", "MIDICore MIDIFiles TestSupport Timelines"),
    tests(
      "MIDIRecWorkbenchTests",
      """
      ALSASequencer Instruments MIDICore MIDIRecSystem MIDIRecTakes MIDIRecTerminal \
      MIDIRecWorkbench SystemPackage TestSupport
      """),
    tests(
      "midirecTests",
      """
      ALSASequencer ArgumentParser EventLanguage FontMaker Instruments MIDICore MIDIFiles midirec \
      MIDIRecSessions MIDIRecSimulation MIDIRecSound MIDIRecSystem MIDIRecTakes MIDIRecWorkbench \
      SMFCrossCheck SoundSessions SystemPackage TestSupport Timelines
      """),
  ]
    + [.target(name: "Console", path: "Sources/Examples/Sources/Console", swiftSettings: testSettings)]
    + example(
      "GridHelper", "ALSASequencer Instruments MIDICore", tests: "Instruments MIDICore MIDIRecTesting",
      exclude: ["Recordings"])
    + example("Piano", "ALSASequencer Instruments MIDICore", tests: "Instruments MIDICore")
    + example("PortPicker", "ALSASequencer MIDICore", tests: "ALSASequencer")
    + example(
      "SoundFonts", "ALSASequencer FontCatalog MIDICore MIDIRecSynth", tests: "FontCatalog MIDIRecSynth")
)

// Layer 8, beside the command line: the studio.
if hasStudio {
  package.dependencies.append(dependency("https://github.com/apple/swift-nio", "2.101.2"))
  package.products.append(.executable(name: "midirec-studio", targets: ["midirec-studio"]))
  package.targets += [
    module(
      "MIDIRecStudio",
      """
      ALSASequencer EventLanguage FontCatalog Instruments MIDICore MIDIFiles MIDIRecReports MIDIRecSessions \
      MIDIRecSound MIDIRecSynth MIDIRecSystem MIDIRecTakes MIDIRecWorkbench NIOCore NIOHTTP1 NIOPosix \
      NIOWebSocket SystemPackage Timelines
      """),
    program(
      "midirec-studio",
      "MIDIRecStudio MIDIRecSynth MIDIRecSystem MIDIRecTerminal MIDIRecWorkbench SystemPackage"),
    tests(
      "MIDIRecStudioTests",
      """
      EventLanguage FontCatalog Instruments MIDICore MIDIFiles MIDIRecStudio MIDIRecSystem MIDIRecWorkbench \
      SystemPackage TestSupport Timelines
      """),
  ]
}

// Packages that depend on midirec load only the targets of its libraries, and the packages that these import, so that the
// names of other targets are free, and nothing else is downloaded.
if isDependency {
  package.products.removeAll { $0 is Product.Executable }
  var needed = Set(package.products.flatMap { ($0 as? Product.Library)?.targets ?? [] })
  // Each target comes after those that it imports.
  for target in package.targets.reversed() where needed.contains(target.name) {
    for case .targetItem(let name, _) in target.dependencies { needed.insert(name) }
    for case .productItem(_, let package?, _, _) in target.dependencies { needed.insert(package) }
  }
  package.targets.removeAll { !needed.contains($0.name) }
  package.dependencies.removeAll { dependency in
    guard case .sourceControl(_, let location, _) = dependency.kind else { return false }
    return !needed.contains(String(location.split(separator: "/").last ?? ""))
  }
}
