internal import Foundation

/// Runs something that blocks on a thread of its own, so that the few threads that all tests share stay free.
package func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
  -> Result
{
  try await ThreadWork(body).value
}

/// Work that blocks its thread, and whose result is awaited later.
///
/// It starts at once. A task wouldn't: on a simulated machine, all tasks share one thread.
package struct ThreadWork<Value: Sendable>: Sendable {
  private let results: AsyncThrowingStream<Value, any Error>

  /// Starts work on a thread of its own.
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

  /// The result; it can be awaited once.
  package var value: Value {
    get async throws {
      for try await value in results { return value }
      throw CancellationError()
    }
  }
}
