import Foundation
import TestSupport
import Testing

/// The imports of the modules, as `Scripts/imports` prints them.
@Suite struct ModuleGraphTests {
  private static let folder = TestEnvironment.projectFolder

  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Self.folder)/\(path)", encoding: .utf8)
  }

  /// Returns the modules that each module imports.
  private func imports(of folder: String) async throws -> [String: Set<Substring>] {
    let run = try await Program.run("\(Self.folder)/Scripts/imports", [folder])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n").map { $0.split(separator: ":") }
    return Dictionary(
      uniqueKeysWithValues: lines.map {
        (String($0[0]), Set($0.count > 1 ? $0[1].split(separator: " ") : []))
      })
  }

  /// Returns the modules on which each target of Package.swift depends.
  private func dependencies() throws -> [String: Set<Substring>] {
    var dependencies: [String: Set<Substring>] = [:]
    let targets = try text("Package.swift").matches(
      of: /(?:module|program|tests)\(\s*"(\w+)",\s*(?:"""\s*)?"?([^"]*)"/)
    for target in targets {
      dependencies[String(target.output.1)] = Set(target.output.2.matches(of: /\w+/).map(\.output))
    }
    return dependencies
  }

  @Test func packageListsTheImportsOfModules() async throws {
    let dependencies = try dependencies()
    let imports = try await imports(of: "Sources")
    #expect(imports.count >= 20)
    for (module, imported) in imports { #expect(dependencies[module] ?? [] == imported, "\(module)") }
  }

  @Test func packageListsTheImportsOfTests() async throws {
    // Tests run these programs without importing them.
    let programs: Set<Substring> = ["FontMaker", "midirec", "ProgramUnderTest", "TakeWriter"]
    let dependencies = try dependencies()
    for (module, imported) in try await imports(of: "Tests") where module.hasSuffix("Tests") {
      #expect(dependencies[module]?.subtracting(programs) == imported.subtracting(programs), "\(module)")
    }
  }

  /// Other packages build these libraries with Swift alone.
  @Test(arguments: ["Instruments", "MIDIFiles", "MIDIRecTesting", "Timelines"])
  func libraryImportsNoCLibraryOfTheSystem(library: String) async throws {
    let imports = try await imports(of: "Sources")
    let products = try text("Package.swift").matches(
      of: /\.library\(\s*name: "(\w+)",\s+targets: \[([^\]]*)\]/)
    let product = try #require(products.first { $0.output.1 == library })
    var modules: Set<Substring> = []
    var next = product.output.2.matches(of: /"(\w+)"/).map(\.output.1)
    while let module = next.popLast() {
      guard modules.insert(module).inserted else { continue }
      next += imports[String(module)] ?? []
    }
    #expect(modules.contains("MIDICore"))
    #expect(modules.filter(isCLibrary).subtracting(["CLinux", "CPageAssets"]) == [])
  }

  /// The compiler allows types in the interface of a module only if their module is imported publicly.
  @Test func interfacesHaveNoTypesOfCLibraries() throws {
    let files = TestEnvironment.files(below: "Sources", endingIn: ".swift")
    #expect(files.count > 400)
    for file in files {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let imported = text.matches(of: /(?:public|package) import (\w+)/).map(\.output.1)
      #expect(!imported.contains { isCLibrary($0) || $0 == "Glibc" }, "\(file)")
    }
  }

  /// Returns whether a module is a C library, whose name begins with C.
  private func isCLibrary(_ module: Substring) -> Bool { module.prefixMatch(of: /C[A-Z]/) != nil }

  /// The table is in CONTRIBUTING.md.
  @Test func modulesImportOnlyLowerLayers() async throws {
    var layers: [Substring: Int] = [:]
    for row in try text("CONTRIBUTING.md").matches(of: /\n\| (\d) \| (.+) \|/) {
      for module in row.output.2.matches(of: /`(\w+)` \(/) { layers[module.output.1] = Int(row.output.1) }
    }
    let imports = try await imports(of: "Sources")
    #expect(Set(imports.keys) == Set(layers.keys.map(String.init)))
    for (module, imported) in imports {
      for other in imported {
        #expect(layers[other] ?? 0 < layers[Substring(module)] ?? 0, "\(module) imports \(other)")
      }
    }
  }
}
