internal import Instruments
internal import MIDICore

extension PianoPicture {
  /// Returns the image as a self-contained SVG document that follows the reader's light or dark scheme.
  ///
  /// It shows all 128 keys, each with a title that has its name and state. Pressed keys have a tint that grows with the
  /// velocity, and a dot. Keys that only a pedal holds are hatched.
  package func svg() -> String {
    let keyboard = PianoKeyboard(height: Self.height)
    let drawn = keyboard.visibleKeys(from: 0, width: keyboard.width)
    // White keys with their labels first, because black keys overlap them.
    let text = drawn.map { element(of: $0, keyboard.frame(of: $0).moved(by: .drawingOrigin)) }.joined()
    let active = activeKeys
    let pressedCount = active.count { state(of: $0).isPressed }
    return instrumentImage(
      title: title,
      subtitle: "\(time.positionText), \(pluralized(pressedCount, "key")) down, "
        + "\(pluralized(active.count - pressedCount, "key")) held by pedal",
      definitions: Self.hatch, drawing: text, size: (keyboard.width, keyboard.height),
      legend: active.map { key in
        (sample(of: key), 12, "\(naming.name(of: key)) (\(key.rawValue)): \(facts(of: key, isShort: false))")
      })
  }

  private static let height = 150.0
  private static let tintText = svgColor(tint)
  private static let hatch = """
    <defs><pattern id='hatch' width='5' height='5' patternUnits='userSpaceOnUse' \
    patternTransform='rotate(45)'><rect width='2' height='5' fill='\(tintText)'/></pattern></defs>

    """

  private func sample(of key: NoteNumber) -> String {
    let paint = state(of: key).isPressed ? Self.tintText : "url(#hatch)"
    return "<rect class='key white' width='12' height='12' rx='2'/>"
      + "<rect fill='\(paint)'\(opacity(of: key)) width='12' height='12' rx='2'/>"
  }

  /// Returns a key, its state, and its label.
  private func element(of key: NoteNumber, _ frame: Rectangle) -> String {
    let (state, isBlack) = (state(of: key), PianoKeyboard.isBlack(key))
    let path = Self.path(of: frame)
    let name = naming.name(of: key).xmlEscaped
    let isActive = state.isPressed || state.isSustained
    let words = isActive ? ": \(facts(of: key, isShort: false))" : ""
    var text = "<path class='key \(isBlack ? "black" : "white")' d='\(path)'>"
    text += "<title>\(name) (\(key.rawValue))\(words)</title></path>\n"
    let middle = frame.x + frame.width / 2
    if state.isPressed {
      text += "<path class='pressed' fill='\(Self.tintText)'\(opacity(of: key)) d='\(path)'/>\n"
      text += "<circle class='dot\(isBlack ? " on-black" : "")' cx='\(svgNumber(middle))' "
      text += "cy='\(svgNumber(frame.y + frame.height - (isBlack ? 12 : 26)))' r='3.5'/>\n"
    } else if state.isSustained {
      text += "<path class='sustained' fill='url(#hatch)' d='\(path)'/>\n"
    }
    guard labelsAllKeys || key.rawValue % 12 == 0 else { return text }
    let ground = isBlack ? "on-black" : "on-white"
    guard isBlack else {
      return text + "<text class='small middle \(ground)' x='\(svgNumber(middle))' "
        + "y='\(svgNumber(frame.y + frame.height - 8))'>\(name)</text>\n"
    }
    // Black keys are too narrow for their names, which are rotated.
    let (x, y) = (svgNumber(middle + 3), svgNumber(frame.y + frame.height - 22))
    return text
      + "<text class='small \(ground)' transform='translate(\(x) \(y)) rotate(-90)'>\(name)</text>\n"
  }

  private func opacity(of key: NoteNumber) -> String {
    guard state(of: key).isPressed else { return "" }
    return " fill-opacity='\(decimalText(Int64(shownTint(of: key)), decimals: 2))'"
  }

  /// Returns a rectangle whose lower corners are round.
  private static func path(of frame: Rectangle) -> String {
    let radius = PianoKeyboard.cornerRadius
    let (width, height) = (svgNumber(frame.width), svgNumber(frame.height - radius))
    let (corner, inner) = (svgNumber(radius), svgNumber(frame.width - 2 * radius))
    return
      "M\(svgNumber(frame.x)) \(svgNumber(frame.y))h\(width)v\(height)a\(corner) \(corner) 0 0 1 -\(corner) \(corner)"
      + "h-\(inner)a\(corner) \(corner) 0 0 1 -\(corner) -\(corner)z"
  }
}
