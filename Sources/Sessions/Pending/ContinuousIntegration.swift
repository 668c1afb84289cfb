internal import FileIO

/// Where nobody is who could look at pending files.
package enum ContinuousIntegration {
  /// Whether this process runs there: the variable `CI` is set, to anything but `0` or `false`.
  package static var isOn: Bool {
    !["", "0", "false"].contains(ProcessEnvironment.variables["CI"] ?? "")
  }
}
