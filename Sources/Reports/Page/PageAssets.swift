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
      PackageResources.view_js, PackageResources.painting_js, PackageResources.crowd_js,
      PackageResources.roll_js, PackageResources.marks_js, PackageResources.lanes_js,
      PackageResources.list_js, PackageResources.grid_js, PackageResources.keyboard_js,
      PackageResources.instrument_js, PackageResources.state_js, PackageResources.input_js,
      PackageResources.comparison_js,
    ], styleHash: "TbNk95m0hHiDsV+ElCcfEKKi4hukQ74you5gDk4bXNk=",
    scriptHash: "rx1KtvcnNzfOrI/bCPsG6CN7kocJtVj9t6BEnohn3J8=")

  package static let alignment = PageAssets(
    styles: [PackageResources.base_css, PackageResources.alignment_css],
    scripts: [
      PackageResources.notes_js, PackageResources.theme_js, PackageResources.alignmentdata_js,
      PackageResources.alignmentview_js,
      PackageResources.alignmentpicture_js, PackageResources.alignment_js,
    ], styleHash: "BGJVcaIodGtQViiTVK6RNMfgQjZogbWBzlGs5Yt7Muw=",
    scriptHash: "K0WPxvWgXQ60ldXQqY9VOo4gh+5gWjtBLjUNYj7zxkA=")

  package static let sessions = PageAssets(
    styles: [PackageResources.base_css, PackageResources.sessions_css],
    scripts: [PackageResources.theme_js, PackageResources.sessions_js],
    styleHash: "9KmeEduG0TmqmDZp3ApVGglWueYdOAa6tumkhqgcJME=",
    scriptHash: "oX9tIwnDr+OgT6fEJZbJ2m0d3R9snnp6BLte9BEsX04=")

  package static let sound = PageAssets(
    styles: [PackageResources.base_css, PackageResources.sound_css],
    scripts: [
      PackageResources.reading_js, PackageResources.theme_js, PackageResources.soundpicture_js,
      PackageResources.player_js, PackageResources.sound_js,
    ], styleHash: "pU/PVTJ1hFoOUa62r06Z2lJyIHh2snAihEmrsvnHkfU=",
    scriptHash: "w0fJt1eZdYyYaM26ZdFNS1M9LCpHbYTiBnJqpzal8A4=")

  package static let text = PageAssets(
    styles: [PackageResources.base_css, PackageResources.text_css],
    scripts: [PackageResources.theme_js, PackageResources.text_js],
    styleHash: "CsTvAomUZZxE6DuLSerJtDlkAjevR6PRAMroWPXLToE=",
    scriptHash: "pgUjpdLjgtOyJXBm8OGkB+cYKu+hsUOOKFZWymKv+Ik=")
}
