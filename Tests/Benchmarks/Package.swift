// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"), .treatAllWarnings(as: .error),
]

// Benchmarks of midirec, in a separate package so that ordinary builds exclude them; see Scripts/bench.
let package = Package(
  name: "benchmarks",
  dependencies: [
    .package(name: "midirec", path: "../.."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    // The compiler must neither insert nor remove calls of malloc.
    .target(name: "AllocationCount", cSettings: [.unsafeFlags(["-fno-builtin"])]),
    .target(name: "OnePass", cSettings: [.unsafeFlags(["-O3"])]),
    .target(
      name: "Measuring", dependencies: [.product(name: "SystemPackage", package: "swift-system")],
      swiftSettings: settings),
    .executableTarget(
      name: "DiffBenchmark",
      dependencies: [
        "Measuring", .product(name: "Following", package: "midirec"),
        .product(name: "MIDICore", package: "midirec"), .product(name: "MIDIFiles", package: "midirec"),
        .product(name: "Timelines", package: "midirec"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "FileBenchmark",
      dependencies: [
        "Measuring", "OnePass", .product(name: "MIDICore", package: "midirec"),
        .product(name: "MIDIFiles", package: "midirec"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "MIDIRecTakes", package: "midirec"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "InstrumentBenchmark",
      dependencies: [
        "AllocationCount", "Measuring", .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "Instruments", package: "midirec"), .product(name: "MIDICore", package: "midirec"),
      ],
      swiftSettings: settings),
    .executableTarget(
      name: "SequencerBench",
      dependencies: [
        "AllocationCount",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "ALSASequencer", package: "midirec"), .product(name: "CALSA", package: "midirec"),
        .product(name: "MIDICore", package: "midirec"), .product(name: "MIDIFiles", package: "midirec"),
        .product(name: "SystemPackage", package: "swift-system"),
      ],
      swiftSettings: settings),
  ]
)
