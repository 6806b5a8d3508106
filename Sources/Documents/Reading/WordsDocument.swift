package import BookText
import ByteText
package import TileGeometry

/// A page's words and where they lie in its image.
package struct WordsDocument: Sendable {
  private let id: [UInt8]
  private let label: String
  private let size: PixelSize
  private let text: PageText

  /// - Parameters:
  ///   - text: the page's.
  ///   - id: of its image, below the root.
  ///   - label: what it is called.
  ///   - size: of its image.
  package init(_ text: PageText, of id: [UInt8], called label: String, _ size: PixelSize) {
    self.id = id
    self.label = label
    self.size = size
    self.text = text
  }

  /// Lines, and their words, in image pixels from the upper left corner; one line with its end.
  package var json: String {
    var json = JSONWriter()
    json.object { json in
      json.member("id", String(decoding: id, as: UTF8.self))
      json.member("label", label)
      json.size(size)
      json.key("lines")
      json.array { json in
        for line in text.lines {
          json.object { json in
            json.member("text", text.text(of: line))
            put(text.box(of: line), &json)
            json.key("words")
            json.array { json in
              for word in line {
                json.object { json in
                  json.member("text", text.text(of: word..<word + 1))
                  put(text.box(of: word..<word + 1), &json)
                }
              }
            }
          }
        }
      }
    }
    return json.text + "\n"
  }

  private func put(_ box: TextBox?, _ json: inout JSONWriter) {
    json.key("box")
    guard let box else { return json.null() }
    PixelBox(box, in: size).put(&json)
  }

  /// The page as ALTO 4 has it, in pixels.
  package var alto: String {
    var xml: [UInt8] = []
    xml.append(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <alto xmlns="http://www.loc.gov/standards/alto/ns-v4#" \
      xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
      xsi:schemaLocation="http://www.loc.gov/standards/alto/ns-v4# \
      http://www.loc.gov/standards/alto/v4/alto-4-2.xsd">
      <Description><MeasurementUnit>pixel</MeasurementUnit><sourceImageInformation><fileName>
      """)
    xml.append(markup: String(decoding: id, as: UTF8.self).utf8)
    xml.append("</fileName></sourceImageInformation></Description>\n<Layout><Page ID=\"page\"")
    xml.append(" PHYSICAL_IMG_NR=\"1\"")
    xml.put(" WIDTH", size.width)
    xml.put(" HEIGHT", size.height)
    xml.append("><PrintSpace HPOS=\"0\" VPOS=\"0\"")
    xml.put(" WIDTH", size.width)
    xml.put(" HEIGHT", size.height)
    xml.append(">\n")
    let lines = text.lines
    if let box = text.box(of: 0..<text.words.count) {
      xml.append("<TextBlock ID=\"block\"")
      xml.put(PixelBox(box, in: size))
      xml.append(">\n")
      for (number, line) in lines.enumerated() {
        guard let box = text.box(of: line) else { continue }
        xml.append("<TextLine")
        xml.put(" ID=\"line", number, "\"")
        xml.put(PixelBox(box, in: size))
        xml.append(">")
        for word in line { put(word, isFirst: word == line.lowerBound, &xml) }
        xml.append("</TextLine>\n")
      }
      xml.append("</TextBlock>\n")
    }
    xml.append("</PrintSpace></Page></Layout>\n</alto>\n")
    return String(decoding: xml, as: UTF8.self)
  }

  private func put(_ index: Int, isFirst: Bool, _ xml: inout [UInt8]) {
    let word = text.words[index]
    guard word.box.isSomewhere else { return }
    if !isFirst, !word.isJoined { xml.append("<SP/>") }
    xml.append("<String CONTENT=\"")
    // Text in an attribute: quotes are marked besides.
    for byte in text.bytes[word.place] {
      if byte == ASCII.quote { xml.append("&quot;") } else { xml.append(markup: [byte]) }
    }
    xml.append("\"")
    xml.put(PixelBox(word.box, in: size))
    xml.append("/>")
  }
}

extension [UInt8] {
  fileprivate mutating func put(_ name: StaticString, _ value: Int64) {
    append(name)
    append("=\"")
    append(decimal: value)
    append("\"")
  }

  fileprivate mutating func put(_ before: StaticString, _ number: Int, _ after: StaticString) {
    append(before)
    append(decimal: Int64(number))
    append(after)
  }

  fileprivate mutating func put(_ box: PixelBox) {
    put(" HPOS", box.x)
    put(" VPOS", box.y)
    put(" WIDTH", box.width)
    put(" HEIGHT", box.height)
  }
}
