internal import CALSA
internal import Glibc
internal import SystemPackage

/// The availability of the sequencer, and the permission to open it.
struct SequencerAccess {
  private static let device = "/dev/snd/seq"

  /// Whether the sequencer is usable.
  let isUsable: Bool
  private let deviceExists: Bool
  private let openingError: Int32?
  /// The group whose members may open it, or `nil` if only root may.
  private let groupName: String?
  private let modules: KernelModules

  /// Checks the device, and opens it once.
  init(_ modules: KernelModules) {
    self.modules = modules
    var status = stat()
    deviceExists = unsafe stat(Self.device, &status) == 0
    let isForGroup = deviceExists && status.st_gid != 0 && status.st_mode & S_IRGRP != 0
    groupName = isForGroup ? Self.name(ofGroup: status.st_gid) : nil
    do {
      _ = try SequencerClient.open(name: "midirec")
      openingError = nil
    } catch {
      openingError = error.errno
    }
    isUsable = openingError == nil
  }

  var deviceCheck: SystemCheck {
    guard deviceExists else {
      return SystemCheck("sequencer", .missing, "\(Self.device) doesn't exist", remedy: remedy)
    }
    guard let openingError, ![EACCES, EPERM].contains(openingError) else {
      return SystemCheck("sequencer", .ok, "\(Self.device) exists")
    }
    return SystemCheck(
      "sequencer", .missing,
      "\(Self.device) can't be opened (\(Errno(rawValue: openingError)))",
      remedy: remedy)
  }

  /// The check of the permission, or `nil` if there is no sequencer.
  var permissionCheck: SystemCheck? {
    guard deviceExists else { return nil }
    guard let openingError, [EACCES, EPERM].contains(openingError) else {
      return isUsable ? SystemCheck("permission", .ok, "\(Self.device) can be opened") : nil
    }
    guard let groupName else {
      return SystemCheck(
        "permission", .missing, "only root may open \(Self.device)",
        remedy: "sudo chgrp audio \(Self.device) && sudo chmod 660 \(Self.device)")
    }
    return SystemCheck(
      "permission", .missing,
      "\(Self.device) can't be opened by this user; it belongs to the group \(groupName)",
      remedy: "sudo usermod -aG \(groupName) $USER, then log in again")
  }

  private var remedy: String {
    if modules.isContainer, !modules.canLoad("snd-seq") {
      return "on the host: sudo modprobe snd-seq; then start the container with --device /dev/snd"
    }
    return modules.canLoad("snd-seq")
      ? "sudo modprobe snd-seq"
      : "install a kernel that has snd-seq (Debian: linux-image-amd64), or use midirec simulate"
  }

  private static func name(ofGroup number: gid_t) -> String? {
    guard let group = unsafe getgrgid(number), let name = unsafe group.pointee.gr_name else { return nil }
    return unsafe String(cString: name)
  }
}
