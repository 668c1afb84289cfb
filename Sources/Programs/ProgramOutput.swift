internal import Glibc
internal import Sessions
internal import Synchronization
internal import SystemPackage
internal import Waiting

/// What a program writes to standard output and error: a thread takes it always, so that the program never waits for
/// that.
final class ProgramOutput: Sendable {
  /// One of the two.
  enum Stream: Int { case output, errors }

  /// What came of one of them.
  private struct Content {
    /// Its beginning, as much as is kept.
    var bytes: [UInt8] = []
    /// Its last bytes, where not all was kept.
    var tail: [UInt8] = []
    var isOver = false

    mutating func append(_ new: Slice<UnsafeBufferPointer<UInt8>>, limit: Int) {
      let room = max(0, limit - bytes.count)
      unsafe bytes.append(contentsOf: new.prefix(room))
      guard unsafe new.count > room else { return }
      isOver = true
      unsafe tail.append(contentsOf: new.dropFirst(room))
      if tail.count > 2 * ProgramOutput.tailLength { tail.removeFirst(tail.count - ProgramOutput.tailLength) }
    }

    var lastBytes: ArraySlice<UInt8> {
      (bytes.suffix(ProgramOutput.tailLength) + tail).suffix(ProgramOutput.tailLength)
    }
  }

  /// How many bytes of what is beyond the limit are kept, for a person.
  private static let tailLength = 8_192
  /// How many bytes are read at once: what a pipe holds.
  private static let stepLength = 65_536

  private let limit: Int
  private let descriptors: [Int32]
  /// Signaled once more came than is kept.
  private let limitEvent: EventDescriptor
  /// Signaled once nothing more is to be waited for.
  private let stopEvent: EventDescriptor
  private let contents = Mutex([Content(), Content()])
  private let thread = Mutex<JoinableThread?>(nil)

  /// Begins to read.
  ///
  /// - Parameters:
  ///   - output: The end of the program's standard output to read from; it is closed in the end.
  ///   - errors: That of its standard error.
  ///   - limit: How many bytes of each are kept.
  init(output: FileDescriptor, errors: FileDescriptor, limit: Int) throws(SubjectFailure) {
    descriptors = [output.rawValue, errors.rawValue]
    self.limit = limit
    guard let limitEvent = EventDescriptor(), let stopEvent = EventDescriptor() else {
      for descriptor in descriptors { close(descriptor) }
      throw Self.noRoom
    }
    self.limitEvent = limitEvent
    self.stopEvent = stopEvent
    guard descriptors.allSatisfy({ fcntl($0, F_SETFL, O_NONBLOCK) == 0 }) else { throw Self.noRoom }
    // The thread keeps this object alive until it ends.
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

  /// Readable once more came than is kept.
  var limitDescriptor: Int32 { limitEvent.rawValue }

  /// What was written to one of them, as much as is kept.
  func bytes(_ stream: Stream) -> [UInt8] { contents.withLock { $0[stream.rawValue].bytes } }

  /// The end of what was written to one of them.
  func lastBytes(_ stream: Stream) -> ArraySlice<UInt8> {
    contents.withLock { $0[stream.rawValue].lastBytes }
  }

  /// Whether more came than is kept.
  var isOver: Bool { contents.withLock { $0.contains(where: \.isOver) } }

  /// Takes what is still in the pipes, and no more: the program has ended.
  func finish() {
    guard let thread = thread.withLock({ $0.take() }) else { return }
    stopEvent.signal()
    thread.join()
  }

  // MARK: The thread

  private func readAll() {
    var open: [Int32?] = descriptors
    while open.contains(where: { $0 != nil }) {
      guard case .ready(let ready) = wait(for: open[0], open[1], stopEvent.rawValue, stop: nil, until: nil)
      else { continue }
      let isStopped = ready.contains(.third)
      let isReady = [ready.contains(.first), ready.contains(.second)]
      for stream in open.indices where open[stream] != nil && (isReady[stream] || isStopped) {
        // At the end as much as a pipe can hold, if another process that has it still writes.
        for _ in 0..<(isStopped ? 16 : 1) {
          let count = readSome(stream)
          if count == 0 { open[stream] = nil }
          if count ?? 0 == 0 { break }
        }
      }
      if isStopped { return }
    }
  }

  /// - Returns: How many bytes came: zero where nobody can write any more, nothing where there are none now.
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
