internal import Instruments
internal import MIDICore
internal import Timelines

/// A comparison as a self-contained HTML page.
///
/// It shows the differences as text, the takes overlaid in a piano roll, and the state of both at one time. It makes no
/// network requests, and its security policy forbids them. Its contents are plain values; times are whole microseconds on
/// the expectation's time axis.
package struct ComparisonPage: Sendable {
  /// A note for drawing.
  struct Note: Hashable, Sendable {
    /// The index among the take's sources.
    var source = 0
    var channel: Channel
    var number: NoteNumber
    var velocity: UInt7
    var onset: Int64
    /// The time of the note-off, or `nil` if the note is hanging.
    var offset: Int64?
    /// The time of its silence, or `nil` if it sounds to the end.
    var silence: Int64?
    /// The time when its sound decayed or was cut off, or `nil` if it is unknown.
    var soundEnd: Int64?
    /// Whether its sound was cut off for a different note.
    var isStolen = false
    /// The attributes that a subject adds.
    var attributes: [Timeline.Attribute] = []
  }

  /// The contents of a take.
  struct Side: Sendable {
    var name: String
    var sources: [String] = []
    /// The new colors of lights, in order of time.
    var lights: [(time: Int64, light: LinnStrumentLight)] = []
    /// The notes in order of their onsets.
    var notes: [Note] = []
    var end: Int64 = 0
  }

  /// A change of a value.
  typealias Step = (time: Int64, value: Int)

  /// The expected and the actual values on one channel.
  struct Lane: Sendable {
    var name: String
    /// The values at the lower and upper edge.
    var edges: ClosedRange<Int>
    /// The value that is written as 0: the center of a pitch bend.
    var zero = 0
    /// Whether the value is a program, which from 128 includes a bank.
    var isProgram = false
    /// The value before the first step, or `nil` if it is unknown.
    var initial: Int?
    var expected: [Step] = []
    var actual: [Step] = []
  }

  /// A difference.
  struct Difference: Sendable {
    /// The place of a difference.
    enum Place: Hashable, Sendable {
      /// The whole take.
      case take
      /// Notes, as indices of the notes of both takes.
      case notes(expected: [Int], actual: [Int])
      /// A lane and a time range.
      case lane(Int, from: Int64, to: Int64)
      /// The times of an event in both takes.
      case event(expected: Int64?, actual: Int64?)
      /// A passage.
      case passage(PassagePlace)
    }

    /// A time range, and the notes in it that are elsewhere because of a change of the passage.
    struct PassagePlace: Hashable, Sendable {
      var from: Int64
      var to: Int64
      /// The name of the color, and the sign.
      var color: String
      var sign: String
      /// The notes, as indices of the notes of both takes.
      var expected: [Int] = []
      /// The partners of the expected notes, or an empty list if they weren't played.
      var actual: [Int] = []
    }

    var kinds: [Timelines.Difference.Kind]
    /// The time, or `nil` for the whole take.
    var time: Int64?
    /// The time in bars and beats, with ``ComparisonPage/beats``.
    var position: String?
    var subject: String
    var verdict: String
    var place: Place
  }

  var title: String
  /// The verdict in one line.
  var verdict: String
  /// Additional information, such as the alignment.
  var remarks: [String] = []
  /// The times of the beats, and whether a bar starts there, or an empty list if the meter is unknown.
  var beats: [(time: Int64, startsBar: Bool)] = []
  /// Whether the page shows bars and beats at first, instead of seconds.
  var startsInBars = false
  var expected: Side
  var actual: Side
  /// For expected notes, the identical actual notes, which needn't be written twice.
  var twins: [Int: Int] = [:]
  /// An additional view of the takes, or `nil` for notes only.
  var view: InstrumentView?
  /// The words for notes with different attributes, such as `wrong cells`.
  var wrongAttributes = ""
  var lanes: [Lane] = []
  var differences: [Difference] = []
}

extension ComparisonPage {
  /// Returns the page's bytes. Equal pages give equal bytes.
  ///
  /// - Parameter home: The index page to link to, or `nil`.
  package func bytes(home: String? = nil) -> [UInt8] {
    let link = home.map { HTMLPage.homeLink(to: $0) + "\n" } ?? ""
    let lines = differences.lazy.map { difference in
      let position = startsInBars ? difference.position : nil
      let time = position ?? difference.time.map { "\(Nanoseconds.microseconds($0))" }
      return "\(time.map { "\($0) " } ?? "")\(difference.subject): \(difference.verdict)"
    }
    let list = HTMLPage.listWithoutScripts(lines, title: title, verdict: verdict)
    let body =
      Array(link.utf8) + list + HTMLPage.comparison.body + HTMLPage.data(packed, id: "take")
    return HTMLPage.comparison.bytes(title: title, body: body)
  }
}
