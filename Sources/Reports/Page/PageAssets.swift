internal import CPageAssets

/// The style and script of a kind of page, with their hashes for its content security policy.
///
/// The hashes are constants that a test compares with the files in `Assets`. Computing SHA-256 would need a library
/// that takes longer to build than this module.
package struct PageAssets {
  let style: [UInt8]
  let script: [UInt8]
  /// The SHA-256 of the style in Base64.
  let styleHash: String
  /// The SHA-256 of the script in Base64.
  let scriptHash: String

  /// Creates the assets of a page, whose scripts share one scope.
  private init(style: CPageAsset, script: CPageAsset, styleHash: String, scriptHash: String) {
    self.style = unsafe Array("\n".utf8) + Array(style)
    self.script = unsafe Array("\n\"use strict\";\n(() => {\n".utf8) + Array(script) + Array("})();\n".utf8)
    self.styleHash = styleHash
    self.scriptHash = scriptHash
  }

  package static let comparison = unsafe PageAssets(
    style: cpage_comparison_style, script: cpage_comparison_script,
    styleHash: "AGQyaJbUPTovc46peZ2ihFPWLAhJdljIckWagd6aCD4=",
    scriptHash: "U9hOOxd1yMwbVPHiJUitdTN6YawsbbIiAPYk/QhbKKM=")

  package static let alignment = unsafe PageAssets(
    style: cpage_alignment_style, script: cpage_alignment_script,
    styleHash: "sO7V3LJtcbTECwKCC867AdS9Jq05HRIfg2EfFUY6Wkg=",
    scriptHash: "j65ppEw0spyUdRX0/L4/c7dGu6rvTTJ4+/g8M5ph9sQ=")

  package static let sessions = unsafe PageAssets(
    style: cpage_sessions_style, script: cpage_sessions_script,
    styleHash: "x/4F25iAYAu/o2xTOJAby+Mrl/TA+SMsnDIXGg6yYgo=",
    scriptHash: "jo30jAGQLXuAtr2CKny7fGnfXMDpW49hsAIFb3D7ehs=")

  package static let sound = unsafe PageAssets(
    style: cpage_sound_style, script: cpage_sound_script,
    styleHash: "oB9FRIYaRkswjgwZ9f5eHoURlhuVxwH0KYPUWyTtsvk=",
    scriptHash: "wMcRfSWba1k+Cuu0n9/wUTpEuy0fW9BP9PQz8KBUdz0=")

  package static let text = unsafe PageAssets(
    style: cpage_text_style, script: cpage_text_script,
    styleHash: "wfcepJ7xR1rMcgv6CtZI2O9jeDilwenmBqHQYj0JK+0=",
    scriptHash: "cAq3/18FHKS9Sje7iY8bQayIndRSXtfBGRL7c/cJ4RM=")
}

extension [UInt8] {
  /// Copies the bytes of an asset.
  init(_ asset: CPageAsset) {
    unsafe self.init(UnsafeBufferPointer(start: asset.start, count: asset.count))
  }
}
