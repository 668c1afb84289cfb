/// The traits of a take, drawn once, so that each take is untidy in a few ways and not in all.
struct Traits {
  enum Naming: CaseIterable { case none, alike, different, mixed }
  enum ChannelUse: CaseIterable { case shared, own, any }
  enum PortUse: CaseIterable { case none, numbers, deviceNames, midTrack }
  enum StatusUse: CaseIterable { case never, sometimes, always }

  /// The upper limit of the number of gestures of a track.
  let size: Int
  /// The number of ticks of about a quarter note.
  var quarter: Int
  var division: UInt16
  var format: Int
  var trackCount: Int
  var isInContainer: Bool
  var naming: Naming
  var channelUse: ChannelUse
  var portUse: PortUse
  var runningStatus: StatusUse
  var hasSilenceAtEnd: Bool
  var hasHalfPedal: Bool
  /// The gestures of the take.
  var gestures: [Gesture]

  init(_ seed: UInt64, _ random: inout SeededGenerator) {
    // The first takes are small, and one in sixteen has many tracks.
    size = 2 + Int(seed % 30)
    format = [0, 1, 1, 1, 1, 2].randomElement(using: &random) ?? 1
    trackCount = format == 0 ? 1 : .random(in: 1...(seed % 16 == 0 ? 40 : 5), using: &random)
    // Ticks per quarter note, or frames per second and ticks per frame.
    let divisions: [(division: UInt16, quarter: Int)] = [
      (96, 96), (480, 480), (24, 24), (1, 2), (960, 960), (15_360, 15_360), (32_767, 32_767), (0xE728, 500),
      (0xE804, 48), (0xE350, 1_200), (0xE250, 1_200),
    ]
    (division, quarter) = divisions.randomElement(using: &random) ?? (96, 96)
    isInContainer = Int.random(in: 0..<10, using: &random) == 0
    naming = Naming.allCases.randomElement(using: &random) ?? .none
    channelUse = ChannelUse.allCases.randomElement(using: &random) ?? .shared
    portUse = Bool.random(using: &random) ? .none : PortUse.allCases.randomElement(using: &random) ?? .none
    runningStatus = StatusUse.allCases.randomElement(using: &random) ?? .never
    hasSilenceAtEnd = .random(using: &random)
    hasHalfPedal = .random(using: &random)
    // A fifth of the gestures. Notes occur in each take, half of which has no packets, because some readers refuse them.
    let hasPackets = Bool.random(using: &random)
    gestures =
      [.note]
      + Gesture.allCases.filter { hasPackets || !Gesture.ofPackets.contains($0) }.filter { _ in
        Int.random(in: 0..<5, using: &random) == 0
      }
  }
}

extension WildTake {
  /// Creates the take of a seed. Seeds with a small rest of a division by 30 make small takes.
  package init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.init(Traits(seed, &random), seed, &random)
  }

  /// Creates a take of three tracks that has all gestures.
  package init(ofAllGestures seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var traits = Traits(seed, &random)
    (traits.format, traits.trackCount, traits.division, traits.quarter) = (1, 3, 96, 96)
    (traits.naming, traits.channelUse, traits.gestures) = (.different, .any, Gesture.allCases)
    self.init(traits, seed, &random)
  }

  private init(_ traits: Traits, _ seed: UInt64, _ random: inout SeededGenerator) {
    self.init(emptyWithSeed: seed)
    format = traits.format
    division = traits.division
    isInContainer = traits.isInContainer
    let commonName = SomeText.bytes(&random)
    for index in 0..<traits.trackCount {
      let channels: [UInt8] =
        switch traits.channelUse {
        case .shared: [0, 9]
        case .own: [UInt8(index % 16)]
        case .any: random.bytes(3, below: 15)
        }
      var writer = GestureWriter(traits, channels: channels)
      writer.writeHead(of: index, traits, commonName: commonName, &random)
      for _ in 0..<Int.random(in: 0...traits.size, using: &random) {
        writer.rest(&random)
        if let gesture = traits.gestures.randomElement(using: &random) { writer.write(gesture, &random) }
        if traits.portUse == .midTrack, Int.random(in: 0..<8, using: &random) == 0 {
          writer.writeMeta(0x21, random.bytes(1, below: 3), &random)
        }
      }
      tracks.append(writer.track(&random))
    }
  }

  /// The seeds of a run: 1,000 in `Scripts/test`, 100,000 others each time with `--full`, or that of `MIDIREC_SEED`.
  package static var seeds: [UInt64] {
    if let seed = TestEnvironment.seed { return [seed] }
    guard TestEnvironment.isFull else { return Array(1...1000) }
    let first = UInt64.random(in: 1...1 << 48)
    return Array(first..<first + 100_000)
  }
}

extension WildTake {
  /// The takes of a run in batches, for readers that start slowly.
  package static func batches(of count: Int) -> some Sequence<[WildTake]> {
    let seeds = seeds
    return stride(from: 0, to: seeds.count, by: count).lazy.map { first in
      seeds[first..<min(first + count, seeds.count)].map { WildTake(seed: $0) }
    }
  }

  /// Creates a take of many tracks, for readers that start slowly.
  package init(joining tracks: [Track]) {
    self.init(emptyWithSeed: 0)
    format = 1
    self.tracks = tracks
  }
}

extension GestureWriter {
  /// Writes the name and the port of a track.
  fileprivate mutating func writeHead(
    of index: Int, _ traits: Traits, commonName: [UInt8], _ random: inout SeededGenerator
  ) {
    switch traits.naming {
    case .none: break
    case .alike: writeMeta(3, commonName, &random)
    case .different: writeMeta(3, SomeText.bytes(&random) + Array(" \(index)".utf8), &random)
    case .mixed: if Bool.random(using: &random) { writeMeta(3, SomeText.bytes(&random), &random) }
    }
    switch traits.portUse {
    case .none, .midTrack: break
    case .numbers: writeMeta(0x21, [UInt8(index % 3)], &random)
    case .deviceNames: writeMeta(9, Array("Device \(index % 3)".utf8), &random)
    }
  }
}

/// Texts as strangers write them.
enum SomeText {
  private static let texts: [String] = [
    "Piano", "", " ", "Flöte", "ピアノ", "Скрипка", "بيانو", "e\u{301}tude", "🎹", "👩🏽‍🎤 solo", "\u{202E}onaip",
    "Z\u{335}\u{327}a\u{321}l\u{338}go", "two\nlines", "bell\u{7}\u{1B}[31m", "\u{200B}\u{FEFF}",
    String(repeating: "long ", count: 25), "\"quoted\" \\ & <b>", "source 1",
  ]

  /// Texts that aren't UTF-8: Latin-1, Shift-JIS, UTF-16, and a truncated character.
  private static let others: [[UInt8]] = [
    [0x46, 0x6C, 0xF6, 0x74, 0x65], [0x83, 0x73, 0x83, 0x41, 0x83, 0x6D], [0xFF, 0xFE, 0x50, 0x00],
    [0x41, 0xE3, 0x83],
  ]

  /// Returns a random text.
  static func bytes(_ random: inout SeededGenerator) -> [UInt8] {
    (texts.map { Array($0.utf8) } + others).randomElement(using: &random) ?? []
  }
}
