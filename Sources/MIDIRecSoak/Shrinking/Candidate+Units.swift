internal import MIDICore

/// Groups of events that are removed together, as indices of events.
extension Candidate {
  /// The tracks, each with its events.
  var tracks: [[Int]] { groups { $0.track } }

  /// The channels, each with its events. Messages without a channel aren't in any group.
  var channels: [[Int]] { groups { $0.message.channel.map { Int($0) } } }

  /// The kinds of messages, each with its events: the notes, then each other kind, and each controller.
  var families: [[Int]] {
    groups { event in
      switch event.message {
      case .noteOff, .noteOn: 0
      case .controlChange(_, let controller, _): 100 + Int(controller)
      default: event.message.kindNumber
      }
    }
  }

  /// The kinds of messages, each with its events. Note-ons and note-offs are in different groups.
  var kinds: [[Int]] { groups { $0.message.isNoteOff ? -1 : $0.message.kindNumber } }

  private func groups(by number: (Event) -> Int?) -> [[Int]] {
    var groups: [Int: [Int]] = [:]
    for index in events.indices {
      if let number = number(events[index]) { groups[number, default: []].append(index) }
    }
    return groups.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The gestures of a musician, in order of their starts. Each event is in one of them.
  ///
  /// These messages form a gesture:
  /// - a note with its end and its pressure,
  /// - a press of a pedal with its changes and its release,
  /// - a parameter number (RPN or NRPN) with its data and the null parameter,
  /// - a program change with its banks.
  ///
  /// Any other message is a gesture of its own, such as a note-off without a note-on. A note can lack
  /// its end.
  var units: [[Int]] {
    var units: [[Int]] = []
    // The units that later messages of a track can join, by what they hold. Only notes can be several.
    var open: [Int: [Int]] = [:]
    // The selections of a parameter that have data: a further parameter number starts a new unit.
    var haveData: Set<Int> = []

    for index in events.indices {
      let event = events[index]
      let channel = Int(event.message.channel ?? Channel(masking: 0))
      func place(_ number: Int) -> Int { (event.track << 4 | channel) << 9 | number }
      func join(_ unit: Int?) {
        if let unit { units[unit].append(index) } else { units.append([index]) }
      }
      func start(_ place: Int) {
        open[place, default: []].append(units.count)
        units.append([index])
      }
      func joinOrStart(_ place: Int) {
        if let unit = open[place]?.last { units[unit].append(index) } else { start(place) }
      }
      let (parameter, bank) = (place(0x100), place(0x101))

      switch event.message {
      case .noteOn(_, let note, 1...): start(place(Int(note)))
      case .noteOn(_, let note, _), .noteOff(_, let note, _):
        // The first of several notes of a key ends first.
        let sounding = place(Int(note))
        join(open[sounding]?.first)
        if open[sounding]?.isEmpty == false { open[sounding]?.removeFirst() }
      case .polyPressure(_, let note, _): join(open[place(Int(note))]?.last)
      case .controlChange(_, let controller, let value):
        let pedal = place(0x80 | Int(controller))
        switch controller {
        case Controller.pedals where value > 0: joinOrStart(pedal)
        case Controller.pedals: join(open.removeValue(forKey: pedal)?.last)
        case Controller.parameterSelectors:
          // A value of 127 selects the null parameter, which ends the sequence.
          if value < 127, haveData.remove(parameter) != nil { open[parameter] = nil }
          joinOrStart(parameter)
        case .dataEntry, .dataEntryLeastSignificant, .dataIncrement, .dataDecrement:
          join(open[parameter]?.last)
          if open[parameter] != nil { haveData.insert(parameter) }
        case .bankSelect, .bankSelectLeastSignificant: joinOrStart(bank)
        default: join(nil)
        }
      case .programChange: join(open.removeValue(forKey: bank)?.last)
      default: join(nil)
      }
    }
    return units
  }
}

extension Message {
  /// The position of the message's kind among all kinds.
  fileprivate var kindNumber: Int { Kind.allCases.firstIndex(of: kind) ?? 0 }
}
