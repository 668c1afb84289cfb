public import MIDICore

extension Timeline {
  /// A change of state of a channel or a note, or a system message.
  public enum Change: Hashable, Sendable {
    /// A message without a channel, such as System Exclusive, clock, or start.
    case system(Message)
    /// A new value of a controller, or a channel mode message (120, 121, 123 to 127).
    case controller(Controller, UInt7)
    /// A new program, with the selected bank, or `nil` if no bank was selected.
    case program(UInt7, bank: UInt14?)
    /// A change of a registered or nonregistered parameter.
    case parameter(Parameter, ParameterChange)
    /// A new expression of the whole channel.
    case expression(Expression)
    /// A change of a note.
    case note(NoteNumber, NoteTransition)
    /// A pedal that is down at the end, with its value.
    case pedalLeftDown(Controller, UInt7)
    /// A new color of an instrument's light. It has channel 1, because the instrument obeys lights on every channel.
    case light(Light)

    /// Whether the change is an error in itself.
    public var isAnomaly: Bool {
      switch self {
      case .note(_, .retriggered), .note(_, .strayNoteOff), .note(_, .hanging), .pedalLeftDown: true
      default: false
      }
    }

    /// The position among changes of one time, source, and channel. The text format guarantees this order.
    var place: (kind: Int, number: Int) {
      switch self {
      case .system: (0, 0)
      case .controller(let controller, _): (1, Int(controller.rawValue))
      case .program: (2, 0)
      case .parameter(let parameter, _): (parameter.isRegistered ? 3 : 4, Int(parameter.number.rawValue))
      case .expression(.bend): (5, 0)
      case .expression(.pressure): (6, 0)
      case .expression(.timbre): (7, 0)
      case .note(let note, _): (8, Int(note.rawValue))
      case .pedalLeftDown(let pedal, _): (9, Int(pedal.rawValue))
      case .light: (10, 0)
      }
    }
  }

  /// An expression of a channel or of one note.
  public enum Expression: Hashable, Sendable {
    /// Pitch bend, whose center is 8,192.
    case bend(UInt14)
    /// Pressure of the channel, or of the note by poly pressure or in an MPE zone.
    case pressure(UInt7)
    /// Timbre, which is controller 74.
    case timbre(UInt7)
  }

  /// A light of an instrument and its color.
  public typealias Light = LinnStrumentLight

  /// A change of a note, which is identified by source, channel, and number.
  public enum NoteTransition: Hashable, Sendable {
    /// The note started.
    case sounding(velocity: UInt7)
    /// The note restarted while its key was down, so that its note-ons overlap. `over` is the number of earlier note-ons
    /// that haven't ended, at least 1 and at most 255.
    case retriggered(velocity: UInt7, over: UInt8 = 1)
    /// One of several overlapping note-ons ended, and the note still sounds.
    case stillSounding(releaseVelocity: UInt7?)
    /// The key is up, and this pedal now holds the note.
    case held(by: HoldingPedal, releaseVelocity: UInt7?)
    /// The note ended. A note-on with velocity 0 has no release velocity.
    case released(releaseVelocity: UInt7?)
    /// The note's own expression changed.
    case expression(Expression)
    /// A note-off arrived while the key was up.
    case strayNoteOff(releaseVelocity: UInt7?)
    /// The key is down at the end.
    case hanging
    /// The sound has decayed, as reported by a synthesizer.
    case silent
    /// The sound was cut off for a different note, as reported by a synthesizer.
    case stolen
  }

  /// A pedal that holds notes whose keys are up. It is down from the value 64.
  public enum HoldingPedal: String, CaseIterable, Hashable, Sendable {
    /// Controller 64, which holds all notes.
    case sustain
    /// Controller 66, which holds the notes whose keys were down when it was pressed.
    case sostenuto
  }

  /// A registered or nonregistered parameter.
  public typealias Parameter = ParameterNumber

  /// A change of a parameter.
  public enum ParameterChange: Hashable, Sendable {
    /// A value: 128 times controller 6, plus controller 38.
    case value(UInt14)
    /// An increment (controller 96), whose size depends on the parameter.
    case increment(UInt7)
    /// A decrement (controller 97).
    case decrement(UInt7)
  }
}
