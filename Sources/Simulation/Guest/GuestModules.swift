internal import CLinux
internal import Glibc
internal import SystemPackage

/// The modules of the kernel that aren't built in, because they have to be loaded at a certain moment or with options.
struct GuestModules {
  /// The folder that holds them.
  let folder: FilePath

  /// The number of Midi Through ports.
  private static let portCount = 8

  /// Loads them.
  func load() throws(GuestError) {
    try waitForHighResolution()
    try load("snd-hrtimer")
    try load("snd-seq-dummy", "ports=\(Self.portCount)")
  }

  /// Loads a USB host without hardware.
  func loadUSB(portCount: Int) throws(GuestError) { try load("dummy_hcd", "num=\(portCount)") }

  /// Waits for the first tick, with which the clock becomes one of high resolution: `snd-hrtimer` asks for the resolution
  /// only once, when it is loaded.
  private func waitForHighResolution() throws(GuestError) {
    for _ in 0..<10_000 {
      var resolution = timespec()
      unsafe clock_getres(CLOCK_MONOTONIC, &resolution)
      if resolution.tv_nsec == 1 { return }
      usleep(1_000)
    }
    throw GuestError("the clock doesn't reach its resolution", ETIME)
  }

  private func load(_ name: String, _ parameters: String = "") throws(GuestError) {
    let path = folder.appending("\(name).ko").string
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GuestError("can't read the kernel module \(path)") }
    defer { close(descriptor) }
    guard unsafe linux_finit_module(descriptor, parameters) == 0 else {
      throw GuestError("can't load the kernel module \(name)")
    }
  }
}
