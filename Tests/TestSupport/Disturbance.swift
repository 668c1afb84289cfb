internal import Foundation

/// A way in which a different program disturbs a capture to `take.mid` in a folder.
package enum Disturbance: String, CaseIterable, Sendable {
  case visibleFileDeleted, hiddenFileDeleted, bothFilesDeleted
  case visibleFileReplaced, visibleFileOverwritten, bothFilesOverwritten, bothFilesEmptied
  case folderRenamed, folderDeleted, folderReplaced, folderMadeAgain

  /// Whether the take then is in the renamed folder.
  package var movesTake: Bool { self == .folderRenamed || self == .folderReplaced }

  /// Disturbs the capture.
  ///
  /// - Parameters:
  ///   - folder: The folder of the take, which is renamed by appending `-renamed`.
  ///   - foreign: A file that replaces files of the journal.
  package func apply(in folder: String, foreign: [UInt8]) throws {
    let files = FileManager.default
    let visible = "\(folder)/take.recording.mid"
    let hidden = try files.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix(".take.recording.") }
      .map { "\(folder)/\($0)" }
    switch self {
    case .visibleFileDeleted: try files.removeItem(atPath: visible)
    case .hiddenFileDeleted: for path in hidden { try files.removeItem(atPath: path) }
    case .bothFilesDeleted: for path in hidden + [visible] { try files.removeItem(atPath: path) }
    case .visibleFileReplaced: try Data(foreign).write(to: URL(filePath: visible), options: .atomic)
    case .visibleFileOverwritten: try Data(foreign).write(to: URL(filePath: visible))
    case .bothFilesOverwritten:
      for path in hidden + [visible] { try Data(foreign).write(to: URL(filePath: path)) }
    case .bothFilesEmptied: for path in hidden + [visible] { try Data().write(to: URL(filePath: path)) }
    case .folderRenamed: try files.moveItem(atPath: folder, toPath: folder + "-renamed")
    case .folderDeleted: try files.removeItem(atPath: folder)
    case .folderReplaced, .folderMadeAgain:
      if movesTake {
        try files.moveItem(atPath: folder, toPath: folder + "-renamed")
      } else {
        try files.removeItem(atPath: folder)
      }
      try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
      try Data(foreign).write(to: URL(filePath: visible))
    }
  }
}
