internal import CLinux
internal import FoundationEssentials
internal import Glibc
internal import MIDIRecSystem
internal import SystemPackage

/// A USB MIDI device made by the kernel, in one of the USB ports that `dummy_hcd` provides.
///
/// It is two sound cards: that of the instrument, which `snd-usb-audio` makes for any USB instrument, and that of the
/// player, which is the device's own side. Its port is named after the USB port: `Player of USB port 0`.
struct USBGadget {
  /// The USB port, from 0 to 7.
  let usbPort: Int

  private static let folder = "/sys/kernel/config/usb_gadget"
  private var folder: String { "\(Self.folder)/instrument\(usbPort)" }

  /// The highest card number whose sequencer client has a fixed number.
  private static let lastCard = 27

  /// The card number of the player, which takes none of the low numbers that instruments get on other machines.
  var usualPlayerCard: Int { Self.lastCard - usbPort }

  /// Mounts the file system through which devices are described.
  static func prepare() throws(SimulationError) {
    guard unsafe access(folder, F_OK) != 0 else { return }
    let target = "/sys/kernel/config"
    guard unsafe mount("configfs", target, "configfs", 0, nil) == 0 else {
      throw SimulationError(step: "can't mount configfs")
    }
  }

  /// Describes the device to the kernel and plugs it in.
  func plug(_ instrument: VirtualInstrument, playerCard: Int) throws(SimulationError) {
    try make("")
    do throws(SimulationError) {
      try write("0x1fc9", "idVendor")
      try write("0x8124", "idProduct")
      for name in ["strings/0x409", "configs/c.1", "functions/midi.usb0"] { try make("/" + name) }
      try write("Roger Linn Design", "strings/0x409/manufacturer")
      try write(instrument.product, "strings/0x409/product")
      try write(instrument.serial, "strings/0x409/serialnumber")
      // The kernel would keep a line feed. Without the instrument's name and serial number, those find only the
      // instrument.
      try write("Player of USB port \(usbPort)", "functions/midi.usb0/id", ending: "")
      try write("\(playerCard)", "functions/midi.usb0/index")
      guard unsafe symlink("\(folder)/functions/midi.usb0", "\(folder)/configs/c.1/midi.usb0") == 0 else {
        throw SimulationError(step: "can't give a USB device its function")
      }
      try write("dummy_udc.\(usbPort)", "UDC")
    } catch {
      remove()
      throw error
    }
  }

  /// Unplugs the device and forgets it.
  func unplug() throws(SimulationError) {
    try write("", "UDC")
    remove()
  }

  private func remove() {
    unsafe unlink("\(folder)/configs/c.1/midi.usb0")
    for name in ["/functions/midi.usb0", "/configs/c.1", "/strings/0x409", ""] { unsafe rmdir(folder + name) }
  }

  private func make(_ name: String) throws(SimulationError) {
    guard unsafe mkdir(folder + name, 0o755) == 0 else {
      throw SimulationError(step: "can't make a USB device")
    }
  }

  private func write(_ text: String, _ name: String, ending: String = "\n") throws(SimulationError) {
    let descriptor = unsafe open("\(folder)/\(name)", O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SimulationError(step: "can't open \(name) of a USB device") }
    defer { close(descriptor) }
    let bytes = Array((text + ending).utf8)
    guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw SimulationError(step: "can't set \(name) of a USB device")
    }
  }

  // MARK: Sound cards

  /// The card number of the instrument, or `nil` if the driver has no card for it.
  var instrumentCard: Int? {
    let controller = "/sys/devices/platform/dummy_hcd.\(usbPort)"
    let devices = Self.paths(in: controller, prefix: "usb").flatMap { Self.paths(in: $0) }
    let interfaces = devices.flatMap { Self.paths(in: $0) }
    return interfaces.lazy.compactMap { Self.card(in: $0) }.first
  }

  /// The card number of the player, or `nil` if it doesn't exist.
  var playerCard: Int? { Self.card(in: "/sys/devices/platform/dummy_udc.\(usbPort)/gadget.\(usbPort)") }

  /// The lowest number that no card has.
  static func firstFreeCard() -> Int {
    (0...lastCard).first { unsafe access("/sys/class/sound/card\($0)", F_OK) != 0 } ?? lastCard
  }

  /// The sequencer port of a card, or `nil` if it doesn't exist yet.
  static func sequencerPort(card: Int) -> String? {
    // The sequencer reserves four numbers per card, from 16 on.
    let client = 16 + 4 * card
    let text = FileSystem.text(of: "/proc/asound/seq/clients") ?? ""
    let lines = text.split(separator: "\n").drop { !$0.matches(of: "Client", client) }.dropFirst()
    guard lines.first?.matches(of: "Port", 0) == true else { return nil }
    return "\(client):0"
  }

  private static func card(in device: String) -> Int? {
    paths(in: "\(device)/sound", prefix: "card").first.flatMap {
      $0.split(separator: "card").last.flatMap { Int($0) }
    }
  }

  private static func paths(in folder: String, prefix: String = "") -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(prefix) }.sorted().map { "\(folder)/\($0)" }
  }
}

extension Substring {
  /// Whether a line of `/proc/asound/seq/clients` begins with a word and a number.
  fileprivate func matches(of word: String, _ number: Int) -> Bool {
    let words = split(separator: " ", maxSplits: 2)
    return words.count > 1 && words[0] == word && words[1] == "\(number)"
  }
}
