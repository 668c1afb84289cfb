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

  /// Joins style sheets, and joins scripts in a single scope.
  private init(styles: [[UInt8]], scripts: [[UInt8]], styleHash: String, scriptHash: String) {
    style = Array("\n".utf8) + styles.joined()
    script = Array("\n\"use strict\";\n(() => {\n".utf8) + scripts.joined() + Array("})();\n".utf8)
    self.styleHash = styleHash
    self.scriptHash = scriptHash
  }

  package static let comparison = PageAssets(
    styles: [PackageResources.base_css, PackageResources.comparison_css],
    scripts: [
      PackageResources.reading_js, PackageResources.notes_js, PackageResources.theme_js,
      PackageResources.address_js, PackageResources.view_js, PackageResources.painting_js,
      PackageResources.crowd_js,
      PackageResources.roll_js, PackageResources.marks_js,
      PackageResources.velocity_js,
      PackageResources.lanes_js,
      PackageResources.list_js, PackageResources.grid_js, PackageResources.keyboard_js,
      PackageResources.instrument_js, PackageResources.state_js, PackageResources.hover_js,
      PackageResources.synth_js, PackageResources.input_js,
      PackageResources.comparison_js,
    ], styleHash: "AGQyaJbUPTovc46peZ2ihFPWLAhJdljIckWagd6aCD4=",
    scriptHash: "U9hOOxd1yMwbVPHiJUitdTN6YawsbbIiAPYk/QhbKKM=")

  package static let alignment = PageAssets(
    styles: [PackageResources.base_css, PackageResources.alignment_css],
    scripts: [
      PackageResources.notes_js, PackageResources.theme_js, PackageResources.alignmentdata_js,
      PackageResources.alignmentview_js,
      PackageResources.alignmentpicture_js, PackageResources.alignment_js,
    ], styleHash: "sO7V3LJtcbTECwKCC867AdS9Jq05HRIfg2EfFUY6Wkg=",
    scriptHash: "j65ppEw0spyUdRX0/L4/c7dGu6rvTTJ4+/g8M5ph9sQ=")

  package static let sessions = PageAssets(
    styles: [PackageResources.base_css, PackageResources.sessions_css],
    scripts: [PackageResources.theme_js, PackageResources.address_js, PackageResources.sessions_js],
    styleHash: "x/4F25iAYAu/o2xTOJAby+Mrl/TA+SMsnDIXGg6yYgo=",
    scriptHash: "jo30jAGQLXuAtr2CKny7fGnfXMDpW49hsAIFb3D7ehs=")

  package static let sound = PageAssets(
    styles: [PackageResources.base_css, PackageResources.sound_css],
    scripts: [
      PackageResources.reading_js, PackageResources.theme_js, PackageResources.address_js,
      PackageResources.soundpicture_js,
      PackageResources.player_js, PackageResources.sound_js,
    ], styleHash: "oB9FRIYaRkswjgwZ9f5eHoURlhuVxwH0KYPUWyTtsvk=",
    scriptHash: "wMcRfSWba1k+Cuu0n9/wUTpEuy0fW9BP9PQz8KBUdz0=")

  package static let text = PageAssets(
    styles: [PackageResources.base_css, PackageResources.text_css],
    scripts: [PackageResources.theme_js, PackageResources.address_js, PackageResources.text_js],
    styleHash: "wfcepJ7xR1rMcgv6CtZI2O9jeDilwenmBqHQYj0JK+0=",
    scriptHash: "cAq3/18FHKS9Sje7iY8bQayIndRSXtfBGRL7c/cJ4RM=")
}
