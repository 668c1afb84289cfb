import Foundation
import TestSupport
import Testing

/// The imports of the modules, compared with Package.swift and with the table in CONTRIBUTING.md.
@Suite struct ModuleGraphTests {
  /// Returns the modules that each module of a folder imports, without the modules of the toolchain. The examples are a
  /// package of their own.
  private func imports(of folder: String) throws -> [String: Set<Substring>] {
    let toolchain: Set<Substring> = [
      "Dispatch", "Foundation", "FoundationEssentials", "FoundationXML", "Glibc", "Synchronization",
      "Testing", "XCTest",
    ]
    let statement =
      /(?m)^(?:@\w+ )?(?:(?:public|package|internal|private|fileprivate) )?import (?:(?:struct|class|enum|protocol|func) )?(\w+)/
    var imports: [String: Set<Substring>] = [:]
    for file in TestEnvironment.files(below: folder, endingIn: ".swift") {
      let module = file.dropFirst(TestEnvironment.projectFolder.count + folder.count + 2).prefix { $0 != "/" }
      guard module != "Examples" else { continue }
      let names = try String(contentsOfFile: file, encoding: .utf8).matches(of: statement).map(\.output.1)
      imports[String(module), default: []].formUnion(Set(names).subtracting(toolchain).subtracting([module]))
    }
    return imports
  }

  /// Returns the modules on which each target of Package.swift depends.
  private func dependencies() throws -> [String: Set<Substring>] {
    var dependencies: [String: Set<Substring>] = [:]
    let targets = try TestEnvironment.text("Package.swift").matches(
      of: /(?:module|program|tests)\(\s*"([\w-]+)",\s*(?:"""\s*)?"?([^"]*)"/)
    for target in targets {
      dependencies[String(target.output.1)] = Set(target.output.2.matches(of: /\w+/).map(\.output))
    }
    return dependencies
  }

  @Test func packageListsTheImportsOfModules() throws {
    let dependencies = try dependencies()
    let imports = try imports(of: "Sources")
    #expect(imports.count >= 20)
    for (module, imported) in imports { #expect(dependencies[module] ?? [] == imported, "\(module)") }
  }

  @Test func packageListsTheImportsOfTests() throws {
    // Tests run these programs without importing them.
    let programs: Set<Substring> = ["FontMaker", "midirec", "ProgramUnderTest", "TakeWriter"]
    let dependencies = try dependencies()
    for (module, imported) in try imports(of: "Tests") where module.hasSuffix("Tests") {
      #expect(dependencies[module]?.subtracting(programs) == imported.subtracting(programs), "\(module)")
    }
  }

  /// Other packages build these libraries with Swift alone.
  @Test(arguments: ["Following", "Instruments", "MIDIFiles", "MIDIRecTesting", "Timelines"])
  func libraryImportsNoCLibraryOfTheSystem(library: String) throws {
    let imports = try imports(of: "Sources")
    let products = try TestEnvironment.text("Package.swift").matches(
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
  @Test func modulesImportOnlyLowerLayers() throws {
    var layers: [Substring: Int] = [:]
    for row in try TestEnvironment.text("CONTRIBUTING.md").matches(of: /\n\| (\d) \| (.+) \|/) {
      for module in row.output.2.matches(of: /`([\w-]+)` \(/) { layers[module.output.1] = Int(row.output.1) }
    }
    let imports = try imports(of: "Sources")
    #expect(Set(imports.keys) == Set(layers.keys.map(String.init)))
    for (module, imported) in imports {
      for other in imported {
        #expect(layers[other] ?? 0 < layers[Substring(module)] ?? 0, "\(module) imports \(other)")
      }
    }
  }
}
