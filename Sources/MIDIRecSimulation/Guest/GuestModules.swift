internal import CLinux
internal import Glibc
internal import SystemPackage

/// The modules of the kernel that aren't built in, because they have to be loaded at a certain moment or with options.
///
/// Their files are opened before the command starts, which could replace them.
struct GuestModules {
  private var descriptors: [String: Int32] = [:]

  /// The number of Midi Through ports.
  private static let portCount = 8

  /// Opens the modules in a folder.
  init(folder: FilePath) {
    for name in ["snd-hrtimer", "snd-seq-dummy", "dummy_hcd"] {
      descriptors[name] = unsafe folder.appending("\(name).ko").withPlatformString {
        unsafe open($0, O_RDONLY | O_CLOEXEC)
      }
    }
  }

  /// Loads them.
  func load() throws(SimulationError) {
    try waitForHighResolution()
    try load("snd-hrtimer")
    try load("snd-seq-dummy", "ports=\(Self.portCount)")
  }

  /// Loads a USB host without hardware.
  func loadUSB(portCount: Int) throws(SimulationError) { try load("dummy_hcd", "num=\(portCount)") }

  /// Waits for the first tick, with which the clock becomes one of high resolution: `snd-hrtimer` asks for the resolution
  /// only once, when it is loaded.
  private func waitForHighResolution() throws(SimulationError) {
    for _ in 0..<10_000 {
      var resolution = timespec()
      unsafe clock_getres(CLOCK_MONOTONIC, &resolution)
      if resolution.tv_nsec == 1 { return }
      usleep(1_000)
    }
    throw SimulationError(step: "the clock doesn't reach its resolution", errno: ETIME)
  }

  private func load(_ name: String, _ parameters: String = "") throws(SimulationError) {
    guard unsafe linux_finit_module(descriptors[name] ?? -1, parameters) == 0 else {
      throw SimulationError(step: "can't load the kernel module \(name)")
    }
  }
}
