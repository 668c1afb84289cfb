internal import Instruments
internal import MIDICore
internal import Timelines

/// What the page of a comparison shows, as plain values. Times are whole microseconds on the expectation's axis.
struct PageDocument: Sendable {
  /// A note as it is drawn.
  struct Note: Hashable, Sendable {
    /// An index of the side's sources.
    var source = 0
    var channel: Channel
    var number: NoteNumber
    var velocity: UInt7
    var onset: Int64
    /// When its key went up; nothing for a note that hangs.
    var offset: Int64?
    /// When it stopped sounding; nothing where it sounds to the end.
    var silence: Int64?
    /// When its sound had died away or was cut off; nothing where nobody tells.
    var soundEnd: Int64?
    /// Whether it was cut off for another note.
    var isStolen = false
    /// What a subject adds.
    var attributes: [Timeline.Attribute] = []
  }

  /// What one take consists of.
  struct Side: Sendable {
    var name: String
    var sources: [String] = []
    /// In order of their onsets.
    var notes: [Note] = []
    var end: Int64 = 0
  }

  /// A value that holds from a time on.
  struct Step: Hashable, Sendable {
    var time: Int64
    var value: Int
  }

  /// A value on one channel, as it was expected and as it came.
  struct Lane: Sendable {
    var name: String
    /// The values at its lower and its upper edge.
    var edges: ClosedRange<Int>
    /// The value that is written as 0: the middle of a bend.
    var zero = 0
    /// Whether a value is a program's, from 128 on one of a bank.
    var isProgram = false
    /// The value before the first step, if it is known.
    var initial: Int?
    var expected: [Step] = []
    var actual: [Step] = []
  }

  /// What is not as expected.
  struct Difference: Sendable {
    /// Where it is seen.
    enum Place: Hashable, Sendable {
      /// Everywhere.
      case take
      /// At notes, as indices of those of both sides.
      case notes(expected: [Int], actual: [Int])
      /// In a lane, for a time.
      case lane(Int, from: Int64, to: Int64)
      /// At moments on either side.
      case event(expected: Int64?, actual: Int64?)
    }

    var kinds: [Timelines.Difference.Kind]
    /// Nothing for what concerns the whole take.
    var time: Int64?
    var subject: String
    var verdict: String
    var place: Place
  }

  var title: String
  /// The verdict in one line.
  var verdict: String
  /// What else is to be known, such as how the take was aligned.
  var remarks: [String] = []
  var expected: Side
  var actual: Side
  /// For expected notes the actual ones that are the same in everything shown, so that they needn't be said twice.
  var twins: [Int: Int] = [:]
  /// How both takes can be looked at, besides as notes.
  var view: InstrumentView?
  var lanes: [Lane] = []
  var differences: [Difference] = []
}
