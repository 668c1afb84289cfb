internal import CALSA
internal import Glibc
internal import System
internal import SystemPackage

/// The kernel modules for MIDI, and whether they are loaded or loadable.
struct KernelModules {
  /// The state of a module.
  private enum State {
    case loaded, builtIn, loadable, absent
  }

  /// The checked modules with their purposes, and whether connecting a device loads them.
  private static let wanted: [(name: String, purpose: String, loadsByItself: Bool)] = [
    ("snd-seq", "the sequencer", false),
    ("snd-seq-midi", "instruments as inputs and outputs", true),
    ("snd-usb-audio", "USB instruments", true),
    ("snd-seq-dummy", "Midi Through", false),
    ("snd-virmidi", "virtual raw MIDI ports", false),
    ("snd-hrtimer", "a high-resolution timer for queues", false),
  ]

  /// Whether this is a container, which uses its host's kernel and none of its modules.
  let isContainer: Bool
  private let available: String?
  private let builtIn: String

  /// Reads the system's lists of modules.
  init() {
    var names = utsname()
    unsafe uname(&names)
    let release = unsafe withUnsafeBytes(of: &names.release) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let folder = "/lib/modules/\(release)"
    available = FileSystem.text(of: FilePath("\(folder)/modules.dep"))
    builtIn = FileSystem.text(of: FilePath("\(folder)/modules.builtin")) ?? ""
    let signs = ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"]
    let isMarked = unsafe getenv("container") != nil
    isContainer = isMarked || signs.contains { unsafe access($0, F_OK) == 0 }
  }

  /// Returns whether `modprobe` would find a module.
  func canLoad(_ name: String) -> Bool { available.map { Self.lists($0, name) } ?? false }

  /// The checks of all modules.
  var checks: [SystemCheck] { Self.wanted.map { check($0.name, for: $0.purpose, $0.loadsByItself) } }

  private func check(_ name: String, for purpose: String, _ loadsByItself: Bool) -> SystemCheck {
    let subject = "module \(name)"
    switch state(of: name) {
    case .loaded: return SystemCheck(subject, .ok, "loaded: \(purpose)")
    case .builtIn: return SystemCheck(subject, .ok, "built into the kernel: \(purpose)")
    case .loadable where loadsByItself:
      return SystemCheck(subject, .ok, "loads automatically when needed: \(purpose)")
    case .loadable:
      return SystemCheck(subject, .warn, "not loaded: \(purpose)", remedy: "sudo modprobe \(name)")
    case .absent:
      let place = available == nil ? "this kernel's modules aren't installed" : "not part of this kernel"
      let remedy = isContainer ? "on the host: sudo modprobe \(name)" : nil
      return SystemCheck(subject, .warn, "\(place): \(purpose)", remedy: remedy)
    }
  }

  private func state(of name: String) -> State {
    let folder = "/sys/module/" + name.map { $0 == "-" ? "_" : String($0) }.joined()
    if Self.lists(builtIn, name) { return .builtIn }
    if unsafe access(folder, F_OK) == 0 { return .loaded }
    return canLoad(name) ? .loadable : .absent
  }

  /// Returns whether a list contains a module, in a line such as `kernel/sound/core/seq/snd-seq.ko.xz: …`.
  private static func lists(_ list: String, _ name: String) -> Bool { list.contains("/\(name).ko") }
}
