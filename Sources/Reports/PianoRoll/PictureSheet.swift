/// The style sheet of a picture that is light or dark as its reader likes it. Without variables, which not every
/// program that shows SVG knows.
struct PictureSheet {
  /// A colour of something.
  struct Rule {
    var selector: String
    var property: String
    var light: String
    var dark: String
  }

  /// What is the same in the light and in the dark.
  var fixed: String
  var rules: [Rule]

  /// The element.
  var text: String {
    """
    <style>
    \(fixed)
    \(sheet(\.light))
    @media (prefers-color-scheme:dark){
    \(sheet(\.dark))
    }
    </style>
    """
  }

  private func sheet(_ colour: (Rule) -> String) -> String {
    rules.map { "\($0.selector){\($0.property):\(colour($0))}" }.joined(separator: "\n")
  }
}
