package import MIDICore
package import MIDIRecSynth
package import Timelines

extension Timeline {
  /// Creates a timeline of a synthesizer's voices: the state of each note, with the number of its voices at the
  /// note-on. A note that is never released hangs at the end.
  ///
  /// - Parameters:
  ///   - voices: The changes in order of time.
  ///   - substitutions: The presets that the font lacks, with the times at which they are selected. Each is a program
  ///     with the attributes `missing` and `played`.
  ///   - recording: The recording, which determines the pedal that holds a note.
  ///   - name: The synthesizer's name. It is the only source, because a synthesizer doesn't know who plays.
  package init(
    voices: [SynthRenderer.VoiceChange], substitutions: [(Nanoseconds, PresetSubstitution)] = [],
    of recording: Recording, named name: String
  ) {
    let pedals = Self.pedalMoves(in: recording)
    var entries = Self.entries(of: substitutions)
    var cutOff: Set<UInt32> = []
    for voice in voices {
      func add(_ transition: NoteTransition, _ attributes: [Attribute] = []) {
        entries.append(
          Entry(
            time: voice.time, source: 0, channel: voice.channel, change: .note(voice.note, transition),
            attributes: attributes))
      }
      switch voice.kind {
      case .started(let count):
        add(.sounding(velocity: voice.velocity), [Attribute("voices", "\(count)")])
        // A silent note has no further changes.
        if count == 0 { add(.silent) }
      case .held:
        let pedal = Self.pedalThatHolds(pedals[voice.channel] ?? [], at: voice.time)
        add(.held(by: pedal, releaseVelocity: nil))
      case .released: add(.released(releaseVelocity: nil))
      // A note that was cut off has already ended in the timeline.
      case .ended:
        if voice.number.flatMap({ cutOff.remove($0) }) == nil { add(.silent) }
      case .stolen:
        if let number = voice.number { cutOff.insert(number) }
        add(.stolen)
      }
    }
    let timeline = Timeline(sources: [name], entries: entries, end: recording.duration)
    var hanging: Set<Int> = []
    for note in Performance(timeline).notes where note.offset == nil {
      let key = Int(note.channel.rawValue) << 7 | Int(note.number.rawValue)
      guard hanging.insert(key).inserted else { continue }
      entries.append(
        Entry(time: timeline.end, source: 0, channel: note.channel, change: .note(note.number, .hanging)))
    }
    self.init(sources: [name], entries: entries, end: timeline.end)
  }

  /// Returns an entry for each substitution that differs from the last one of its channel.
  private static func entries(of substitutions: [(Nanoseconds, PresetSubstitution)]) -> [Entry] {
    var last: [Channel: PresetSubstitution] = [:]
    return substitutions.compactMap { time, substitution in
      guard last.updateValue(substitution, forKey: substitution.channel) != substitution else { return nil }
      return Entry(
        time: time, source: 0, channel: substitution.channel,
        change: .program(UInt7(clamping: substitution.missing.program), bank: nil),
        attributes: [
          Attribute("missing", substitution.missing.description),
          Attribute("played", substitution.played?.description ?? "none"),
        ])
    }
  }

  /// The moves of a pedal, in order of time.
  private typealias PedalMoves = [(time: Nanoseconds, isDown: Bool)]

  /// Returns the moves of the sustain pedal that holds each channel's notes, from any source.
  ///
  /// In an MPE zone, the pedal of the manager channel also holds the notes of its members.
  private static func pedalMoves(in recording: Recording) -> [Channel: PedalMoves] {
    var moves: [Channel: PedalMoves] = [:]
    var zones = MPEZones()
    var down: Set<Channel> = []
    for entry in Timeline(recording).entries {
      guard let channel = entry.channel else { continue }
      switch entry.change {
      case .controller(.sustain, let value):
        if value >= 64 { down.insert(channel) } else { down.remove(channel) }
      case .parameter(.mpeConfiguration, .value(let value)):
        zones.configure(channel, members: value.mostSignificant)
      default: continue
      }
      for number in 0...Channel.maximum {
        let channel = Channel(masking: number)
        let isDown = down.contains(channel) || zones.manager(of: channel).map(down.contains) == true
        guard isDown != (moves[channel]?.last?.isDown ?? false) else { continue }
        moves[channel, default: []].append((entry.time, isDown))
      }
    }
    return moves
  }

  /// Returns the pedal that holds a note after its release: the sustain pedal if it is down, otherwise sostenuto.
  private static func pedalThatHolds(_ moves: PedalMoves, at time: Nanoseconds) -> HoldingPedal {
    let next = moves.partitioningIndex { $0.time > time }
    return next > 0 && moves[next - 1].isDown ? .sustain : .sostenuto
  }
}
