import ByteText
import Testing

@Suite struct JSONValueTests {
  @Test(arguments: [
    ("null", JSONValue.null), (" true\n", .boolean(true)), ("false", .boolean(false)),
    ("0", .integer(0)), ("-12", .integer(-12)), ("9223372036854775807", .integer(.max)),
    ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("0.5", .number(0.5)),
    ("-1e-2", .number(-0.01)), ("1E+2", .number(100)), ("\"\"", .text("")),
    ("\"a\\n\\u00e9\\ud83d\\ude00/\\/\"", .text("a\n\u{E9}\u{1F600}//")),
    ("\"\u{E9}\"", .text("\u{E9}")), ("[]", .list([])),
    ("[ 1 , [2] ]", .list([.integer(1), .list([.integer(2)])])),
    ("{}", .object([:])), ("{ \"a\" : {\"b\":null} }", .object(["a": .object(["b": .null])])),
    // As most readers have it, the last one counts.
    ("{\"a\":1,\"a\":2}", .object(["a": .integer(2)])),
  ])
  func `a text is read as what it says`(_ text: String, _ value: JSONValue) {
    #expect(JSONValue(text.utf8) == value)
  }

  @Test(arguments: [
    "", " ", "nul", "True", "+1", "01", "-", "-01", ".5", "5.", "1e", "1e+", "0x10", "1e999", "inf",
    "nan", "1 2", "[1,]", "[,1]", "[1", "]", "{\"a\"}", "{\"a\":}", "{a:1}", "{\"a\":1,}",
    "{\"a\":1",
    "\"", "\"a", "\"\t\"", "\"\\x\"", "\"\\u12\"", "\"\\u+123\"", "\"\\ud83d\"", "'a'", "//",
  ])
  func `what is no JSON is nothing`(_ text: String) {
    #expect(JSONValue(text.utf8) == nil)
  }

  @Test func `bytes that are no text are nothing`() {
    #expect(JSONValue([0x22, 0xFF, 0x22]) == nil)
    #expect(JSONValue([0x22, 0xC3, 0x22]) == nil)
  }

  @Test func `nesting ends before the stack does`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(JSONValue(nested(32).utf8) != nil)
    #expect(JSONValue(nested(33).utf8) == nil)
    #expect(JSONValue(nested(1_000_000).utf8) == nil)
  }

  @Test func `members are looked up by name, numbers of either kind are numbers`() throws {
    let value = try #require(JSONValue("{\"a\":1,\"b\":1.5,\"c\":\"x\",\"d\":true}".utf8))
    #expect(value["a"]?.integer == 1 && value["a"]?.number == 1)
    #expect(value["b"]?.integer == nil && value["b"]?.number == 1.5)
    #expect(value["c"]?.text == "x" && value["c"]?.number == nil)
    #expect(value["d"]?.boolean == true && value["e"] == nil && JSONValue.null["a"] == nil)
  }
}
