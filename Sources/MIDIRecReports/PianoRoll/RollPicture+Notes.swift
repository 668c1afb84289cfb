internal import MIDICore
internal import Timelines

extension RollPicture {
  /// A note within a system, in tenths of a pixel.
  private typealias Mark = (note: Note, left: Int, width: Int)

  /// The maximum number of notes that have an element and a title each.
  private static let maxTitledCount = 10_000
  /// The minimum width of a note, in tenths of a pixel.
  private static let minWidth = 15

  /// Returns the notes of each system as elements.
  func noteElements() -> [String] {
    let isTitled = roll.noteCount <= Self.maxTitledCount
    var systems = Array(repeating: "", count: systemCount)
    var hanging = [[Mark]](repeating: [], count: systemCount)
    for part in roll.parts where !part.notes.isEmpty {
      for (index, marks) in marks(of: part).enumerated() where !marks.isEmpty {
        systems[index] += isTitled ? rectangles(marks, part) : paths(marks, part)
        hanging[index] += marks.filter { $0.note.offset == nil }
      }
    }
    for (index, marks) in hanging.enumerated() where !marks.isEmpty {
      systems[index] += "<path class='hangs' d='\(lines(marks.sorted { $0.left < $1.left }))'/>\n"
    }
    return systems
  }

  /// Returns the marks by system, in order of the onsets.
  private func marks(of part: PianoRoll.Part) -> [[Mark]] {
    var marks = [[Mark]](repeating: [], count: systemCount)
    let scales = (0..<systemCount).map(scale(ofSystem:))
    for note in part.notes {
      let end = roll.end(of: note)
      for index in systems(from: note.onset, to: end) {
        let scale = scales[index]
        let left = min(scale.position(of: note.onset), scale.width - Self.minWidth)
        let width = max(scale.position(of: end) - left, Self.minWidth)
        marks[index].append((note, left, width))
      }
    }
    return marks
  }

  /// Returns an element for each note.
  private func rectangles(_ marks: [Mark], _ part: PianoRoll.Part) -> String {
    // A gap separates successive notes.
    let height = max(rowHeight - 1, 3)
    let radius = min(2, height / 3)
    var text = "<g class='fill\(part.color)'>\n"
    for mark in marks {
      let note = mark.note
      let gap = mark.width > 40 ? 5 : 0
      text += "<rect class='s\(Self.strength(of: note))' "
      text += "x='\(pixels(mark.left))' y='\(top(ofNote: Int(note.number.rawValue)))' "
      text += "width='\(pixels(mark.width - gap))' height='\(height)' rx='\(radius)'>"
      text += "<title>\(note.number) (\(note.number.rawValue)) velocity \(note.velocity), "
      text += "channel \(note.channel), "
      text +=
        "\(note.onset.positionText) \(note.offset.map { "to \($0.positionText)" } ?? "on: hangs")</title></rect>\n"
    }
    return text + "</g>\n"
  }

  /// Returns a path for each velocity class, with the notes as thick lines.
  private func paths(_ marks: [Mark], _ part: PianoRoll.Part) -> String {
    var strengths = [[Mark]](repeating: [], count: 8)
    for mark in marks {
      strengths[Self.strength(of: mark.note)].append(mark)
    }
    let thickness = max(rowHeight - 1, 3)
    return strengths.enumerated().filter { !$0.element.isEmpty }.map { strength, marks in
      "<path class='thick stroke\(part.color) s\(strength)' stroke-width='\(thickness)' "
        + "d='\(lines(marks))'/>\n"
    }.joined()
  }

  /// Returns the velocity class, from 0 to 7.
  private static func strength(of note: Note) -> Int { Int(note.velocity.rawValue) / 16 }

  /// Returns lines through the centers of rows. Adjacent marks of a row are joined, because they are indistinguishable.
  ///
  /// - Parameter marks: The marks in order of their left ends.
  private func lines(_ marks: [Mark]) -> String {
    var text = ""
    var open = [(left: Int, right: Int)?](repeating: nil, count: 128)
    func close(_ row: Int) {
      guard let line = open[row] else { return }
      let middle = 10 * top(ofNote: row) + 5 * max(rowHeight - 1, 3)
      text += "M\(pixels(line.left)) \(pixels(middle))h\(pixels(line.right - line.left))"
    }
    for mark in marks {
      let row = Int(mark.note.number.rawValue)
      let right = mark.left + mark.width
      if let line = open[row], mark.left <= line.right {
        open[row] = (line.left, max(line.right, right))
      } else {
        close(row)
        open[row] = (mark.left, right)
      }
    }
    for row in open.indices { close(row) }
    return text
  }
}
