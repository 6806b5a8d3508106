package import BookText
package import Books
import ByteText
package import ImageRequest

/// A page's lines as annotations of its canvas.
package struct TextAnnotationsDocument: Sendable {
  private let text: PageText
  private let place: Int
  private let book: Book
  private let base: String

  /// - Parameters:
  ///   - text: the page's.
  ///   - place: the page's, in the order of reading, from 0.
  ///   - book: whose page it is.
  ///   - base: scheme, host and prefix, without a slash at the end.
  package init(_ text: PageText, at place: Int, in book: Book, base: String) {
    self.text = text
    self.place = place
    self.book = book
    self.base = base
  }

  /// The lines.
  ///
  /// - Parameter version: of the Presentation API that is spoken.
  /// - Returns: one line with its end.
  package func json(_ version: IIIFVersion) -> String {
    let links = PresentationLinks(version, path: book.path, base: base)
    let canvas = links.canvas(place)
    var json = JSONWriter()
    json.object { json in
      switch version {
      case .three:
        json.key("@context")
        json.strings([
          "http://iiif.io/api/extension/text-granularity/context.json", Manifest3.context,
        ])
        json.member("id", links.text(place))
        json.member("type", "AnnotationPage")
        json.key("items")
      case .two:
        json.member("@context", Manifest2.context)
        json.member("@id", links.text(place))
        json.member("@type", "sc:AnnotationList")
        json.key("resources")
      }
      json.array { json in
        for (number, line) in text.lines.enumerated() {
          let id = "\(canvas)/line/\(number + 1)"
          json.object { json in
            switch version {
            case .three: put3(line, id, on: target(of: line, canvas), &json)
            case .two: put2(line, id, on: target(of: line, canvas), &json)
            }
          }
        }
      }
    }
    return json.text + "\n"
  }

  private func target(of line: Range<Int>, _ canvas: String) -> String {
    guard let box = text.box(of: line), let size = book.sizes[place].finest else { return canvas }
    return canvas + PixelBox(box, in: size).fragment
  }

  private func put3(
    _ line: Range<Int>, _ id: String, on target: String, _ json: inout JSONWriter
  ) {
    json.member("id", id)
    json.member("type", "Annotation")
    // Mirador 4.0 hides what is only supplementing.
    json.key("motivation")
    json.strings(["commenting", "supplementing"])
    json.member("textGranularity", "line")
    json.key("body")
    json.object { json in
      json.member("type", "TextualBody")
      json.member("value", text.text(of: line))
      json.member("format", "text/plain")
    }
    json.member("target", target)
  }

  private func put2(
    _ line: Range<Int>, _ id: String, on target: String, _ json: inout JSONWriter
  ) {
    json.member("@id", id)
    json.member("@type", "oa:Annotation")
    json.member("motivation", "oa:commenting")
    json.key("resource")
    json.object { json in
      json.member("@type", "cnt:ContentAsText")
      json.member("format", "text/plain")
      json.member("chars", text.text(of: line))
    }
    json.member("on", target)
  }
}
