internal import Algorithms
package import MIDICore
package import SoundFonts
package import Timelines

extension Timeline {
  /// Creates a timeline of a synthesizer's voices: the state of each note, with the number of its voices at the
  /// note-on. A note that is never released hangs at the end.
  ///
  /// - Parameters:
  ///   - voices: The changes in order of time.
  ///   - recording: The recording, which determines the pedal that holds a note.
  ///   - name: The synthesizer's name. It is the only source, because a synthesizer doesn't know who plays.
  package init(voices: [SynthRenderer.VoiceChange], of recording: Recording, named name: String) {
    let pedals = PedalCurves(recording)
    var entries: [Entry] = []
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
        let pedal = pedals.pedalThatHolds(voice.channel, at: voice.time)
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
}

/// The times at which the hold pedals of a recording are down, from any source.
private struct PedalCurves {
  /// The moves of each channel's sustain pedal in order of time.
  private var moves: [Channel: [(time: Nanoseconds, isDown: Bool)]] = [:]

  init(_ recording: Recording) {
    for entry in Timeline(recording).entries {
      guard let channel = entry.channel, case .controller(let controller, let value) = entry.change,
        controller == .sustain
      else { continue }
      moves[channel, default: []].append((entry.time, value >= 64))
    }
  }

  /// Returns the pedal that holds a note after its release: the sustain pedal if it is down, otherwise sostenuto.
  func pedalThatHolds(_ channel: Channel, at time: Nanoseconds) -> Timeline.HoldingPedal {
    let moves = moves[channel] ?? []
    let next = moves.partitioningIndex { $0.time > time }
    return next > 0 && moves[next - 1].isDown ? .sustain : .sostenuto
  }
}
