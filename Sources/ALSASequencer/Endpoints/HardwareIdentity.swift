internal import CALSA
internal import MIDIRecSystem
internal import SystemPackage

/// The identity of an instrument, which doesn't depend on its current number.
///
/// USB facts are read from sysfs, which has them before the sequencer announces the ports; `/proc/asound` gets them
/// only afterward.
package struct HardwareIdentity: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// The number of the sound card, in order of connection.
  package let card: Int
  /// The short name of the card, such as `MIDI`. The second of its kind is `MIDI_1`, in order of connection.
  package let cardID: String?
  /// The name of the card, such as `LinnStrument MIDI`.
  package let cardName: String?
  /// The USB vendor and product IDs as four hexadecimal digits each, `1fc9:8124`, or `nil` for other buses.
  package let usbID: String?
  /// The serial number, or `nil` if the instrument has none.
  package let serial: String?
  /// The USB bus and ports, `1-1`.
  package let usbPath: String?

  /// Creates an identity with the given values.
  package init(
    card: Int, cardID: String? = nil, cardName: String? = nil, usbID: String? = nil, serial: String? = nil,
    usbPath: String? = nil
  ) {
    self.card = card
    self.cardID = cardID
    self.cardName = cardName
    self.usbID = usbID
    self.serial = serial
    self.usbPath = usbPath
  }

  /// Reads the facts of a sound card. Unknown facts are `nil`.
  init(readingCard card: Int) {
    self.card = card
    let folder = FilePath("/sys/class/sound/card\(card)")
    cardID = Self.firstLine(of: folder.appending("id"))
    cardName = Self.name(ofCard: card)
    // The card belongs to an interface of the USB device, which is the parent folder.
    let parent = FileSystem.realPath(folder.appending("device").appending(".."))
    let ids = ["idVendor", "idProduct"].compactMap { name in
      parent.flatMap { Self.firstLine(of: $0.appending(name)) }
    }
    let device = ids.count == 2 ? parent : nil
    usbID = device.map { _ in ids.joined(separator: ":") }
    serial = device.flatMap { Self.firstLine(of: $0.appending("serial")) }
    usbPath = device?.lastComponent?.string
  }

  /// Returns the first line of a file, or `nil` if it is empty or can't be read.
  private static func firstLine(of path: FilePath) -> String? {
    guard let line = FileSystem.text(of: path)?.prefix(while: { $0 != "\n" }), !line.isEmpty else {
      return nil
    }
    return String(line)
  }

  private static func name(ofCard card: Int) -> String? {
    var name: UnsafeMutablePointer<CChar>?
    guard unsafe snd_card_get_name(Int32(clamping: card), &name) == 0, let text = unsafe name else {
      return nil
    }
    defer { unsafe free(text) }
    return unsafe String(cString: text)
  }

  /// `USB 1fc9:8124, serial LS0000, path 1-1`, or `card 1 (MIDI)`.
  package var description: String {
    guard let usbID else { return cardID.map { "card \(card) (\($0))" } ?? "card \(card)" }
    let parts = ["USB \(usbID)", serial.map { "serial \($0)" }, usbPath.map { "path \($0)" }]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}
