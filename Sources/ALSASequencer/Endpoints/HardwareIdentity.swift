internal import Glibc

/// What an instrument is, whatever number it has today.
///
/// From `/proc/asound` and sysfs, where the kernel says what is plugged in.
public struct HardwareIdentity: Hashable, Sendable, CustomStringConvertible {
  /// The sound card's number; it follows the order of plugging.
  public let card: Int
  /// The card's short name, such as `MIDI`.
  public let cardID: String?
  /// The USB vendor and product as four hexadecimal digits each, `1fc9:8124`; nothing for other buses.
  public let usbID: String?
  /// The serial number that the instrument reports, where it reports one.
  public let serial: String?
  /// The USB bus and ports that it hangs on, `1-1`.
  public let usbPath: String?

  /// Makes an identity of its parts.
  public init(
    card: Int, cardID: String? = nil, usbID: String? = nil, serial: String? = nil, usbPath: String? = nil
  ) {
    self.card = card
    self.cardID = cardID
    self.usbID = usbID
    self.serial = serial
    self.usbPath = usbPath
  }

  /// Reads what the system knows of a sound card; what it doesn't know stays empty.
  init(readingCard card: Int) {
    self.card = card
    cardID = firstLine(of: "/proc/asound/card\(card)/id")
    usbID = firstLine(of: "/proc/asound/card\(card)/usbid")
    // The card belongs to an interface of the USB device, which is the folder above.
    let device = usbID == nil ? nil : resolvedPath("/sys/class/sound/card\(card)/device/..")
    serial = device.flatMap { firstLine(of: $0 + "/serial") }
    usbPath = device.flatMap { $0.split(separator: "/").last }.map(String.init)
  }

  /// `USB 1fc9:8124, serial LS0000, path 1-1`, or `card 1 (MIDI)`.
  public var description: String {
    guard let usbID else { return cardID.map { "card \(card) (\($0))" } ?? "card \(card)" }
    let parts = ["USB \(usbID)", serial.map { "serial \($0)" }, usbPath.map { "path \($0)" }]
    return parts.compactMap { $0 }.joined(separator: ", ")
  }
}

private func firstLine(of path: String) -> String? {
  guard let file = unsafe fopen(path, "re") else { return nil }
  defer { unsafe fclose(file) }
  let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String? in
    guard let start = buffer.baseAddress,
      unsafe fgets(start, Int32(buffer.count), file) != nil
    else { return nil }
    return unsafe String(cString: start)
  }
  guard let line = text?.prefix(while: { $0 != "\n" }), !line.isEmpty else { return nil }
  return String(line)
}

private func resolvedPath(_ path: String) -> String? {
  guard let resolved = unsafe realpath(path, nil) else { return nil }
  defer { unsafe free(resolved) }
  return unsafe String(cString: resolved)
}
