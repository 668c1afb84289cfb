internal import CALSA
internal import Glibc
internal import System
internal import SystemPackage

/// The checks of the kernel's timer resolution.
struct TimerChecks {
  /// The checks of midirec's clock and of the clock of the sequencer's queues.
  let checks: [SystemCheck]

  /// Reads the kernel's timers.
  init(_ modules: KernelModules) {
    checks = [Self.systemCheck, Self.queueCheck(modules)].compactMap { $0 }
  }

  private static var systemCheck: SystemCheck {
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

  /// Returns the check of a queue's default timer and frequency, or `nil` without a sequencer.
  private static func queueCheck(_ modules: KernelModules) -> SystemCheck? {
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
      remedy: isFine || !modules.canLoad("snd-hrtimer") ? nil : "sudo modprobe snd-hrtimer")
  }

  private static func number(_ text: String) -> Int? { Int(text.prefix { $0 != "\n" }) }
}
