package import SMFCrossCheck
internal import SystemPackage

extension CrossCheck {
  /// A cross-check whose child process is the program under test.
  package static let byMidirec = CrossCheck(
    program: FilePath(TestEnvironment.midirec), arguments: ["libsmf-events"])
}
