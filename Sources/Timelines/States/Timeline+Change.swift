public import MIDICore

extension Timeline {
  /// A change of state: of a channel, of a note, or what a system message says.
  public enum Change: Hashable, Sendable {
    /// A message without a channel, as it came: System Exclusive, clock, start and so on.
    case system(Message)
    /// A controller has another value, or a channel mode message (120, 121, 123 to 127) came.
    case controller(Controller, UInt7)
    /// Another program; with the bank that was selected, if any was.
    case program(UInt7, bank: UInt14?)
    /// A registered or non-registered parameter was set.
    case parameter(Parameter, ParameterChange)
    /// The expression of the whole channel changed.
    case expression(Expression)
    /// A note changed.
    case note(NoteNumber, NoteTransition)
    /// A pedal is down at the end; with its value.
    case pedalLeftDown(Controller, UInt7)
    /// A light of an instrument is set. What a subject sends, and not a state of what it gets: each is an entry.
    case light(Light)

    /// Whether this is wrong by itself.
    public var isAnomaly: Bool {
      switch self {
      case .note(_, .retriggered), .note(_, .strayNoteOff), .note(_, .hanging), .pedalLeftDown: true
      default: false
      }
    }

    /// Where it stands among changes of one time, source and channel. The places are a promise of the text format.
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

  /// What bends and colors a sound, of a channel or of one note.
  public enum Expression: Hashable, Sendable {
    /// Pitch bend; 8,192 is the middle.
    case bend(UInt14)
    /// Pressure: of the channel, or of the note by poly pressure or in an MPE zone.
    case pressure(UInt7)
    /// Timbre, controller 74.
    case timbre(UInt7)
  }

  /// A light of an instrument and the color that it gets.
  public typealias Light = LinnStrumentLight

  /// What happened to a note. One number on one channel of one source is one note.
  public enum NoteTransition: Hashable, Sendable {
    /// It was struck, and sounds.
    case sounding(velocity: UInt7)
    /// It was struck again while its key was down: its note-ons overlap.
    case retriggered(velocity: UInt7)
    /// One of several overlapping note-ons was ended, and it sounds on.
    case stillSounding(releaseVelocity: UInt7?)
    /// Its key is up, and a pedal holds it; or the other pedal does now.
    case held(by: HoldingPedal, releaseVelocity: UInt7?)
    /// It ended; with a release velocity where a note-off ended it that was not a note-on with velocity 0.
    case released(releaseVelocity: UInt7?)
    /// Its own expression changed.
    case expression(Expression)
    /// A note-off came though its key was not down.
    case strayNoteOff(releaseVelocity: UInt7?)
    /// Its key is down at the end.
    case hanging
    /// Its sound has died away; where a synthesizer tells that.
    case silent
    /// Its sound was cut off, because another note needed its voices; where a synthesizer tells that.
    case stolen
  }

  /// A pedal that holds notes whose keys are up. It is down from the value 64.
  public enum HoldingPedal: String, CaseIterable, Hashable, Sendable {
    /// Controller 64: holds all notes.
    case sustain
    /// Controller 66: holds those whose keys were down when it was pressed.
    case sostenuto
  }

  /// A registered or nonregistered parameter.
  public typealias Parameter = ParameterNumber

  /// What is done to a parameter.
  public enum ParameterChange: Hashable, Sendable {
    /// It has a value: that of controller 6 times 128, and that of controller 38.
    case value(UInt14)
    /// It was stepped up (controller 96); what a step comes to, each parameter says for itself.
    case increment(UInt7)
    /// It was stepped down (controller 97).
    case decrement(UInt7)
  }
}
