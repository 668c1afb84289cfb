package import MIDICore
package import MIDIFiles
internal import MIDIRecSound

extension SynthRenderer {
  /// The times at which the events of a file are played.
  package enum Timing: String, Hashable, Sendable, CaseIterable {
    /// At their exact times, with the first block at or after them.
    case exact
    /// At the times of the `fluidsynth` program's player, which counts whole milliseconds and rounds to ticks. So a
    /// rendering equals that program's.
    case fluidsynth

    /// Returns the recording of a file, to be rendered at a rate with this ``Settings/timing``.
    ///
    /// - Parameter rate: The sample rate in Hz.
    /// - Throws: An error if the file contains independent pieces, or if FluidSynth's player can't count its ticks.
    package func recording(of file: MIDIFile, rate: Int) throws -> Recording {
      switch self {
      case .exact:
        return try file.recording()
      case .fluidsynth:
        guard case .ticksPerQuarter(let division) = file.division else {
          throw SoundError(
            .badData, nil, "its division is time code, which FluidSynth's player doesn't support")
        }
        let player = try FluidSynthPlayer(file, division: division, rate: rate)
        return try file.recording { player.time(of: $0) }
      }
    }
  }
}

/// The times at which the player of the `fluidsynth` program 2.3 sends the events of a tick.
///
/// Before each block, it converts the time in whole milliseconds to the tick to reach. Durations count from the last
/// tempo in floating point as in the program: 32 bits for the length of a tick, otherwise 64.
private struct FluidSynthPlayer {
  private let rate: Int
  private let ticks: [Ticks]
  /// The block of each tick.
  private var blocks: [Int] = []

  /// Plays all ticks of a file.
  init(_ file: MIDIFile, division: UInt16, rate: Int) throws(SoundError) {
    self.rate = rate
    var ticks: Set<Ticks> = []
    var tempos: [(time: Ticks, track: Int, microseconds: UInt32)] = []
    for (number, track) in file.tracks.enumerated() {
      ticks.insert(track.end)
      for event in track.events {
        ticks.insert(event.time)
        // A tempo of 0 would stop time; the other parts of midirec also ignore it.
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
  ) throws(SoundError) {
    let last = SynthRenderer.block(at: SynthRenderer.maxDuration, rate: rate)
    var (startMilliseconds, startTick) = (0, 0.0)
    var tickLength = Float(500_000) / division / 1000
    var rest = tempos[...]
    var block = 0
    while blocks.count < ticks.count {
      guard block <= last else { throw SoundError(.usage, nil, "the take is longer than 24 hours") }
      let milliseconds = block * SynthRenderer.blockLength * 1000 / rate
      let tick =
        startTick + (Double(milliseconds - startMilliseconds) / Double(tickLength) + 0.5).rounded(.down)
      while blocks.count < ticks.count, Double(ticks[blocks.count].rawValue) <= tick { blocks.append(block) }
      // Of the tempos within a block, that of the last track counts, because tracks are played one after the other.
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

  /// Returns the start of the block in which a tick is played.
  func time(of tick: Ticks) -> Nanoseconds {
    let index = ticks.partitioningIndex { $0 >= tick }
    return SynthRenderer.time(ofBlock: index < blocks.count ? blocks[index] : blocks.last ?? 0, rate: rate)
  }
}
