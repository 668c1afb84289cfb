internal import MIDICore
internal import Timelines

/// The names of controllers, and of the parameters that data entry sets, for lists of messages.
///
/// The parameters depend on earlier messages, so that each message must be passed in order.
struct ControllerNotes {
  /// A channel of a source.
  private struct Place: Hashable {
    var source: Int
    var channel: Channel
  }

  private static let entries: Set<Controller> = [
    .dataEntry, .dataEntryLeastSignificant, .dataIncrement, .dataDecrement,
  ]

  private var selections: [Place: ParameterSelection] = [:]

  /// Returns the name of a controller, such as ` (timbre)` or ` (data entry: NRPN 245)`, or an empty text if it has none.
  mutating func note(on message: Message, from source: Int) -> String {
    guard case .controlChange(let channel, let controller, let value) = message else { return "" }
    let place = Place(source: source, channel: channel)
    var parts = [controller.standardName].compactMap(\.self)
    if Controller.parameterSelectors.contains(controller) {
      selections[place, default: ParameterSelection()].apply(controller, value)
    } else if Self.entries.contains(controller) {
      parts.append(selections[place]?.parameter?.listText ?? "no parameter selected")
    }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ": ")))"
  }
}
