internal import Glibc
internal import Work

/// Checks the requirements for any bytes. Each reader defines it.
@_silgen_name("check") private func check(_ bytes: [UInt8])

/// Receives the bytes of libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Prepares the process, which has one thread.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(_: UnsafeMutableRawPointer?, _: UnsafeMutableRawPointer?) -> CInt {
  atexit {
    var line = "stat::percent_of_allowed_work: \(maxPercentage)\n"
    _ = line.withUTF8 { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
  return 0
}

/// The maximum percentage of the allowed work that an input took.
nonisolated(unsafe) private var maxPercentage = 0

/// Calls a function, and requires that it takes at most a number of edges, even if it throws.
public func limitingWork<Result>(to limit: Int, _ body: () throws -> Result) rethrows -> Result {
  let before = work_count()
  defer {
    let work = Int(work_count() - before)
    require(work <= limit, "\(work) edges of work, and at most \(limit) are allowed")
    maxPercentage = max(maxPercentage, 100 * work / limit)
  }
  return try body()
}

/// Ends the process with a failure if a condition doesn't hold.
public func require(_ condition: Bool, _ failure: @autoclosure () -> String) {
  if !condition { fatalError(failure()) }
}
