// swift-tools-version: 6.2

import PackageDescription

// Benchmarks of midirec's modules, a package of its own so that ordinary builds leave them alone: see Scripts/bench.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "midirec", path: "../.."),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
  ],
  targets: [
    .target(name: "OnePass", cSettings: [.unsafeFlags(["-O3"])]),
    .executableTarget(
      name: "FileBenchmark",
      dependencies: [
        "OnePass", .product(name: "MIDICore", package: "midirec"),
        .product(name: "MIDIFiles", package: "midirec"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
      ]),
  ]
)
