import ByteText
import Foundation
import SeededNumbers
import Testing

@Suite struct JSONWriterTests {
  private func sample(_ layout: JSONWriter.Layout) -> String {
    var json = JSONWriter(layout)
    json.object { json in
      json.key("a")
      json.integer(-1)
      json.key("b")
      json.array { json in
        json.number(0.5)
        json.boolean(true)
        json.string(nil)
        json.object { _ in }
        json.array { _ in }
      }
      json.key("c")
      json.string("d")
    }
    return json.text
  }

  @Test func `commas and colons stand where they belong`() {
    #expect(sample(.compact) == #"{"a":-1,"b":[0.5,true,null,{},[]],"c":"d"}"#)
    #expect(sample(.spaced) == #"{"a": -1, "b": [0.5, true, null, {}, []], "c": "d"}"#)
  }

  @Test func `lines are those of Foundation's pretty printing`() throws {
    struct Sample: Encodable {
      let empty: [Int] = []
      let list = [1, 2]
      let nested = ["inner": ["x": "y"]]
      let none: [String: Int] = [:]
      let number = 2.0
      let text = "a/b\"\\\n\r\té"
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    var json = JSONWriter(.lines)
    json.object { json in
      json.key("empty")
      json.array { _ in }
      json.key("list")
      json.array { json in
        json.integer(1)
        json.integer(2)
      }
      json.key("nested")
      json.object { json in
        json.key("inner")
        json.object { json in
          json.key("x")
          json.string("y")
        }
      }
      json.key("none")
      json.object { _ in }
      json.key("number")
      json.number(2)
      json.key("text")
      json.string(Sample().text)
    }
    #expect(json.text == String(decoding: try encoder.encode(Sample()), as: UTF8.self))
  }

  @Test func `what JSON forbids in strings is escaped, and delete with it`() {
    var json = JSONWriter()
    json.string("\"\\/\n\r\t\u{0}\u{1F}\u{7F}é😀")
    #expect(json.text == #""\"\\/\n\r\t\u0000\u001f\u007fé😀""#)
  }

  @Test func `every string reads back as it was`() throws {
    var random = SplitMix(seed: 3)
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<random.int(0...12) {
        let code = UInt32(random.int(0...(random.bool() ? 0xFF : 0x10FFFF)))
        if let scalar = Unicode.Scalar(code) { text.unicodeScalars.append(scalar) }
      }
      for layout in [JSONWriter.Layout.compact, .spaced, .lines] {
        var json = JSONWriter(layout)
        json.array { $0.string(text) }
        let read = try JSONDecoder().decode([String].self, from: Data(json.bytes))
        #expect(read == [text])
      }
    }
  }

  @Test func `any bytes at all make a string of Latin-1`() throws {
    let bytes = Array(UInt8.min...UInt8.max)
    var json = JSONWriter()
    json.string(latin1: bytes)
    #expect(json.bytes.allSatisfy { (0x20...0x7E).contains($0) })
    let text = try JSONDecoder().decode([String].self, from: Data("[\(json.text)]".utf8))[0]
    #expect(text.unicodeScalars.map(\.value) == bytes.map(UInt32.init))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what is no number is null`(value: Double) {
    var json = JSONWriter()
    json.numbers(value, 1)
    #expect(json.text == "[null,1]")
  }

  @Test func `a value is appended to what is there`() {
    var bytes = Array("x".utf8)
    bytes.append(json: .spaced) { json in
      json.object { json in
        json.key("id")
        json.string { $0.append(hexadecimal: 255) }
        json.key("names")
        json.strings(["a", "b"])
      }
    }
    #expect(bytes == Array(#"x{"id": "ff", "names": ["a", "b"]}"#.utf8))
  }

  @Test func `markup has its three characters escaped`() {
    var bytes: [UInt8] = []
    bytes.append(markup: "<a & b>é".utf8)
    #expect(bytes == Array("&lt;a &amp; b&gt;é".utf8))
  }
}
