package import Instruments
internal import MIDICore
package import MIDIFiles
package import Timelines

/// A comparison as a self-contained HTML page.
///
/// It shows the differences as text, the takes overlaid in a piano roll, and the state of both at one time. It makes no
/// network requests, and its security policy forbids them.
package enum ComparisonPage {
  /// Returns the page's bytes. Equal comparisons and names give equal bytes.
  ///
  /// - Parameters:
  ///   - comparison: The comparison.
  ///   - title: The title, such as the name of a session.
  ///   - expectedName: The name of the expected take.
  ///   - actualName: The name of the actual take.
  ///   - view: An additional view of both takes, or `nil` for notes only.
  ///   - meter: The bars and beats of the times, or `nil` if they are unknown.
  ///   - startsInBars: Whether the page shows bars and beats at first, instead of seconds.
  ///   - home: The index page to link to, or `nil`.
  /// - Complexity: O(*n* log *n*), where *n* is the number of notes, steps, and differences.
  package static func bytes(
    of comparison: Comparison, title: String, expectedName: String, actualName: String,
    view: InstrumentView? = nil, meter: MeterMap? = nil, startsInBars: Bool = false, home: String? = nil
  ) -> [UInt8] {
    let document = PageDocument(
      comparison, title: title, expectedName: expectedName, actualName: actualName, view: view, meter: meter,
      startsInBars: startsInBars)
    return bytes(of: document, home: home)
  }

  /// Returns the page of a document.
  ///
  /// - Parameter home: The index page to link to, or `nil`.
  static func bytes(of document: PageDocument, home: String? = nil) -> [UInt8] {
    let link = home.map { "<a id=\"home\" href=\"\($0.xmlEscaped)\">All sessions</a>\n" } ?? ""
    let differences = document.differences.map { difference in
      let position = document.startsInBars ? difference.position : nil
      let time = position ?? difference.time.map { "\(Nanoseconds.microseconds($0))" }
      return "\(time.map { "\($0) " } ?? "")\(difference.subject): \(difference.verdict)"
    }
    let list = HTMLPage.listWithoutScripts(differences, title: document.title, verdict: document.verdict)
    let body =
      Array(link.utf8) + list + PageAssets.comparison.body + HTMLPage.data(document.packed, id: "take")
    return HTMLPage.bytes(title: document.title, .comparison, body: body)
  }
}
