import Documents
import ImageRequest
import SeededNumbers
import ServiceBench
import Sources
import Testing
import TileGeometry

@testable import TileService

/// The viewport call is the calculator's answer.
@Suite struct ViewTests {
  /// A question as viewers and people ask it: mostly sound, now and then not.
  static func question(
    _ random: inout SplitMix, _ width: Double, _ height: Double
  ) -> [ViewParameter: String] {
    func number(_ low: Double, _ high: Double) -> String {
      let value = low * (high / low).power(random.double(0...1))
      switch random.int(0...2) {
      case 0: return "\(Int(value.rounded(.up)))"
      case 1: return "\((value * 1000).rounded() / 1000)"
      default: return "\(value)"
      }
    }
    func place(_ side: Double) -> String { "\(random.double(-100...2 * side))" }
    var asked: [ViewParameter: String] = [:]
    let bounds = "\(number(1, 4000)),\(number(1, 3000))"
    switch random.int(0...4) {
    case 0: asked = [.bounds: bounds]
    case 1: asked = [.bounds: bounds, .zoom: number(0.02, 8), .offset: "\(place(width)),3.25"]
    case 2: asked = [.bounds: bounds, .zoom: number(0.02, 8), .center: "\(place(width)),7"]
    case 3:
      asked = [
        .bounds: bounds,
        .rect: "\(place(width)),\(place(height)),\(number(1, 900)),\(number(1, 900))",
      ]
    default:
      asked = [.rect: "\(place(width)),-3,\(number(1, 900)),9", .zoom: number(0.02, 8)]
    }
    for (parameter, values) in [
      (.inset, ["-40,0,89,12.5", "64,0,44,0"]),
      (.devicePixelRatio, ["1", "2", "3", "1.25", "0.5", "20"]),
      (.levelsOfDetail, ["1", "3", "12", "0"]), (.levelsOfDetailBias, ["1", "5", "17"]),
      (.levelRule, ["half", "fine"]), (.biasRule, ["header", "documentation"]),
      (.minimumZoom, ["0.01", "1", "9"]), (.maximumZoom, ["2", "16", "0.1"]),
      (.prefetch, ["0", "1", "3"]), (.centering, ["true", "false"]),
      (.fitting, ["bounds", "insets", "page", "all"]),
    ] as [(ViewParameter, [String])] where random.int(0...3) == 0 {
      asked[parameter] = values.randomElement(using: &random)
    }
    return asked
  }

  @Test(arguments: [("color.tif", 1), ("gray.tif", 2), ("alpha.tif", 3)])
  func `every view is what the calculator says, to the letter`(name: String, seed: UInt64) throws {
    let bench = try ServiceBench(AnswerCase.images)
    let image = try bench.open(name)
    let format = try #require(image.shape.storedFormat).fileExtension
    let size = image.shape.size
    var random = SplitMix(seed: seed)
    var refused = 0
    for _ in 0..<200 {
      var asked = Self.question(&random, Double(size.width), Double(size.height))
      let query = asked.map { "\($0.key.queryName)=\($0.value)" }.joined(separator: "&")
      let answer = try #require(bench.get("/images/\(name)/viewport?\(query)"))
      asked[.tileSize] = "256"
      do {
        let wanted = try ViewAnswer(ViewRequest(asked, content: size))
        #expect(answer.status == 200)
        let text = wanted.json(id: name, version: image.version.text) { tile in
          "/images/\(name)/tiles/\(tile.reduction.exponent)/\(tile.column)_\(tile.row).\(format)"
            + "?v=\(image.version.text)"
        }
        #expect(answer.text == text + "\n", "\(query)")
      } catch {
        #expect(answer.status == 400, "\(query)")
        refused += 1
      }
    }
    #expect((20..<150).contains(refused), "both kinds are there")
  }

  @Test(
    arguments: [
      "", "bounds=0,0", "bounds=300,200&rect=9999,0,5,5", "bounds=300,200&nothing=1",
      "bounds=300,200&zoom=1&zoom=2", "bounds=300,200&content=5x5", "bounds=300,200&tileSize=64",
    ])
  func `what can't be answered is refused by both calls`(query: String) throws {
    let bench = try ServiceBench(AnswerCase.images)
    for call in ["viewport", "viewport/tiles"] {
      let answer = try #require(bench.get("/images/color.tif/\(call)?\(query)"))
      #expect(answer.status == 400 && answer.text.contains("\"detail\": \""))
    }
  }
}

extension Double {
  /// This number to a power from 0 to 1, by halving: exact enough to draw lots with.
  fileprivate func power(_ exponent: Double) -> Double {
    var (result, root, rest) = (1.0, self, exponent)
    for _ in 0..<20 {
      root.formSquareRoot()
      rest *= 2
      if rest >= 1 {
        result *= root
        rest -= 1
      }
    }
    return result
  }
}
