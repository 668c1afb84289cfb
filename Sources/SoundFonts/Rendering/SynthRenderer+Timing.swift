internal import Algorithms
package import MIDICore
package import MIDIFiles

extension SynthRenderer {
  /// When the events of a file are played.
  package enum Timing: String, Hashable, Sendable, CaseIterable {
    /// At their times: with the first block that begins then or after it.
    case exact
    /// When the player of the `fluidsynth` program plays them: it counts whole milliseconds, and rounds to ticks. So a
    /// rendering has the same sound as that program's.
    case fluidsynth

    /// What a file plays, to be rendered at a rate with ``Settings/timing`` set to this.
    ///
    /// - Parameter rate: How many frames a second.
    /// - Throws: Where the file holds independent pieces, or FluidSynth's player can't count its ticks.
    package func recording(of file: MIDIFile, rate: Int) throws -> Recording {
      switch self {
      case .exact:
        return try file.recording()
      case .fluidsynth:
        guard case .ticksPerQuarter(let division) = file.division else {
          throw SoundFontError(
            .badData, nil, "it counts in time code, which FluidSynth's player doesn't know")
        }
        let player = try FluidSynthPlayer(file, division: division, rate: rate)
        return try file.recording { player.time(of: $0) }
      }
    }
  }
}

/// When the player of the `fluidsynth` program 2.3 sends what stands at a tick.
///
/// Before each block it takes the time in whole milliseconds, and from it the tick that is to be reached. The spans are
/// counted from the last tempo, in floating point as there: the length of a tick in 32 bits, all else in 64.
private struct FluidSynthPlayer {
  private let clock: BlockClock
  private let ticks: [Ticks]
  /// The block of each of the ticks.
  private var blocks: [Int] = []

  /// Plays a file's ticks through.
  init(_ file: MIDIFile, division: UInt16, rate: Int) throws(SoundFontError) {
    clock = BlockClock(rate: rate)
    var ticks: Set<Ticks> = []
    var tempos: [(time: Ticks, track: Int, microseconds: UInt32)] = []
    for (number, track) in file.tracks.enumerated() {
      ticks.insert(track.end)
      for event in track.events {
        ticks.insert(event.time)
        // At a tempo of 0 time would stand still; no other part of midirec heeds it either.
        guard case .meta(.tempo(let microseconds)) = event.event, microseconds > 0 else { continue }
        tempos.append((event.time, number, microseconds))
      }
    }
    self.ticks = ticks.sorted()
    blocks.reserveCapacity(ticks.count)
    try count(tempos.sorted { $0.time < $1.time }, division: Float(division))
  }

  private mutating func count(
    _ tempos: [(time: Ticks, track: Int, microseconds: UInt32)], division: Float
  ) throws(SoundFontError) {
    let last = clock.block(at: SynthRenderer.maxDuration)
    var (startMilliseconds, startTick) = (0, 0.0)
    var tickLength = Float(500_000) / division / 1000
    var rest = tempos[...]
    var block = 0
    while blocks.count < ticks.count {
      guard block <= last else { throw SoundFontError(.usage, nil, "the recording is longer than 24 hours") }
      let milliseconds = block * SynthRenderer.blockLength * 1000 / clock.rate
      let tick =
        startTick + (Double(milliseconds - startMilliseconds) / Double(tickLength) + 0.5).rounded(.down)
      while blocks.count < ticks.count, Double(ticks[blocks.count].rawValue) <= tick { blocks.append(block) }
      // Of the tempos that a block reaches, the last track's counts, as the tracks are played one after the other.
      let reached = rest.prefix { Double($0.time.rawValue) <= tick }
      if let tempo = reached.enumerated().max(by: {
        ($0.element.track, $0.offset) < ($1.element.track, $1.offset)
      }) {
        tickLength = Float(tempo.element.microseconds) / division / 1000
        (startMilliseconds, startTick) = (milliseconds, tick)
        rest = rest.dropFirst(reached.count)
      }
      block += 1
    }
  }

  /// When the block begins in which a tick of the file is played.
  func time(of tick: Ticks) -> Nanoseconds {
    let index = ticks.partitioningIndex { $0 >= tick }
    return clock.time(of: index < blocks.count ? blocks[index] : blocks.last ?? 0)
  }
}
