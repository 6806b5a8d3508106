import Books
import ByteText
import TileGeometry
import TileViewport

extension Book {
  /// Writes what is known of its pages without a page of each: members of an object.
  func put(_ json: inout JSONWriter) {
    json.key("title")
    json.string(words.title)
    json.member("direction", direction.rawValue)
    json.member("layout", layout.rawValue)
    json.member("cover", pairing.cover.rawValue)
    json.key("shift")
    json.integer(pairing.isShifted ? 1 : 0)
    if !unpaired.isEmpty {
      json.key("single")
      json.array { json in
        for place in unpaired.sorted() { json.integer(Int64(place + 1)) }
      }
    }
    json.key("pageCount")
    json.integer(Int64(pageCount))
    json.key("sizes")
    json.array { json in
      for run in sizes.runs {
        json.array { json in
          json.optional(run.value.pixels?.width)
          json.optional(run.value.pixels?.height)
          if let density = run.value.density { json.number(density) } else { json.null() }
          json.integer(Int64(run.count))
        }
      }
    }
    guard let labels else { return }
    json.key("labels")
    json.array { json in
      for run in labels.runs {
        json.object { json in
          json.key("from")
          json.integer(Int64(run.start + 1))
          json.member("style", run.style.rawValue)
          json.member("prefix", run.prefix)
          json.key("first")
          json.integer(Int64(run.first))
        }
      }
    }
  }
}
