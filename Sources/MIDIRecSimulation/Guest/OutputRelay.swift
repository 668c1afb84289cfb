internal import CLinux
internal import Glibc
internal import SystemPackage

/// A relay of what the command writes to a file of the host.
final class OutputRelay {
  /// The reading end of a pipe, or a terminal; `nil` once it is closed.
  private(set) var source: Int32?
  /// 1 for standard output, 2 for standard error.
  let stream: UInt8
  private let file: Int32
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  init(from source: Int32, to path: String, stream: UInt8) throws(SimulationError) {
    self.source = source
    self.stream = stream
    file = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { throw SimulationError(step: "can't write \(path)") }
    guard fcntl(source, F_SETFL, O_NONBLOCK) == 0 else {
      Glibc.close(file)
      throw SimulationError(step: "can't read the command's output")
    }
  }

  deinit { Glibc.close(file) }

  /// Passes on the output that can be read now.
  func pass() {
    guard let source else { return }
    let count = unsafe read(source, &buffer, buffer.count)
    if count > 0 {
      write(count)
    } else if count == 0 || errno != EAGAIN && errno != EINTR {
      // A terminal that no process has open reports an error instead of its end.
      close()
    }
  }

  /// Closes the source: the command gets SIGPIPE when it writes on.
  func close() {
    guard let source else { return }
    Glibc.close(source)
    self.source = nil
  }

  /// Passes on the rest of the output, once no process can write to the stream.
  func finish() {
    guard let source else { return }
    while true {
      let count = unsafe read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      write(count)
    }
  }

  private func write(_ count: Int) {
    _ = try? FileDescriptor(rawValue: file).writeAll(buffer[..<count])
    // Writes the pages to the host's file at once, but not that to its disk.
    _ = sync_file_range(file, 0, 0, 7)
  }
}
