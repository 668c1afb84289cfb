/// A command of a page.
struct PageCommand: Decodable {
  /// The number of the command, which the reply repeats.
  let id: Int
  /// The name of the action.
  let `do`: String
  var address: String?
  var note: Int?
  var velocity: Int?
  var pressure: Int?
  /// Whether the pressure is that of the channel.
  var isChannel: Bool?
  var channel: Int?
  var words: String?
  var inputs: [Int]?
  var file: String?
  var name: String?
  var from: Int64?
  var to: Int64?
  var at: Int64?
  var speed: Double?
  var isLoop: Bool?
  var only: String?
  var isTiming: Bool?
  var subject: String?
  var program: String?
  var other: String?
  /// In milliseconds.
  var tolerance: Double?
  var isOn: Bool?
  var hasReport: Bool?
  /// The digest of the results that the page has shown.
  var digest: String?
  /// Whether the page plays notes with its own sound.
  var isHeard: Bool?
  /// The number of the action to take back.
  var number: Int?
  /// Whether a kept take begins and ends with its messages.
  var isTrimmed: Bool?
  var input: Int?
  var search: String?
  var tag: String?
  var font: String?
  var preset: String?
  var isFavorites: Bool?
  var isStop: Bool?
  /// Whether a favorite gets the effects of the studio's sound.
  var isCurrent: Bool?
  var volume: Double?
  var reverb: Double?
  var chorus: Double?
}

/// The answer to a command.
struct Reply: Encodable {
  /// The number of the command.
  var reply = 0
  /// The reason why it failed, or `nil`.
  var error: String?
  /// The command line that does the same, or `nil` if there is none.
  var command: String?
  /// The studio's time in microseconds.
  var now: Int64?
  var file: String?
  var messages: Int?
  var notes: Int?
  var takes: [ListedTake]?
  var sessions: [ListedSession]?
  var name: String?
  var verdict: String?
  var text: String?
  /// The digest of the results that the text describes.
  var digest: String?
  /// The path of an HTML report.
  var report: String?
  var held: [StateMessage.Held]?
  var values: [StateMessage.Value]?
  /// Notes for the sound of the page.
  var noteList: [[Int64]]?
  var sounds: SoundList?

  private enum CodingKeys: String, CodingKey {
    case reply, error, command, now, file, messages, notes, takes, sessions, name, verdict, text, digest,
      report, held, values, noteList, sounds
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reply, forKey: .reply)
    // Pages expect these two.
    try container.encode(error, forKey: .error)
    try container.encode(command, forKey: .command)
    try container.encodeIfPresent(now, forKey: .now)
    try container.encodeIfPresent(file, forKey: .file)
    try container.encodeIfPresent(messages, forKey: .messages)
    try container.encodeIfPresent(notes, forKey: .notes)
    try container.encodeIfPresent(takes, forKey: .takes)
    try container.encodeIfPresent(sessions, forKey: .sessions)
    try container.encodeIfPresent(name, forKey: .name)
    try container.encodeIfPresent(verdict, forKey: .verdict)
    try container.encodeIfPresent(text, forKey: .text)
    try container.encodeIfPresent(digest, forKey: .digest)
    try container.encodeIfPresent(report, forKey: .report)
    try container.encodeIfPresent(held, forKey: .held)
    try container.encodeIfPresent(values, forKey: .values)
    try container.encodeIfPresent(noteList, forKey: .noteList)
    try container.encodeIfPresent(sounds, forKey: .sounds)
  }
}
