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

let package = Package(
  name: "midirec",
  products: [
    .executable(name: "midirec", targets: ["midirec"]),
    // For the tests of other packages: MIDIRecTesting, and the modules that a subject of theirs needs.
    .library(name: "MIDIRecTesting", targets: ["MIDIRecTesting", "Harness", "MIDICore", "Timelines"]),
    // For the benchmarks and the fuzzers, which are packages of their own.
    .library(name: "CALSA", targets: ["CALSA"]),
    .library(name: "MIDICore", targets: ["MIDICore"]),
    .library(name: "MIDIFiles", targets: ["MIDIFiles"]),
    .library(name: "Timelines", targets: ["Timelines"]),
    .library(name: "Instruments", targets: ["Instruments"]),
    .library(name: "Sound", targets: ["Sound"]),
    .library(name: "SoundFonts", targets: ["SoundFonts"]),
    .library(name: "Harness", targets: ["Harness"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
  ],
  targets: [
    // Floor 0: system libraries, no logic.
    .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
    // FluidSynth's functions by its header, from libfluidsynth-dev; its library is loaded when it is needed.
    .target(name: "CFluidSynth"),
    // Comes with libsmf-dev, which depends on it.
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CKissFFT", pkgConfig: "kissfft-float", providers: [.apt(["libkissfft-dev"])]),
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"])]),
    .systemLibrary(name: "CSMF", pkgConfig: "smf", providers: [.apt(["libsmf-dev"])]),
    .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),

    // Floor 1: values, and how files come to be.
    .target(name: "MIDICore", swiftSettings: computingSettings),
    .target(
      name: "Storage",
      dependencies: ["CGLib", "CLinux", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),

    // Floor 2: files, the sequencer, what the notes did, sound.
    .target(
      name: "MIDIFiles",
      dependencies: [
        "CSMF", "MIDICore", "Storage", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: computingSettings),
    .target(
      name: "ALSASequencer",
      dependencies: [
        "MIDICore", "CALSA", "CLinux", .product(name: "Histogram", package: "hdrhistogram-swift"),
      ],
      swiftSettings: settings),
    .target(
      name: "Timelines",
      dependencies: ["MIDICore", .product(name: "HeapModule", package: "swift-collections")],
      swiftSettings: computingSettings),

    .target(
      name: "Sound",
      dependencies: [
        "CKissFFT", "CSndFile", "MIDICore", "Storage",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: computingSettings),

    // Floor 3: what instruments show, and what a synthesizer plays.
    .target(
      name: "Instruments",
      dependencies: ["MIDICore", "Timelines", .product(name: "HeapModule", package: "swift-collections")],
      swiftSettings: computingSettings),
    .target(
      name: "SoundFonts",
      dependencies: [
        "CFluidSynth", "CGLib", "MIDICore", "MIDIFiles", "Sound", "Storage", "Timelines",
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: computingSettings),

    // The simulated machine on which programs under test run.
    .target(
      name: "Simulation",
      dependencies: ["CLinux", "MIDICore", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),

    // Floor 4: takes and replays, results for people and programs.
    .target(
      name: "Harness",
      dependencies: [
        "CLinux", "CPCRE2", "MIDICore", "MIDIFiles", "ALSASequencer", "Timelines", "Instruments",
        "Simulation", "Sound", "SoundFonts", "Storage",
        .product(name: "Subprocess", package: "swift-subprocess"),
        .product(name: "SystemPackage", package: "swift-system"), .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings),
    .target(
      name: "Reports",
      dependencies: ["MIDICore", "MIDIFiles", "Timelines", "Instruments", "Sound", "Storage", "Harness"],
      resources: [.embedInCode("Page/Assets")],
      swiftSettings: settings),

    // Floor 5: the library for others' tests, and the command line.
    .target(
      name: "MIDIRecTesting",
      dependencies: [
        "MIDICore", "ALSASequencer", "Harness", "Reports",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "midirec",
      dependencies: [
        "MIDICore", "MIDIFiles", "ALSASequencer", "Timelines", "Instruments", "Sound", "SoundFonts",
        "Harness", "Reports", "Simulation", "Storage",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),

    // Tests mirror the targets. Those whose suites are named …OnSequencer need an ALSA sequencer.
    .target(
      name: "TestSupport",
      dependencies: [
        "MIDICore", "MIDIFiles", .product(name: "SystemPackage", package: "swift-system"),
      ],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    .executableTarget(
      name: "TakeWriter",
      dependencies: ["MIDICore", "MIDIFiles", .product(name: "SystemPackage", package: "swift-system")],
      path: "Tests/TakeWriter",
      swiftSettings: settings),
    .executableTarget(
      name: "FontMaker",
      dependencies: ["TestSupport", .product(name: "SystemPackage", package: "swift-system")],
      path: "Tests/FontMaker",
      swiftSettings: settings),
    .executableTarget(
      name: "ProgramUnderTest", dependencies: ["CALSA"], path: "Tests/ProgramsUnderTest",
      swiftSettings: settings),
    .testTarget(
      name: "MIDICoreTests", dependencies: ["MIDICore", "TestSupport"], swiftSettings: testSettings),
    .testTarget(
      name: "MIDIFilesTests",
      dependencies: [
        "MIDICore", "MIDIFiles", "TakeWriter", "TestSupport",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "ALSASequencerTests",
      dependencies: ["ALSASequencer", "CALSA", "MIDICore", "ProgramUnderTest", "TestSupport"],
      swiftSettings: testSettings),
    .testTarget(
      name: "HarnessTests",
      dependencies: [
        "ALSASequencer", "Harness", "Instruments", "MIDICore", "MIDIFiles", "Reports", "Sound", "SoundFonts",
        "TestSupport", "Timelines", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "InstrumentsTests", dependencies: ["Instruments", "MIDICore", "TestSupport", "Timelines"],
      swiftSettings: testSettings),
    .testTarget(
      name: "SimulationTests",
      dependencies: ["Simulation", "TestSupport", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: testSettings),
    .testTarget(
      name: "SoundTests",
      dependencies: [
        "MIDICore", "Sound", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "SoundFontsTests",
      dependencies: [
        "MIDICore", "MIDIFiles", "Sound", "SoundFonts", "Storage", "TestSupport", "Timelines",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "StorageTests",
      dependencies: ["Storage", "TestSupport", .product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: testSettings),
    .testTarget(
      name: "TimelinesTests", dependencies: ["MIDICore", "TestSupport", "Timelines"],
      swiftSettings: testSettings),
    .testTarget(
      name: "ReportsTests",
      dependencies: ["Instruments", "MIDICore", "MIDIFiles", "Reports", "Sound", "TestSupport", "Timelines"],
      swiftSettings: testSettings),
    .testTarget(
      name: "MIDIRecTestingTests",
      dependencies: ["Harness", "MIDICore", "MIDIRecTesting", "TestSupport", "Timelines"],
      swiftSettings: testSettings),
    .testTarget(
      name: "midirecTests",
      dependencies: [
        "midirec", "ALSASequencer", "FontMaker", "Harness", "Instruments", "MIDICore", "MIDIFiles", "Reports",
        "Simulation", "Sound", "TestSupport", "Timelines",
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: testSettings),
    .testTarget(
      name: "ScriptsTests",
      dependencies: [
        "MIDICore", "MIDIFiles", "TestSupport", .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: testSettings),
  ]
)
