import ByteText
import SeededNumbers
import Testing

@Suite struct NumberTests {
  @Test(
    arguments: [
      ("0", 0), ("007", 7), ("9223372036854775807", .max), ("9223372036854775808", nil),
      ("92233720368547758070", nil), ("", nil), ("-1", nil), ("+1", nil), ("1 ", nil), ("1x", nil),
      ("0x1", nil), ("\u{0661}", nil),
    ] as [(String, Int64?)])
  func `an exact number fits, or is none`(text: String, expected: Int64?) {
    let number = DecimalNumber.exact(Array(text.utf8).span)
    #expect(number == expected)
  }

  @Test(
    arguments: [
      ("0", 0), ("9223372036854775807", .max), ("9223372036854775808", .max),
      // Its low 64 bits are 0: what overflows once stays too large.
      ("18446744073709551616", .max), (String(repeating: "9", count: 40), .max),
      (String(repeating: "0", count: 40), 0), (String(repeating: "0", count: 41), nil), ("", nil),
      ("99999999999999999999x", nil),
    ] as [(String, Int64?)])
  func `a capped number is never too large`(text: String, expected: Int64?) {
    let number = DecimalNumber.capped(Array(text.utf8).span)
    #expect(number == expected)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 9, 10, 99, 100, .max])
  func `decimal digits are Swift's`(number: Int64) {
    var bytes: [UInt8] = []
    bytes.append(decimal: number)
    #expect(String(decoding: bytes, as: UTF8.self) == String(number))
  }

  @Test func `numbers read back as they were written`() {
    var random = SplitMix(seed: 1)
    for _ in 0..<1000 {
      let number = Int64(bitPattern: random.next() >> UInt64(random.int(1...63)))
      var bytes: [UInt8] = []
      bytes.append(decimal: number)
      let read = DecimalNumber.exact(bytes.span)
      #expect(read == number)
      var hex: [UInt8] = []
      hex.append(hexadecimal: UInt64(number))
      #expect(String(decoding: hex, as: UTF8.self) == String(number, radix: 16))
    }
  }

  @Test(arguments: [(0, 1, "0"), (0, 4, "0000"), (0x7F, 4, "007f"), (0xABCDE, 2, "abcde")])
  func `hexadecimal digits are as many as wanted, and more where needed`(
    number: UInt64, digits: Int, expected: String
  ) {
    var bytes: [UInt8] = []
    bytes.append(hexadecimal: number, digits: digits)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test(
    arguments: [
      ("1", 1), ("-1.5", -1.5), ("+.5", 0.5), ("1.", 1), ("", nil), (".", nil), ("-", nil),
      ("1e3", 1000), ("1E+3", 1000), ("1e-6", 1e-6), ("-2.5e01", -25), (".5e1", 5), ("1.e1", 10),
      ("9e99", 9e99), ("1e-99", 1e-99), ("1e", nil), ("e3", nil), ("1e+", nil), ("1e100", nil),
      ("1e1.5", nil), ("1e1e1", nil), ("1e--1", nil), ("1e 1", nil), ("1f3", nil),
      ("\(String(repeating: "9", count: 36))e+99", 1e135), ("0x1", nil), ("nan", nil), ("inf", nil),
      ("1.2.3", nil), ("1-", nil),
      (String(repeating: "1", count: 41), nil),
    ] as [(String, Double?)])
  func `typed numbers are digits, a sign, a dot and a small exponent`(
    text: String, expected: Double?
  ) {
    #expect(DecimalText.double(text[...]) == expected)
  }

  /// What has no exponent is what it always was: the double that Swift's own parser finds.
  @Test func `numbers are rounded exactly, whatever their digits`() {
    var random = SplitMix(seed: 11)
    for _ in 0..<20_000 {
      var text = (0..<random.int(1...19)).map { _ in String(random.int(0...9)) }.joined()
      text += "." + (0..<random.int(0...17)).map { _ in String(random.int(0...9)) }.joined()
      #expect(DecimalText.double(text[...])?.bitPattern == Double(text)?.bitPattern)
      let exponent = "e\(random.int(-99...99))"
      guard text.count + exponent.count <= DecimalText.longest else { continue }
      let value = DecimalText.double((text + exponent)[...])
      #expect(value?.bitPattern == Double(text + exponent)?.bitPattern && value?.isFinite == true)
    }
  }

  @Test(
    arguments: [
      ("1e3", nil), ("-7", -7), ("+7", 7), ("7.0", nil), ("9223372036854775808", nil),
    ] as [(String, Int64?)])
  func `typed whole numbers have no dot`(text: String, expected: Int64?) {
    #expect(DecimalText.integer(text[...]) == expected)
  }

  @Test(arguments: [
    (0, "0"), (-0.0, "0"), (2, "2"), (-2, "-2"), (0.1, "0.1"), (1e15, "1000000000000000"),
    (0x1p53, "9007199254740992.0"), (1e300, "1e+300"),
  ])
  func `a number is written as short as it reads back`(number: Double, expected: String) {
    #expect(DecimalText.shortest(number) == expected)
    #expect(Double(DecimalText.shortest(number)) == number)
  }
}
