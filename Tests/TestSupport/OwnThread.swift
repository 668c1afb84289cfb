internal import Foundation

/// Runs blocking work on a separate thread, so that the few threads shared by all tests stay free.
package func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
  -> Result
{
  try await ThreadWork(body).value
}

/// Work that blocks a separate thread, and whose result is awaited later.
///
/// It starts at once. A task wouldn't: on a simulated machine, all tasks share one thread.
package struct ThreadWork<Value: Sendable>: Sendable {
  private let results: AsyncThrowingStream<Value, any Error>

  /// Starts work on a separate thread.
  package init(_ body: @escaping @Sendable () throws -> Value) {
    let (results, continuation) = AsyncThrowingStream<Value, any Error>.makeStream()
    self.results = results
    Thread.detachNewThread {
      do {
        continuation.yield(try body())
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  /// The result, which can be awaited once.
  package var value: Value {
    get async throws {
      for try await value in results { return value }
      throw CancellationError()
    }
  }
}
