import ByteText
import ImageRequest
import Testing

@Suite struct DecimalTextTests {
  @Test(
    arguments: [
      ("0", 0), ("-1.5", -1.5), ("+2", 2), (".5", 0.5), ("5.", 5), ("007", 7),
      ("0000000000000000000000000000000000000001", 1),
    ] as [(String, Double)])
  func `plain numbers are read`(text: String, value: Double) {
    #expect(DecimalText.double(text[...]) == value)
  }

  @Test(
    arguments: [
      "", "-", ".", "1e", "1e3.5", "1e100", "0x10", "nan", "inf", "infinity", "1,5", "1.2.3", "--1",
      "1-", " 1",
      "1 ", "١", "1_000", "00000000000000000000000000000000000000001",
    ])
  func `anything else is refused`(text: String) {
    #expect(DecimalText.double(text[...]) == nil)
    #expect(DecimalText.integer(text[...]) == nil)
  }

  @Test(
    arguments: [
      ("5e9", 5_000_000_000), ("1.5E3", 1500), ("2.0", 2), ("-3e0", -3), ("12", 12),
      ("9223372036854775807", .max), ("1.5", nil), ("1e-1", nil), ("1e17", nil), ("1e", nil),
    ] as [(String, Int64?)])
  func `whole numbers may have an exponent`(text: String, value: Int64?) {
    #expect(DecimalText.whole(text[...]) == value)
  }

  @Test(arguments: ["1.0", "9223372036854775808", "9999999999999999999999999999999999999999"])
  func `integers have no dot and fit`(text: String) {
    #expect(DecimalText.integer(text[...]) == nil)
  }
}
