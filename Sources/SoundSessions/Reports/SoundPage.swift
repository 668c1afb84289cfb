package import MIDICore
internal import Reports
package import Sound
internal import SystemPackage

/// The HTML report of an audio comparison in a single file.
///
/// It describes the differences, draws waveforms and spectrograms of both files and their difference, and plays all
/// three. It makes no network requests, and its security policy forbids them.
package enum SoundPage {
  /// The number of columns of an image: one per point of a wide window.
  private static let columnCount = 1200
  /// The range of the close view before and after the first difference, in milliseconds.
  private static let close = (before: 250, after: 750)

  /// Returns the page's bytes. The same audio and names give the same bytes.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - expected: The expected audio.
  ///   - actual: The actual audio.
  ///   - title: The heading, such as the name of a session.
  ///   - expectedName: The name of the expected file.
  ///   - actualName: The name of the actual file.
  ///   - middleC: The octave of middle C in note names.
  ///   - home: The page of all sessions to link to, or `nil` if there is none.
  /// - Throws: An `AudioFileError` if there is no space for temporary files, or if the sample rate is too high for FLAC.
  /// - Complexity: O(*n*), where *n* is the number of frames.
  package static func bytes(
    of comparison: SoundComparison, expected: AudioBuffer, actual: AudioBuffer, title: String,
    expectedName: String, actualName: String, middleC: MiddleC = .octave4, home: String? = nil
  ) throws(AudioFileError) -> [UInt8] {
    guard expected.rate <= AudioFormat.flac.maxRate else {
      throw AudioFileError(
        .cannotCreate, path: FilePath(expectedName),
        reason: "a page can't play its sample rate, \(expected.rate) Hz; "
          + "the maximum is \(AudioFormat.flac.maxRate) Hz")
    }
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
    let markup = SoundMarkup(
      comparison: comparison, excerpt: excerpt, names: (expectedName, actualName), middleC: middleC)
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
    return HTMLPage.sound.bytes(title: title, body: body, playsSound: true)
  }

  /// Returns the lanes one after another: lows, highs, levels.
  private static func packed(_ picture: SoundPicture) -> [UInt8] {
    [picture.expected, picture.actual, picture.difference].flatMap { lane in
      (lane.lows + lane.highs).map { UInt8(bitPattern: $0) } + lane.levels
    }
  }
}
