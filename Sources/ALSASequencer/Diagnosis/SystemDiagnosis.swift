internal import CALSA
internal import CLinux
internal import Glibc
internal import SystemPackage

/// What this machine has for MIDI, and what it lacks.
///
/// Nothing is loaded for it, but for the sequencer itself where the system loads that when somebody opens it.
package enum SystemDiagnosis {
  /// Looks at everything: the sequencer first, then what makes it better.
  package static func checks() -> [SystemCheck] {
    let modules = KernelModules()
    let sequencer = SequencerAccess(modules)
    var checks = [sequencer.deviceCheck, sequencer.permissionCheck].compactMap { $0 }
    checks += modules.checks
    checks += TimerChecks(modules).checks
    checks.append(realTimeCheck())
    if sequencer.isUsable { checks.append(endpointCheck()) }
    checks.append(SystemCheck("alsa-lib", .ok, unsafe String(cString: snd_asoundlib_version())))
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
      return SystemCheck("endpoints", .warn, "cannot be listed")
    }
    let inputs = endpoints.count { $0.directions.contains(.input) }
    let outputs = endpoints.count { $0.directions.contains(.output) }
    return SystemCheck(
      "endpoints", endpoints.isEmpty ? .warn : .ok, "inputs: \(inputs), outputs: \(outputs)",
      remedy: endpoints.isEmpty ? "plug an instrument in, or sudo modprobe snd-seq-dummy" : nil)
  }
}

extension RealTimePriority {
  /// Asks for it, and gives it back.
  ///
  /// - Returns: Nothing where the system grants it, else the errno.
  fileprivate static func tryOut() -> Int32? {
    var policy: Int32 = 0
    var parameters = sched_param()
    unsafe pthread_getschedparam(pthread_self(), &policy, &parameters)
    defer { unsafe pthread_setschedparam(pthread_self(), policy, &parameters) }
    return take()
  }
}

/// One thing that MIDI on this machine depends on: whether it is there, and what mends it.
package struct SystemCheck: Hashable, Sendable {
  /// How good it is.
  package enum State: String, Hashable, Sendable, Codable {
    /// It is as it should be.
    case ok
    /// midirec works without it, but not as well.
    case warn
    /// Without it midirec can't capture or play.
    case missing
  }

  /// What was looked at.
  package let subject: String
  /// How good it is.
  package let state: State
  /// What was found.
  package let finding: String
  /// A command that mends it, or what to do.
  package let remedy: String?

  /// Says what was found.
  package init(_ subject: String, _ state: State, _ finding: String, remedy: String? = nil) {
    self.subject = subject
    self.state = state
    self.finding = finding
    self.remedy = remedy
  }
}
