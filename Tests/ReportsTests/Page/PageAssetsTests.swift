import Foundation
import Sound
import Testing

@testable import Reports

@Suite struct PageAssetsTests {
  /// After a change of the assets, copy the hash at the right of the failure to PageAssets.swift.
  @Test(arguments: [PageAssets.comparison, .sessions, .sound, .text])
  func hashesAreThoseOfAssets(assets: PageAssets) {
    #expect(assets.styleHash == base64Hash(of: assets.style))
    #expect(assets.scriptHash == base64Hash(of: assets.script))
  }

  private func base64Hash(of bytes: [UInt8]) -> String {
    var hash = SHA256()
    hash.update(bytes)
    return Data(hash.digest()).base64EncodedString()
  }
}
