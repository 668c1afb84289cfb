internal import CALSA
internal import CLinux
internal import Glibc
internal import MIDIRecSystem
internal import SystemPackage

/// The diagnosis of this machine's MIDI setup.
///
/// It loads no modules, except the sequencer if the system loads that on demand.
package struct SystemDiagnosis {
  /// The version of alsa-lib.
  package static var libraryVersion: String { unsafe String(cString: snd_asoundlib_version()) }

  /// Whether this is a container, which uses its host's kernel and none of its modules.
  let isContainer: Bool
  /// The system's list of loadable modules, or `nil` if the kernel's modules aren't installed.
  let loadableModules: String?
  /// The system's list of the modules that are part of the kernel.
  let builtInModules: String

  private init() {
    var names = utsname()
    unsafe uname(&names)
    let release = unsafe withUnsafeBytes(of: &names.release) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    let folder = "/lib/modules/\(release)"
    loadableModules = FileSystem.text(of: FilePath("\(folder)/modules.dep"))
    builtInModules = FileSystem.text(of: FilePath("\(folder)/modules.builtin")) ?? ""
    let signs = ["/.dockerenv", "/run/.containerenv", "/run/systemd/container"]
    let isMarked = unsafe getenv("container") != nil
    isContainer = isMarked || signs.contains { unsafe access($0, F_OK) == 0 }
  }

  /// Returns all checks, the sequencer first.
  package static func checks() -> [SystemCheck] {
    let diagnosis = SystemDiagnosis()
    let sequencer = diagnosis.sequencerChecks()
    var checks = sequencer + diagnosis.moduleChecks
    checks += [systemTimerCheck, diagnosis.queueTimerCheck].compactMap { $0 }
    checks.append(realTimeCheck())
    if sequencer.allSatisfy({ $0.state == .ok }) { checks.append(endpointCheck()) }
    checks.append(SystemCheck("alsa-lib", .ok, libraryVersion))
    return checks
  }

  private static func realTimeCheck() -> SystemCheck {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(__RLIMIT_RTPRIO.rawValue), &limit)
    let limitText = limit.rlim_cur == .max ? "no limit" : "limit \(limit.rlim_cur)"
    let priority = RealTimePriority.acquire()
    defer { priority.release() }
    guard let errno = priority.refusal else {
      return SystemCheck("real-time priority", .ok, "granted (\(limitText))")
    }
    return SystemCheck(
      "real-time priority", .warn,
      "not granted (\(Errno(rawValue: errno)); \(limitText)): late events under load",
      remedy: "echo '@audio - rtprio 95' | sudo tee /etc/security/limits.d/audio.conf, join the group audio "
        + "(sudo usermod -aG audio $USER), and log in again")
  }

  private static func endpointCheck() -> SystemCheck {
    guard let endpoints = try? Endpoint.all() else {
      return SystemCheck("ports", .warn, "can't be listed")
    }
    let inputs = endpoints.count { $0.directions.contains(.input) }
    let outputs = endpoints.count { $0.directions.contains(.output) }
    return SystemCheck(
      "ports", endpoints.isEmpty ? .warn : .ok, "inputs: \(inputs), outputs: \(outputs)",
      remedy: endpoints.isEmpty ? "connect an instrument, or run sudo modprobe snd-seq-dummy" : nil)
  }
}

/// The checks of the kernel's timer resolution.
extension SystemDiagnosis {
  fileprivate static var systemTimerCheck: SystemCheck {
    var resolution = timespec()
    unsafe clock_getres(CLOCK_MONOTONIC, &resolution)
    let isFine = resolution.tv_sec == 0 && resolution.tv_nsec <= 1000
    return SystemCheck(
      "system timer", isFine ? .ok : .warn,
      isFine
        ? "high resolution (\(resolution.tv_nsec) ns)"
        : "a resolution of only \(resolution.tv_nsec) ns: events are late by up to that",
      remedy: isFine ? nil : "start a kernel with CONFIG_HIGH_RES_TIMERS, without the option highres=off")
  }

  /// The check of a queue's default timer and frequency, or `nil` without a sequencer.
  fileprivate var queueTimerCheck: SystemCheck? {
    func number(_ text: String) -> Int? { Int(text.prefix { $0 != "\n" }) }
    let parameters = "/sys/module/snd_seq/parameters/seq_default_timer_"
    guard let device = FileSystem.text(of: FilePath(parameters + "device")).flatMap(number),
      let timers = FileSystem.text(of: "/proc/asound/timers")
    else { return nil }
    let frequency = FileSystem.text(of: FilePath(parameters + "resolution")).flatMap(number) ?? 0
    // The kernel's number of the high-resolution timer, and its default frequency (`SNDRV_TIMER_GLOBAL_HRTIMER`,
    // `DEFAULT_FREQUENCY` in its seq_timer.c). The fallback is the system timer.
    let isFine = device == 3 && timers.split(separator: "\n").contains { $0.hasPrefix("G3:") }
    let hertz = "\(frequency == 0 ? 1000 : frequency) Hz"
    return SystemCheck(
      "queue timer", isFine ? .ok : .warn,
      isFine
        ? "high resolution, \(hertz)" : "the system timer, which fires no faster than the kernel's ticks",
      remedy: isFine || !canLoad("snd-hrtimer") ? nil : "sudo modprobe snd-hrtimer")
  }
}

/// A check of one requirement, with a remedy.
package struct SystemCheck: Hashable, Sendable, Encodable {
  /// The state of a requirement.
  package enum State: String, Hashable, Sendable, Codable {
    /// The requirement is met.
    case ok
    /// midirec works, but with restrictions.
    case warn
    /// midirec can't capture or play.
    case missing
  }

  /// The subject of the check.
  package let subject: String
  package let state: State
  package let finding: String
  /// A command or action that fixes the problem, or `nil`.
  package let remedy: String?

  /// Creates a check with the given values.
  package init(_ subject: String, _ state: State, _ finding: String, remedy: String? = nil) {
    self.subject = subject
    self.state = state
    self.finding = finding
    self.remedy = remedy
  }
}
