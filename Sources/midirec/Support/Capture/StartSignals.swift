internal import Dispatch
internal import Glibc
internal import System

/// Turns Enter, a line on standard input, or SIGUSR1 into a request to start, as long as this object exists.
final class StartSignals {
  /// The request to start.
  let request: StopToken

  private let input: any DispatchSourceRead

  /// Starts to watch.
  init() throws {
    guard let request = StopToken() else {
      throw CommandFailure(CommandFailure.inputOutput, "no file descriptors are left to watch for Enter")
    }
    self.request = request
    request.requestStop(onSignals: [SIGUSR1])
    let input = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .global())
    self.input = input
    input.setEventHandler {
      switch Self.readLine() {
      case .line: request.requestStop()
      case .nothing: break
      // The end stays readable forever.
      case .end: input.cancel()
      }
    }
    input.activate()
  }

  deinit { input.cancel() }

  private enum Reading { case line, nothing, end }

  private static func readLine() -> Reading {
    unsafe withUnsafeTemporaryAllocation(byteCount: 256, alignment: 1) { buffer in
      let count = unsafe read(STDIN_FILENO, buffer.baseAddress, buffer.count)
      guard count > 0 else { return .end }
      return unsafe buffer[..<count].contains(UInt8(ascii: "\n")) ? .line : .nothing
    }
  }
}
