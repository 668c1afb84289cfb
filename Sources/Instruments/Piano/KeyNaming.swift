public import MIDICore

/// The naming of keys.
public struct KeyNaming: Hashable, Sendable {
  /// A system of note names. Black keys are named as sharps.
  public enum System: String, CaseIterable, Hashable, Sendable {
    /// C, C#, D … A, A#, B.
    case english
    /// C, Cis, D … A, Ais, H.
    case german
    /// Do, Do#, Re … La, La#, Si.
    case italian
    /// The Italian names as Japanese writes them: ド, ド#, レ … ラ, ラ#, シ.
    case katakana
    /// The Japanese letters, 嬰 for a sharp: ハ, 嬰ハ, ニ … イ, 嬰イ, ロ.
    case japanese

    /// The names from C upwards.
    fileprivate var names: [String] {
      switch self {
      case .english: ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]
      case .german: ["C", "Cis", "D", "Dis", "E", "F", "Fis", "G", "Gis", "A", "Ais", "H"]
      case .italian: ["Do", "Do#", "Re", "Re#", "Mi", "Fa", "Fa#", "Sol", "Sol#", "La", "La#", "Si"]
      case .katakana: ["ド", "ド#", "レ", "レ#", "ミ", "ファ", "ファ#", "ソ", "ソ#", "ラ", "ラ#", "シ"]
      case .japanese: ["ハ", "嬰ハ", "ニ", "嬰ニ", "ホ", "ヘ", "嬰ヘ", "ト", "嬰ト", "イ", "嬰イ", "ロ"]
      }
    }
  }

  /// The system of names.
  public var system: System
  /// The octave of middle C.
  public var middleC: MiddleC

  /// Creates a naming.
  public init(_ system: System = .english, middleC: MiddleC = .octave4) {
    self.system = system
    self.middleC = middleC
  }

  /// Returns the name of a key and its octave, such as `C4` and, for the lowest key, `C-1`.
  public func name(of key: NoteNumber) -> String {
    let number = Int(key.rawValue)
    return "\(system.names[number % 12])\(number / 12 - 5 + middleC.rawValue)"
  }
}
