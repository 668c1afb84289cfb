internal import Foundation

/// Runs something that blocks on a thread of its own, so that the few threads that all tests share stay free.
public func onOwnThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws
  -> Result
{
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}
