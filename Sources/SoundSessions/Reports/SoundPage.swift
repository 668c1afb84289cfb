package import MIDICore
internal import Reports
package import Sound

/// A comparison of two sounds as one HTML page that needs nothing besides.
///
/// It says what differs in words, draws wave forms and spectrograms of both and of their difference, and plays all three.
/// It makes no request of the network, and its security policy forbids any.
package enum SoundPage {
  /// How many columns a picture has: as many as a wide window has points for it.
  private static let columnCount = 1200
  /// What is drawn close, before and after the first difference, in milliseconds.
  private static let close = (before: 250, after: 750)

  /// The page's bytes. The same sounds and names give the same bytes.
  ///
  /// - Parameters:
  ///   - comparison: What is shown.
  ///   - expected: The sound that is right.
  ///   - actual: The sound that was checked.
  ///   - title: What stands above it, such as the name of a session.
  ///   - expectedName: What the expected sound is called.
  ///   - actualName: What the actual one is called.
  ///   - middleC: In which octave notes are named.
  ///   - home: The page of all sessions, to which it leads back, if there is one.
  /// - Throws: Where there is no room for the sounds in the folder for temporary files.
  /// - Complexity: O(*n*) in the frames.
  package static func bytes(
    of comparison: SoundComparison, expected: AudioBuffer, actual: AudioBuffer, title: String,
    expectedName: String, actualName: String, middleC: MiddleC = .octave4, home: String? = nil
  ) throws(AudioFileError) -> [UInt8] {
    let excerpt = SoundExcerpt(expected: expected, actual: actual, around: comparison.firstAudible)
    let whole = SoundPicture(expected: expected, actual: actual, columnCount: columnCount)
    var pictures = [whole]
    let first = comparison.firstAudible.map { AudioBuffer.frame(at: $0, rate: expected.rate) }
    if let first {
      let (before, after) = (expected.rate * close.before / 1000, expected.rate * close.after / 1000)
      let frames = max(0, first - before)..<max(first + 1, min(first + after, whole.frames.upperBound))
      pictures.append(
        SoundPicture(expected: expected, actual: actual, frames: frames, columnCount: columnCount))
    }
    var facts = PackedBytes()
    facts.append(expected.rate)
    facts.append(first.map { $0 + 1 } ?? 0)
    facts.append(excerpt.frames.lowerBound)
    facts.append(excerpt.frames.count)
    facts.append(SoundPicture.bandCount)
    facts.append(pictures.count)
    for picture in pictures {
      facts.append(picture.frames.lowerBound)
      facts.append(picture.frames.count)
      facts.append(picture.columnCount)
    }
    let markup = SoundMarkup(comparison, excerpt, names: (expectedName, actualName), middleC)
    var body = Array(markup.text(title: title, home: home).utf8)
    body += HTMLPage.data(facts.bytes, id: "facts")
    for (index, picture) in pictures.enumerated() {
      body += HTMLPage.data(packed(picture), id: "picture-\(index)")
    }
    for (name, sound) in [
      ("expected", excerpt.expected), ("actual", excerpt.actual), ("difference", excerpt.difference),
    ] {
      let file = try AudioFileWriter.bytes(of: sound, format: .flac)
      body += HTMLPage.data(file, id: "sound-\(name)")
    }
    return HTMLPage.bytes(
      title: title, .sound, body: body, playsSound: true)
  }

  /// The lanes one after the other: lows, highs, levels.
  private static func packed(_ picture: SoundPicture) -> [UInt8] {
    [picture.expected, picture.actual, picture.difference].flatMap { lane in
      (lane.lows + lane.highs).map { UInt8(bitPattern: $0) } + lane.levels
    }
  }
}
