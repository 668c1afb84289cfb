internal import CALSA
internal import CLinux
internal import Glibc
internal import SystemPackage

/// The diagnosis of this machine's MIDI setup.
///
/// It loads no modules, except the sequencer if the system loads that on demand.
package enum SystemDiagnosis {
  /// The version of alsa-lib.
  package static var libraryVersion: String { unsafe String(cString: snd_asoundlib_version()) }

  /// Returns all checks, the sequencer first.
  package static func checks() -> [SystemCheck] {
    let modules = KernelModules()
    let sequencer = SequencerAccess(modules)
    var checks = [sequencer.deviceCheck, sequencer.permissionCheck].compactMap { $0 }
    checks += modules.checks
    checks += TimerChecks(modules).checks
    checks.append(realTimeCheck())
    if sequencer.isUsable { checks.append(endpointCheck()) }
    checks.append(SystemCheck("alsa-lib", .ok, libraryVersion))
    return checks
  }

  private static func realTimeCheck() -> SystemCheck {
    var limit = rlimit()
    unsafe getrlimit(__rlimit_resource_t(__RLIMIT_RTPRIO.rawValue), &limit)
    let limitText = limit.rlim_cur == .max ? "no limit" : "limit \(limit.rlim_cur)"
    guard let errno = RealTimePriority.tryOut() else {
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

extension RealTimePriority {
  /// Requests and drops real-time priority.
  ///
  /// - Returns: `nil` if the system grants it, otherwise the error number.
  fileprivate static func tryOut() -> Int32? {
    let priority = take()
    defer { priority.giveBack() }
    return priority.refusal
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
  /// The state.
  package let state: State
  /// The finding.
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
