internal import Glibc
internal import MIDIRecSessions
internal import MIDIRecSystem
internal import Synchronization
internal import SystemPackage

/// The standard output and standard error of a program. A thread always reads them, so that the program never blocks on
/// writing.
final class ProgramOutput: Sendable {
  /// The contents of one stream.
  struct Content {
    /// The start of the stream, up to the limit.
    fileprivate(set) var bytes: [UInt8] = []
    /// The last bytes beyond the limit.
    private var tail: [UInt8] = []
    fileprivate(set) var isOver = false

    fileprivate mutating func append(_ new: Slice<UnsafeBufferPointer<UInt8>>, limit: Int) {
      let room = max(0, limit - bytes.count)
      unsafe bytes.append(contentsOf: new.prefix(room))
      guard unsafe new.count > room else { return }
      isOver = true
      unsafe tail.append(contentsOf: new.dropFirst(room))
      if tail.count > 2 * ProgramOutput.tailLength { tail.removeFirst(tail.count - ProgramOutput.tailLength) }
    }

    /// The end of the stream.
    var lastBytes: ArraySlice<UInt8> {
      (bytes.suffix(ProgramOutput.tailLength) + tail).suffix(ProgramOutput.tailLength)
    }
  }

  /// The number of bytes beyond the limit to keep for messages.
  private static let tailLength = 8_192
  /// The number of bytes to read at once: the capacity of a pipe.
  private static let stepLength = 65_536

  private let limit: Int
  private let descriptors: [Int32]
  /// Signaled when a stream exceeds the limit.
  let limitEvent: EventDescriptor
  /// Signaled to stop the thread.
  private let stopEvent: EventDescriptor
  private let contents = Mutex([Content(), Content()])
  private let thread = Mutex<JoinableThread?>(nil)

  /// Starts to read.
  ///
  /// - Parameters:
  ///   - output: The reading end of the program's standard output. The thread closes it.
  ///   - errors: The reading end of the program's standard error.
  ///   - limit: The number of bytes to keep of each stream.
  /// - Throws: An error if the system is out of resources. Both descriptors then stay open.
  init(output: FileDescriptor, errors: FileDescriptor, limit: Int) throws(SubjectFailure) {
    let descriptors = [output.rawValue, errors.rawValue]
    guard descriptors.allSatisfy({ fcntl($0, F_SETFL, O_NONBLOCK) == 0 }),
      let limitEvent = EventDescriptor(), let stopEvent = EventDescriptor()
    else { throw Self.noRoom }
    self.descriptors = descriptors
    self.limit = limit
    self.limitEvent = limitEvent
    self.stopEvent = stopEvent
    // The thread retains this object until it ends.
    let hasThread = thread.withLock { thread in
      thread = JoinableThread.start { [self] in readAll() }
      return thread != nil
    }
    guard hasThread else { throw Self.noRoom }
  }

  private static var noRoom: SubjectFailure {
    SubjectFailure(.unavailable, "can't be started: the system is out of resources")
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// The standard output so far.
  var output: Content { contents.withLock { $0[0] } }
  /// The standard error so far.
  var errors: Content { contents.withLock { $0[1] } }

  /// Whether a stream has exceeded the limit.
  var isOver: Bool { contents.withLock { $0.contains(where: \.isOver) } }

  /// Reads the rest of the pipes after the program has ended.
  func finish() {
    guard let thread = thread.withLock({ $0.take() }) else { return }
    stopEvent.signal()
    thread.join()
  }

  // MARK: The thread

  private func readAll() {
    var open: [Int32?] = descriptors
    while open.contains(where: { $0 != nil }) {
      let ready = wait(for: open[0], open[1], stopEvent.rawValue, stop: nil, until: nil)
      let isStopped = ready.contains(.third)
      let isReady = [ready.contains(.first), ready.contains(.second)]
      for stream in open.indices where open[stream] != nil && (isReady[stream] || isStopped) {
        // At the end, read no more than a pipe's capacity, in case another process still writes.
        for _ in 0..<(isStopped ? 16 : 1) {
          let count = readSome(stream)
          if count == 0 { open[stream] = nil }
          if count ?? 0 == 0 { break }
        }
      }
      if isStopped { return }
    }
  }

  /// Reads from a stream.
  ///
  /// - Returns: The number of bytes: zero at the end of the stream, or `nil` if no bytes are available now.
  private func readSome(_ stream: Int) -> Int? {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.stepLength) { buffer in
      let count = unsafe read(descriptors[stream], buffer.baseAddress, buffer.count)
      guard count > 0 else { return count == 0 ? 0 : nil }
      let isOverNow = contents.withLock { contents in
        let wasOver = contents[stream].isOver
        unsafe contents[stream].append(UnsafeBufferPointer(buffer)[..<count], limit: limit)
        return contents[stream].isOver && !wasOver
      }
      if isOverNow { limitEvent.signal() }
      return count
    }
  }
}
