import ImageRequest
import Testing

@Suite struct RouteTableTests {
  /// A row's path with its parameters filled in: each value of each stands in one path at least.
  static func addresses(_ row: RouteTable.Row) throws -> [String] {
    let pieces = "\(row.path)".split(separator: "{", omittingEmptySubsequences: false)
    var paths: [String] = []
    let most = RouteParameter.allCases.map(\.examples.count).max() ?? 0
    for turn in 0..<most {
      var path = String(pieces[0])
      for piece in pieces.dropFirst() {
        let parts = piece.split(separator: "}", omittingEmptySubsequences: false)
        let parameter = try #require(RouteParameter(rawValue: String(parts[0])), "\(piece)")
        path += parameter.examples[turn % parameter.examples.count] + parts[1]
      }
      paths.append(path)
    }
    return paths
  }

  @Test(arguments: RoutePattern.allCases)
  func `each row's addresses are read as its own route`(pattern: RoutePattern) throws {
    let row = RouteTable[pattern]
    for path in try Self.addresses(row) {
      let route = try Route(path)
      #expect(route.pattern == pattern, "\(path)")
      #expect(route.kind == row.kind)
    }
  }

  /// What is written of a picture is read as the same picture.
  @Test(arguments: RoutePattern.allCases)
  func `pictures are written as they are read`(pattern: RoutePattern) throws {
    for path in try Self.addresses(RouteTable[pattern]) {
      guard case .image(let name, .picture(let picture)) = try Route(path) else { continue }
      #expect(picture.address(of: name) == path)
    }
  }

  @Test func `a row is written with what is known, and is a template for the rest`() throws {
    let tile = RouteTable[.tile].path([.format: "png", .id: "f%2Fa.jpg"])
    #expect(tile == "/images/f%2Fa.jpg/tiles/{reduction}/{column}_{row}.png")
    #expect(RouteTable[.listing].path([:]) == "/images")
    #expect(RouteTable[.deepZoom].path([.id: "{file}"]) == "/dzi/{file}.dzi")
  }

  @Test func `every parameter stands in some row`() {
    for parameter in RouteParameter.allCases {
      let isUsed = RoutePattern.allCases.contains {
        "\(RouteTable[$0].path)".contains("{\(parameter.rawValue)}")
      }
      #expect(isUsed, "\(parameter)")
    }
  }

  @Test func `every kind but that of nothing is some row's`() {
    let used = Set(RoutePattern.allCases.map { RouteTable[$0].kind })
    #expect(used == Set(RouteKind.allCases).subtracting([.none]))
    #expect(Set(RouteKind.allCases.map { "\($0.name)" }).count == RouteKind.allCases.count)
  }
}
