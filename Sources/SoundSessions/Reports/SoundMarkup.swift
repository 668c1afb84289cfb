internal import MIDICore
internal import Reports
internal import Sessions
internal import Sound

/// The markup of an audio report: its texts, and the places for its images.
struct SoundMarkup {
  let comparison: SoundComparison
  let excerpt: SoundExcerpt
  let names: PartNames
  let middleC: MiddleC

  /// Returns the body of the page.
  func text(title: String, home: String?) -> String {
    let link = home.map { "<a id=\"home\" href=\"\($0.xmlEscaped)\">All sessions</a>" } ?? ""
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
