import ByteText
import Testing

@Suite struct ByteComparisonTests {
  private func slice(_ text: String) -> ArraySlice<UInt8> {
    // Not at its array's front: a place counted from 0 would be seen.
    (Array("..".utf8) + Array(text.utf8) + Array("..".utf8))[2...].dropLast(2)
  }

  @Test(arguments: [
    ("", false), ("GM", false), ("GMT", true), ("gmt", false), ("GMT ", false), ("GMX", false),
  ])
  func `bytes equal a literal only when all of them do`(text: String, expected: Bool) {
    #expect(slice(text).equals("GMT") == expected)
    let isEqual = Array(text.utf8).span.equals("GMT")
    #expect(isEqual == expected)
  }

  @Test func `nothing equals nothing`() {
    #expect(slice("").equals(""))
    #expect(slice("").equalsIgnoringCase(""))
    #expect(!slice("a").equals(""))
  }

  @Test(arguments: [
    ("chunked", true), ("CHUNKED", true), ("ChUnKeD", true), ("chunked ", false), ("chunke", false),
    // The Kelvin sign is no K, and what differs in the sixth bit alone is no other case.
    ("chun\u{212A}ed", false), ("chunkeD", true), ("CHUNKE\u{04}", false),
  ])
  func `case does not matter for letters, and for nothing else`(text: String, expected: Bool) {
    #expect(slice(text).equalsIgnoringCase("chunked") == expected)
  }

  @Test(arguments: [(0, true), (3, false), (4, true), (5, false), (8, false), (99, false)])
  func `a literal starts at its place and nowhere else`(place: Int, expected: Bool) {
    let starts = Array("RIFFRIFF".utf8).span.starts(with: "RIFF", at: place)
    #expect(starts == expected)
  }

  @Test func `the empty literal starts everywhere up to the end`() {
    let bytes = Array("ab".utf8)
    let (atEnd, pastEnd) = (
      bytes.span.starts(with: "", at: 2), bytes.span.starts(with: "", at: 3)
    )
    #expect(atEnd)
    #expect(!pastEnd)
  }

  @Test(arguments: [
    ("image/webp", true), ("text/html,image/webp;q=1", true), ("image/web", false), ("", false),
    ("image/weimage/webp", true),
  ])
  func `a literal is found wherever it stands`(text: String, expected: Bool) {
    #expect(slice(text).contains("image/webp") == expected)
  }

  @Test(arguments: [
    ("Große Karte.TIF", "karte", true), ("karte", "KARTE", true), ("kart", "karte", false),
    ("", "", true), ("a", "", true), ("[", "{", false), ("@", "`", false),
  ])
  func `a part is found in any case`(text: String, part: String, expected: Bool) {
    let isFound = Array(text.utf8).span.containsIgnoringCase(Array(part.utf8).span)
    #expect(isFound == expected)
  }

  @Test func `an ending is taken off once, and only where it is one`() {
    #expect(slice("a.jpg.jpg").without(suffix: ".jpg") == slice("a.jpg"))
    #expect(slice(".jpg").without(suffix: ".jpg") == slice(""))
    #expect(slice("a.jpgx").without(suffix: ".jpg") == nil)
    #expect(slice("pg").without(suffix: ".jpg") == nil)
  }

  @Test func `blanks round a text are taken off`() {
    #expect(slice(" \t a b\t ").trimmed() == slice("a b"))
    #expect(slice(" \t ").trimmed().isEmpty)
    #expect(slice("\na").trimmed() == slice("\na"))
  }

  @Test func `a name is hidden by its first dot`() {
    #expect(Array(".a".utf8).isHiddenName)
    #expect(!Array("a.b".utf8).isHiddenName)
    #expect(![UInt8]().isHiddenName)
  }

  @Test func `classes of characters are those of their ranges`() {
    for byte in UInt8.min...UInt8.max {
      let character = Unicode.Scalar(byte)
      let isASCII = character.isASCII
      let letters = character.properties.isAlphabetic && isASCII
      #expect(ASCII.isLetter(byte) == letters)
      #expect(ASCII.isDigit(byte) == ("0"..."9").contains(character))
      #expect(ASCII.hexValue(byte).map(Int.init) == Character(character).hexValue(isASCII))
      #expect(
        ASCII.isUnreserved(byte) == (letters || "0123456789-._~".unicodeScalars.contains(character))
      )
      let small = letters ? String(character).lowercased() : String(character)
      #expect(String(Unicode.Scalar(ASCII.lowercased(byte))) == small)
    }
  }
}

extension Character {
  fileprivate func hexValue(_ isASCII: Bool) -> Int? { isASCII ? hexDigitValue : nil }
}
