internal import CALSA
internal import Glibc
internal import SystemPackage

/// The sequencer: the device, and the permission to open it.
extension SystemDiagnosis {
  /// Returns the check of the device and, if it exists, of the permission. The device is opened once.
  func sequencerChecks() -> [SystemCheck] {
    let device = "/dev/snd/seq"
    var status = stat()
    guard unsafe stat(device, &status) == 0 else {
      return [SystemCheck("sequencer", .missing, "\(device) doesn't exist", remedy: sequencerRemedy)]
    }
    let exists = SystemCheck("sequencer", .ok, "\(device) exists")
    do {
      _ = try SequencerClient.open(name: "midirec")
      return [exists, SystemCheck("permission", .ok, "\(device) can be opened")]
    } catch {
      guard [EACCES, EPERM].contains(error.errno) else {
        return [
          SystemCheck(
            "sequencer", .missing, "\(device) can't be opened (\(Errno(rawValue: error.errno)))",
            remedy: sequencerRemedy)
        ]
      }
      let isForGroup = status.st_gid != 0 && status.st_mode & S_IRGRP != 0
      guard isForGroup, let name = unsafe getgrgid(status.st_gid)?.pointee.gr_name else {
        return [
          exists,
          SystemCheck(
            "permission", .missing, "only root may open \(device)",
            remedy: "sudo chgrp audio \(device) && sudo chmod 660 \(device)"),
        ]
      }
      let group = unsafe String(cString: name)
      return [
        exists,
        SystemCheck(
          "permission", .missing, "\(device) can't be opened by this user; it belongs to the group \(group)",
          remedy: "sudo usermod -aG \(group) $USER, then log in again"),
      ]
    }
  }

  private var sequencerRemedy: String {
    if isContainer, !canLoad("snd-seq") {
      return "on the host: sudo modprobe snd-seq; then start the container with --device /dev/snd"
    }
    return canLoad("snd-seq")
      ? "sudo modprobe snd-seq"
      : "install a kernel that has snd-seq (Debian: linux-image-amd64), or use midirec simulate"
  }
}

/// The kernel modules for MIDI, and whether they are loaded or loadable.
extension SystemDiagnosis {
  /// The checked modules with their purposes, and whether connecting a device loads them.
  private static let modules: [(name: String, purpose: String, loadsByItself: Bool)] = [
    ("snd-seq", "the sequencer", false),
    ("snd-seq-midi", "instruments as inputs and outputs", true),
    ("snd-usb-audio", "USB instruments", true),
    ("snd-seq-dummy", "Midi Through", false),
    ("snd-virmidi", "virtual raw MIDI ports", false),
    ("snd-hrtimer", "a high-resolution timer for queues", false),
  ]

  /// The checks of all modules.
  var moduleChecks: [SystemCheck] {
    Self.modules.map { name, purpose, loadsByItself in
      let subject = "module \(name)"
      let folder = "/sys/module/" + name.map { $0 == "-" ? "_" : String($0) }.joined()
      if Self.lists(builtInModules, name) {
        return SystemCheck(subject, .ok, "built into the kernel: \(purpose)")
      }
      if unsafe access(folder, F_OK) == 0 { return SystemCheck(subject, .ok, "loaded: \(purpose)") }
      guard !canLoad(name) else {
        return loadsByItself
          ? SystemCheck(subject, .ok, "loads automatically when needed: \(purpose)")
          : SystemCheck(subject, .warn, "not loaded: \(purpose)", remedy: "sudo modprobe \(name)")
      }
      let place =
        loadableModules == nil ? "this kernel's modules aren't installed" : "not part of this kernel"
      let remedy = isContainer ? "on the host: sudo modprobe \(name)" : nil
      return SystemCheck(subject, .warn, "\(place): \(purpose)", remedy: remedy)
    }
  }

  /// Returns whether `modprobe` would find a module.
  func canLoad(_ name: String) -> Bool { loadableModules.map { Self.lists($0, name) } ?? false }

  /// Returns whether a list contains a module, in a line such as `kernel/sound/core/seq/snd-seq.ko.xz: …`.
  private static func lists(_ list: String, _ name: String) -> Bool { list.contains("/\(name).ko") }
}
