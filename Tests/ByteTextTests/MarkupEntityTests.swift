import ByteText
import Testing

@Suite struct MarkupEntityTests {
  @Test(
    arguments: [
      ("amp", "&"), ("lt", "<"), ("gt", ">"), ("quot", "\""), ("apos", "'"), ("#10", "\n"),
      ("#xA", "\n"), ("#XA", "\n"), ("#x1F600", "😀"),
    ] as [(String, Unicode.Scalar)])
  func `what XML names is known`(name: String, scalar: Unicode.Scalar) {
    #expect(MarkupEntity.scalar(Array(name.utf8)) == scalar)
  }

  @Test(arguments: [
    "", "#", "#x", "#+10", "#-1", "#x+A", "#xD800", "#x110000", "#99999999999", "AMP", "nbsp",
    "a b",
    "#10 ",
  ])
  func `nothing else is`(name: String) {
    #expect(MarkupEntity.scalar(Array(name.utf8)) == nil)
  }
}
