package import MIDICore
internal import MIDIRecReports
internal import MIDIRecSessions
package import MIDIRecSound
internal import SystemPackage

/// The HTML report of an audio comparison in a single file.
///
/// It describes the differences, draws waveforms and spectrograms of both files and their difference, and plays all
/// three. It makes no network requests, and its security policy forbids them.
package struct SoundPage {
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
  /// - Throws: A `SoundError` if there is no space for temporary files, or if the sample rate is too high for FLAC.
  /// - Complexity: O(*n*), where *n* is the number of frames.
  package static func bytes(
    of comparison: SoundComparison, expected: AudioBuffer, actual: AudioBuffer, title: String,
    expectedName: String, actualName: String, middleC: MiddleC = .octave4, home: String? = nil
  ) throws(SoundError) -> [UInt8] {
    guard expected.rate <= AudioFormat.flac.maxRate else {
      throw SoundError(
        .cannotCreate, FilePath(expectedName),
        "a page can't play its sample rate, \(expected.rate) Hz; "
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
    let page = SoundPage(
      comparison: comparison, excerpt: excerpt, names: (expectedName, actualName), middleC: middleC)
    var body = Array(page.markup(title: title, home: home).utf8)
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

  // MARK: Markup

  private let comparison: SoundComparison
  private let excerpt: SoundExcerpt
  private let names: PartNames
  private let middleC: MiddleC

  /// Returns the body of the page.
  private func markup(title: String, home: String?) -> String {
    let link = home.map(HTMLPage.homeLink) ?? ""
    let verdict =
      comparison.isSame
      ? "same: every sample" : comparison.isWithinBounds ? "same within bounds" : "different"
    return """
      <main>
      <div class="bar">\(link)<button type="button" id="theme"></button></div>
      <h1>\(title.printable.xmlEscaped)</h1>
      <p id="verdict" class="\(comparison.isWithinBounds ? "good" : "bad")">\(verdict)</p>
      \(details)
      \(player)
      \(pictures)
      <div class="tables">
      \(measures)
      \(sounds)
      </div>
      <noscript>A script in this page draws the images and plays the audio, but scripts are disabled.</noscript>
      </main>

      """
  }

  private var details: String {
    let lines = [comparison.firstText(middleC)].compactMap { $0 } + comparison.wholeChanges.map(\.text)
    guard !lines.isEmpty else { return "" }
    let items = lines.map { "<li>\($0.xmlEscaped)</li>" }
    return "<ul id=\"details\">\n\(items.joined(separator: "\n"))\n</ul>"
  }

  private var player: String {
    let gain = excerpt.differenceGain > 0 ? ", \(excerpt.differenceGain) dB louder" : ""
    let choices = [
      ("expected", "Expected", true), ("actual", "Actual", false), ("difference", "Difference\(gain)", false),
    ].map { value, label, isChosen in
      """
      <label class="\(value)"><input type="radio" name="sound" value="\(value)"\(isChosen ? " checked" : "")> \
      \(label)</label>
      """
    }
    let first =
      comparison.firstAudible == nil
      ? ""
      : "<button type=\"button\" id=\"to-first\" title=\"To the first difference (d)\">First difference</button>"
    return """
      <section id="player" aria-label="Player">
      <button type="button" id="play" title="Play or pause (space)">Play</button>
      \(first)
      <fieldset><legend>Listen to</legend>
      \(choices.joined(separator: "\n"))
      </fieldset>
      <div class="seek"><label for="seek">Time</label><input type="range" id="seek" step="0.001">\
      <output id="now" for="seek"></output></div>
      <p id="heard"></p>
      </section>
      """
  }

  private var pictures: String {
    let views =
      comparison.firstAudible == nil
      ? ""
      : """
      <div class="views" role="group" aria-label="Displayed range">
      <button type="button" class="chip" data-picture="1" aria-pressed="true">Around the first difference</button>
      <button type="button" class="chip" data-picture="0" aria-pressed="false">Whole</button>
      </div>
      """
    let lanes = [("expected", "Expected"), ("actual", "Actual"), ("difference", "Difference")]
      .map { lane, label in
        """
        <figure class="lane \(lane)"><figcaption>\(label)</figcaption>
        <canvas class="wave" data-lane="\(lane)" role="img" aria-label="Waveform: \(label)"></canvas>
        <canvas class="spectrum" data-lane="\(lane)" role="img" aria-label="Spectrogram: \(label)"></canvas></figure>
        """
      }
    return """
      <section id="pictures" aria-label="Pictures">
      \(views)
      <div id="lanes">
      \(lanes.joined(separator: "\n"))
      <canvas id="axis" aria-hidden="true"></canvas>
      <i id="first-mark" hidden></i><i id="playhead" hidden></i>
      </div>
      <p class="legend">Waveforms: the expected and actual audio share one scale; the difference has its own. \
      Spectrograms: 40 Hz to 16 kHz on a logarithmic scale, from \
      \(Int(SoundPicture.faintest)) dB to 0 dB of full scale. The dashed line marks the first difference<span \
      class="on-screen">, and the solid line the playback position</span>.</p>
      </section>
      """
  }

  private var measures: String {
    let bounds = comparison.bounds
    let rows = [
      (
        "Signal to noise", decibelText(comparison.signalToNoise),
        "at least \(decibelText(bounds.signalToNoise))",
        comparison.signalToNoise >= bounds.signalToNoise
      ),
      (
        "RMS of the difference", scientificText(comparison.rootMeanSquare),
        "at most \(scientificText(bounds.rootMeanSquare))", comparison.rootMeanSquare <= bounds.rootMeanSquare
      ),
      (
        "Peak of the difference", scientificText(comparison.peak), "at most \(scientificText(bounds.peak))",
        comparison.peak <= bounds.peak
      ),
    ].map { name, value, bound, isGood in
      """
      <tr><th scope="row">\(name)</th><td class="\(isGood ? "good" : "bad")">\(isGood ? "✓" : "✗") \(value)</td>\
      <td>\(bound)</td></tr>
      """
    }
    return """
      <table id="measures"><thead><tr><th scope="col">Measure</th><th scope="col">Measured</th>\
      <th scope="col">Bound</th></tr></thead><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table>
      """
  }

  private var sounds: String {
    let rows = [
      ("Expected", names.expected, comparison.expected), ("Actual", names.actual, comparison.actual),
    ]
    .map { label, name, summary in
      """
      <tr><th scope="row">\(label)</th><td><span class="name">\(name.printable.xmlEscaped)</span> \
      \(summary.text)</td></tr>
      """
    }
    return "<table id=\"sounds\"><tbody>\n\(rows.joined(separator: "\n"))\n</tbody></table>"
  }
}
