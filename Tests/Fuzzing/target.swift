// What libFuzzer calls with any bytes it can think of: see Scripts/fuzz. It is not part of the package, because it is
// built with the sanitizers and without a main function. Each target adds its own function check.

/// Returns the number of edges of the control flow that were taken since the start: see work.c.
@_silgen_name("work_count") private func workCount() -> UInt64

/// Takes the bytes that are to be tried.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  check(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

/// Calls a function, and requires that it takes no more work than a number of edges, even if it throws.
func limitingWork<Result>(to limit: Int, _ body: () throws -> Result) rethrows -> Result {
  let before = workCount()
  defer {
    let work = workCount() - before
    require(work <= limit, "\(work) edges of work, and at most \(limit) are allowed")
  }
  return try body()
}

func require(_ condition: Bool, _ failure: @autoclosure () -> String) {
  if !condition { fatalError(failure()) }
}
