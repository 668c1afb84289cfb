public import SystemPackage
public import Waiting

/// Where and how a subject is run.
public struct SubjectContext: Sendable {
  /// The session's folder.
  public let folder: FilePath
  /// What ends the run early, if anything does.
  public let stop: StopRequest?

  /// Makes one of its parts.
  public init(folder: FilePath, stop: StopRequest? = nil) {
    self.folder = folder
    self.stop = stop
  }
}
