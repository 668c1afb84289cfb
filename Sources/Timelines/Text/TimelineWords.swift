internal import MIDICore

/// The words that the text of a timeline is made of, which its writer and its reader share.
enum TimelineWords {
  /// The first line.
  static let heading = headingWithoutVersion + "1"
  /// What the first line begins with in all versions.
  static let headingWithoutVersion = "midirec timeline "

  /// The names of notes by their number, in ASCII.
  static let noteNames = (0...127).map { Array(NoteNumber(masking: $0).name.utf8) }

  /// The controllers that have a name of their own, 64 to 69.
  static let pedals = ["sustain", "portamento", "sostenuto", "soft", "legato", "hold-2"]
  /// The channel mode messages, 120 to 127.
  static let modes = [
    "all-sound-off", "reset-controllers", "local", "all-notes-off", "omni-off", "omni-on", "mono", "poly",
  ]

  /// The words for a controller: `pedal sustain`, `mode all-notes-off` or `controller 7`.
  static func controller(_ controller: Controller) -> String {
    let number = Int(controller.rawValue)
    return switch number {
    case 64...69: "pedal \(pedals[number - 64])"
    case 120...: "mode \(modes[number - 120])"
    default: "controller \(number)"
    }
  }
}
