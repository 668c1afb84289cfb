internal import ArgumentParser
internal import MIDICore

/// On which channel something comes that is expected on another: `2=3`.
struct ChannelPair: ExpressibleByArgument {
  let expected: Channel
  let actual: Channel

  init?(argument: String) {
    let channels = argument.split(separator: "=", omittingEmptySubsequences: false).map { text in
      text.allSatisfy(\.isASCIIDigit) ? Int(text).flatMap(Channel.init(number:)) : nil
    }
    guard channels.count == 2, let expected = channels[0], let actual = channels[1] else { return nil }
    self.expected = expected
    self.actual = actual
  }
}
