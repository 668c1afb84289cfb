internal import Algorithms
package import MIDICore
package import SoundFonts
package import Timelines

extension Timeline {
  /// What the voices of a synthesizer did: the state of each note, with the number of its voices where it was struck.
  /// What was struck and never let go hangs in the end.
  ///
  /// - Parameters:
  ///   - voices: The changes, in order of time.
  ///   - recording: What was played, which says which pedal holds a note.
  ///   - name: What the synthesizer is called: the only source, since it doesn't know who plays.
  package init(voices: [SynthRenderer.VoiceChange], of recording: Recording, named name: String) {
    let pedals = PedalCurves(recording)
    var entries: [Entry] = []
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
        // Of what has no sound nothing comes any more.
        if count == 0 { add(.silent) }
      case .held:
        let pedal = pedals.pedalThatHolds(voice.channel, at: voice.time)
        add(.held(by: pedal, releaseVelocity: nil))
      case .released: add(.released(releaseVelocity: nil))
      case .ended: add(.silent)
      case .stolen: add(.stolen)
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
}

/// When the pedals of a recording are down that hold notes, whoever presses them.
private struct PedalCurves {
  /// When the sustain pedal of each channel moves, in order of time.
  private var moves: [Channel: [(time: Nanoseconds, isDown: Bool)]] = [:]

  init(_ recording: Recording) {
    for entry in Timeline(recording).entries {
      guard let channel = entry.channel, case .controller(let controller, let value) = entry.change,
        controller == .sustain
      else { continue }
      moves[channel, default: []].append((entry.time, value >= 64))
    }
  }

  /// Which pedal holds a note whose key goes up: the sustain pedal where it is down, else the other one.
  func pedalThatHolds(_ channel: Channel, at time: Nanoseconds) -> Timeline.HoldingPedal {
    let moves = moves[channel] ?? []
    let next = moves.partitioningIndex { $0.time > time }
    return next > 0 && moves[next - 1].isDown ? .sustain : .sostenuto
  }
}
