internal import Following
internal import MIDICore
internal import MIDIFiles
internal import Timelines

/// Several takes of one piece as a self-contained HTML page: a row per take and a column per bar, colored by the number of
/// mistakes.
package struct PracticeProgressPage {
  /// Returns the page's bytes, whose number is proportional to that of the takes and bars.
  package static func bytes(of progress: PracticeProgress) -> [UInt8] {
    let name = progress.expectedName.split(separator: "/").last.map(String.init) ?? progress.expectedName
    let title = "Takes of \(name)".printable
    let unit = progress.meter == nil ? "part" : "bar"
    let verdict = "\(pluralized(progress.takes.count, "take")), \(pluralized(progress.starts.count, unit))"
    var data = PackedBytes()
    data.append(title)
    data.append(verdict)
    data.append(progress.barLists)
    data.append(progress.meter == nil ? 0 : 1)
    data.append(progress.starts.count)
    for start in progress.starts { data.append(start.microseconds) }
    data.append(progress.takes.count)
    for take in progress.takes {
      data.append(take.label)
      data.append(take.bars.count)
      for bar in take.bars { data.append(bar.pageState) }
    }
    let items = progress.takes.map { take in
      "\(take.label): \(grouped(take.playedCount)) of \(pluralized(take.noteCount, "note")), \(pluralized(take.mistakeCount, "mistake"))"
    }
    let body =
      HTMLPage.listWithoutScripts(items, title: title, verdict: verdict) + HTMLPage.progress.body
      + HTMLPage.data(data.bytes, id: "progress")
    return HTMLPage.progress.bytes(title: title, body: body)
  }
}

extension PracticeReview.Bar {
  /// The state as `bars.js` reads it: 0 without notes, 1 if the bar isn't played, or else the number of mistakes plus 2.
  var pageState: Int { isUnplayed ? 1 : noteCount + mistakeCount == 0 ? 0 : mistakeCount + 2 }
}
