// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]

/// Returns dependencies on libraries of midirec.
func midirec(_ libraries: String...) -> [Target.Dependency] {
  libraries.map { .product(name: $0, package: "midirec") }
}

/// Returns a program that uses libraries of midirec, and its tests, which may have folders that aren't compiled.
func program(_ name: String, _ libraries: [Target.Dependency], tests exclude: [String] = []) -> [Target] {
  [
    .executableTarget(name: name, dependencies: libraries + ["Console"], swiftSettings: settings),
    .testTarget(
      name: "\(name)Tests", dependencies: [.target(name: name)] + midirec("MIDIRecTesting"),
      exclude: exclude, swiftSettings: settings),
  ]
}

// Programs that use only the public libraries of midirec. To begin your own package with one of them, copy this folder,
// and replace the path of midirec by the URL of its repository.
let package = Package(
  name: "Examples",
  dependencies: [.package(name: "midirec", path: "../..")],
  targets: [.target(name: "Console", swiftSettings: settings)]
    + program("GridHelper", midirec("ALSASequencer", "Instruments"), tests: ["Recordings"])
    + program("Piano", midirec("ALSASequencer", "Instruments"))
    + program("PortPicker", midirec("ALSASequencer"))
    + program("SoundFonts", midirec("ALSASequencer", "FontCatalog"))
)
