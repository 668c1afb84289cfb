internal import MIDICore

/// A message that ends all notes or pedals of a channel at once, or of all channels.
package enum Panic: String, CaseIterable, Hashable, Sendable {
  case allNotesOff = "all-notes-off"
  case allSoundOff = "all-sound-off"
  case resetControllers = "reset-controllers"
  /// The controllers 124 to 127, which also end notes.
  case modes
  case systemReset = "system-reset"

  /// All of them.
  package static let all = Set(allCases)

  /// Creates the panic that a message is, or returns `nil` if it is none.
  init?(_ message: Message) {
    switch message {
    case .controlChange(_, .allNotesOff, _): self = .allNotesOff
    case .controlChange(_, .allSoundOff, _): self = .allSoundOff
    case .controlChange(_, .resetAllControllers, _): self = .resetControllers
    case .controlChange(_, let controller, _) where Controller.noteEndingModes.contains(controller):
      self = .modes
    case .systemReset: self = .systemReset
    default: return nil
    }
  }
}
