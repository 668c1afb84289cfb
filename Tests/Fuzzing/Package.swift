// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]

/// The readers that libFuzzer calls, and the modules that their checks import.
let readers: KeyValuePairs<String, [Target.Dependency]> = [
  "FuzzFiles": [midirec("MIDICore"), midirec("MIDIFiles")],
  "FuzzWords": [midirec("EventLanguage"), midirec("MIDICore")],
  "FuzzTimelines": [midirec("MIDICore"), midirec("Timelines")],
  "FuzzSessions": [
    midirec("MIDICore"), midirec("MIDIRecPrograms"), midirec("MIDIRecSessions"), midirec("SoundSessions"),
  ],
  "FuzzReports": [
    midirec("MIDICore"), midirec("MIDIRecPrograms"), midirec("MIDIRecReports"), midirec("MIDIRecSessions"),
    midirec("SoundSessions"),
  ],
  "FuzzPreferences": [
    midirec("MIDICore"), midirec("MIDIRecTakes"), .product(name: "SystemPackage", package: "swift-system"),
  ],
  "FuzzDatabases": [
    midirec("FontCatalog"), midirec("MIDICore"), midirec("MIDIRecSound"), midirec("MIDIRecSynth"),
    .product(name: "SystemPackage", package: "swift-system"),
  ],
  "FuzzFonts": [
    midirec("MIDICore"), midirec("MIDIRecSound"), midirec("MIDIRecSynth"),
    .product(name: "SystemPackage", package: "swift-system"),
  ],
  "FuzzSounds": [
    midirec("MIDICore"), midirec("MIDIRecSound"), .product(name: "SystemPackage", package: "swift-system"),
  ],
]

func midirec(_ module: String) -> Target.Dependency { .product(name: module, package: "midirec") }

// A separate package, because it is built with sanitizers and without a main function. Scripts/fuzz links it.
let package = Package(
  name: "fuzzing",
  products: readers.map { .library(name: $0.key, type: .static, targets: [$0.key]) },
  dependencies: [
    .package(name: "midirec", path: "../.."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: readers.map {
    .target(name: $0.key, dependencies: ["FuzzTarget"] + $0.value, swiftSettings: settings)
  } + [
    .target(name: "Work"), .target(name: "FuzzTarget", dependencies: ["Work"], swiftSettings: settings),
  ]
)
