import Instruments
import MIDICore

/// A minimal model of a piano keyboard: lists of note-ons, searched linearly. It supports notes, sustain, all notes
/// off, and all sound off.
struct PianoModel {
  private struct Strike {
    var source: Int
    var channel: Channel
    var key: NoteNumber
    var velocity: UInt7
    var isDown = true
  }

  /// The note-ons in order of arrival, removed when they are silent.
  private var strikes: [Strike] = []
  private var pedals: Set<[Int]> = []

  mutating func apply(_ message: Message, from source: Int) {
    guard let channel = message.channel else { return }
    let pedal = [source, Int(channel.rawValue)]
    func isOwn(_ strike: Strike) -> Bool { strike.source == source && strike.channel == channel }
    switch message {
    case .noteOn(_, let key, let velocity) where velocity > 0:
      // A retriggered string starts again.
      strikes.removeAll { isOwn($0) && $0.key == key && !$0.isDown }
      strikes.append(Strike(source: source, channel: channel, key: key, velocity: velocity))
    case .noteOn(_, let key, _), .noteOff(_, let key, _):
      // The first one ends, so that the last velocity stays.
      guard let index = strikes.firstIndex(where: { isOwn($0) && $0.key == key && $0.isDown }) else { return }
      let isLast = !strikes.dropFirst(index + 1).contains { isOwn($0) && $0.key == key && $0.isDown }
      if isLast, pedals.contains(pedal) {
        strikes[index].isDown = false
      } else {
        strikes.remove(at: index)
      }
    case .controlChange(_, 64, let value):
      if value >= 64 {
        pedals.insert(pedal)
      } else {
        pedals.remove(pedal)
        strikes.removeAll { isOwn($0) && !$0.isDown }
      }
    case .controlChange(_, 120, _): strikes.removeAll(where: isOwn)
    case .controlChange(_, 123, _):
      guard pedals.contains(pedal) else { return strikes.removeAll(where: isOwn) }
      // Of several note-ons of a key, one continues to sound.
      for index in strikes.indices.reversed() where isOwn(strikes[index]) && strikes[index].isDown {
        let strike = strikes[index]
        let hasLater = strikes.dropFirst(index + 1).contains { isOwn($0) && $0.key == strike.key }
        if hasLater { strikes.remove(at: index) } else { strikes[index].isDown = false }
      }
    default: break
    }
  }

  subscript(key: NoteNumber) -> KeyState {
    let down = strikes.filter { $0.key == key && $0.isDown }
    let held = strikes.filter { $0.key == key && !$0.isDown }
    var state = KeyState()
    state.pressCount = down.count
    state.sustainCount = held.count
    state.velocity = (down.last ?? held.last)?.velocity ?? 0
    return state
  }
}
