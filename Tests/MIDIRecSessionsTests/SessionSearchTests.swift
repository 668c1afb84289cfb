import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import MIDIRecSessions

@Suite struct SessionSearchTests {
  let folder: SessionFolder

  init() throws { folder = try SessionFolder() }

  private func path(_ name: String) -> FilePath { folder.path.appending(name) }

  private func search(_ names: String...) -> SessionSearch {
    SessionSearch(in: names.map { $0.isEmpty ? folder.path : path($0) })
  }

  @Test func sessionsAreNamedByPathAndSortedByBytes() throws {
    for name in ["b", "B", "é", "a/z", "a-z", "a/deep/er"] { try folder.makeSession(name) }
    let search = search("")
    #expect(search.places.map(\.name) == ["B", "a-z", "a/deep/er", "a/z", "b", "é"])
    #expect(search.places.first { $0.name == "a/z" }?.folder == path("a/z"))
    #expect(search.errors == [])
  }

  @Test func sessionCanContainSessions() throws {
    try folder.makeSession("a")
    try folder.makeSession("a/b")
    #expect(search("").places.map(\.name) == ["a", "a/b"])
  }

  @Test func hiddenFoldersAreSkipped() throws {
    try folder.makeSession("a")
    try folder.makeSession(".b")
    try folder.makeSession("c/.git/d")
    #expect(search("").places.map(\.name) == ["a"])
  }

  @Test(arguments: ["a/b", "a/b/", "a/b/session.yaml"])
  func directlyNamedSessionHasFolderName(root: String) throws {
    try folder.makeSession("a/b")
    let search = search(root)
    #expect(search.places == [SessionSearch.Place(name: "b", folder: path("a/b"))])
    #expect(search.errors == [])
  }

  @Test func duplicateFolderIsSearchedOnce() throws {
    try folder.makeSession("a/b")
    let search = search("a", "a/b", "")
    #expect(search.places.map(\.name) == ["b"])
    #expect(search.errors == [])
  }

  @Test func linksAreFollowedAfterFolders() throws {
    try folder.makeSession("elsewhere/x")
    try folder.makeSession("all/m/real")
    try folder.link("all/alias", to: "m")
    try folder.link("all/other", to: "../elsewhere")
    let search = search("all")
    #expect(search.places.map(\.name) == ["m/real", "other/x"])
    #expect(search.errors == [])
  }

  @Test func linkToParentIsErrorAndOthersAreFound() throws {
    try folder.makeSession("a/b")
    try folder.link("a/up", to: "..")
    let search = search("")
    #expect(search.places.map(\.name) == ["a/b"])
    #expect(search.errors == [.noInput(path("a/up"), "is a link that leads back to a folder above it")])
  }

  @Test func cycleOfLinksEnds() throws {
    try folder.makeSession("a/x")
    try folder.makeSession("b/y")
    try folder.link("a/to-b", to: "../b")
    try folder.link("b/to-a", to: "../a")
    let search = search("a")
    #expect(search.places.map(\.name) == ["to-b/y", "x"])
    #expect(
      search.errors == [.noInput(path("a/to-b/to-a"), "is a link that leads back to a folder above it")])
  }

  /// Each folder links to the next one twice: 2³⁰ paths to the last one.
  @Test func folderWithManyPathsIsSearchedOnce() throws {
    for index in 0..<30 {
      try folder.makeFolder("\(index)")
      try folder.link("\(index)/a", to: "../\(index + 1)")
      try folder.link("\(index)/b", to: "../\(index + 1)")
    }
    try folder.makeSession("30")
    #expect(search("0").places.map(\.name) == [Array(repeating: "a", count: 30).joined(separator: "/")])
  }

  @Test func brokenLinksAreErrors() throws {
    try folder.makeSession("a")
    try folder.link("gone", to: "nowhere")
    try folder.link("self", to: "self")
    let search = search("")
    #expect(search.places.map(\.name) == ["a"])
    #expect(
      search.errors == [
        .noInput(path("gone"), "can't be read: No such file or directory"),
        .noInput(path("self"), "is a link that leads back to itself"),
      ])
  }

  /// Reading it reports the error.
  @Test func sessionWithBrokenLinkIsFound() throws {
    try folder.makeFolder("a")
    try folder.link("a/session.yaml", to: "nowhere")
    try folder.link("a/take.mid", to: "take.mid")
    let search = search("")
    #expect(search.places.map(\.name) == ["a"])
    #expect(search.errors == [])
  }

  @Test func pathsWithoutSessionAreErrors() throws {
    try folder.makeFolder("empty/folder")
    try folder.write("file", [])
    let search = search("empty", "file", "gone")
    #expect(search.places == [])
    #expect(
      search.errors == [
        .noInput(path("file"), "is neither a folder nor a session"),
        .noInput(path("gone"), "can't be read: No such file or directory"),
        .noInput(path("empty"), "contains no session: no folder in it has a file session.yaml"),
      ])
  }

  /// Python's virtual environments have such a link.
  @Test(arguments: [
    ["project"], ["project", "other"], ["other", "project"], ["project/lib", "project/lib64"],
  ])
  func linkedFolderWithoutSessionIsAnError(roots: [String]) throws {
    try folder.makeFolder("project/lib/python")
    try folder.link("project/lib64", to: "lib")
    try folder.makeFolder("other")
    try folder.link("other/lib", to: "../project/lib")
    let search = SessionSearch(in: roots.map(path))
    #expect(search.places == [])
    #expect(
      search.errors
        == roots.map { .noInput(path($0), "contains no session: no folder in it has a file session.yaml") })
  }

  @Test func foldersThatShareSessionsHaveThem() throws {
    try folder.makeSession("a/deep/x")
    try folder.makeFolder("b")
    try folder.link("b/link", to: "../a/deep")
    try folder.makeFolder("c")
    try folder.link("c/link", to: "../b")
    #expect(search("a", "b", "c").errors == [])
    #expect(search("c", "b", "a").errors == [])
    #expect(search("a", "a/deep", "a/deep/x").errors == [])
  }

  @Test func duplicateSessionNameIsError() throws {
    try folder.makeSession("one/a")
    try folder.makeSession("two/a")
    try folder.makeSession("two/b")
    let search = search("one", "two")
    #expect(search.places.map(\.folder) == [path("one/a"), path("two/b")])
    let reason = "has the name \"a\", as \(path("one/a")) does; rename one of them"
    #expect(search.errors == [.badData(path("two/a"), nil, reason)])
  }
}
