import Testing

/// Runs the tests that Scripts/sanitize links with this file.
@main struct Main {
  static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
