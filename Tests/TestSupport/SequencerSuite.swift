public import Testing

extension Trait where Self == ConditionTrait {
  /// For suites that need an ALSA sequencer. `Scripts/test` runs them natively or in the test kernel and fails if
  /// one didn't run; elsewhere they are skipped and say so.
  public static var needsSequencer: Self {
    .enabled(
      if: TestEnvironment.hasSequencer,
      "this machine has no ALSA sequencer: Scripts/test runs this in the test kernel")
  }
}
