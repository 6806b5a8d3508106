import Testing

@testable import PDFPages

/// Documents as the engine writes them, of one page.
@Suite struct PlainScanTests {
  private static let picture =
    "/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode/Height 700/Length 99999/Subtype/Image"
    + "/Type/XObject/Width 1000"
  private static let drawing = "q 240 0 0 168 0 0 cm /S Do Q"

  private func scan(
    drawing: String = Self.drawing, picture: String = Self.picture,
    resources: String = "<</XObject<</S 6 0 R >>>>", contents: String = " 5 0 R "
  ) -> PlainScan? {
    let text = """
      %PDF-1.7\r\n%\u{1}\r\n1 0 obj\r\n<</Pages 2 0 R /Type/Catalog>>\r\nendobj\r
      2 0 obj\r\n<</Count 1/Kids[ 4 0 R ]/Type/Pages>>\r\nendobj\r
      3 0 obj\r\n<</CreationDate(D:2026\\) >>endobj 9 0 obj)>>\r\nendobj\r
      4 0 obj\r\n<</Contents\(contents)/MediaBox[ 0 0 240 168]/Parent 2 0 R \
      /Resources\(resources)/Type/Page>>\r\nendobj\r
      5 0 obj\r\n<</Length \(drawing.utf8.count)>>stream\r\n\(drawing)\r\nendstream\r\nendobj\r
      7 0 obj\r\n[ 5 0 R ]\r\nendobj\r\n8 0 obj\r\n<</S 6 0 R >>\r\nendobj\r
      6 0 obj\r\n<<\(picture)>>stream\r\n\u{1}\u{2}
      """
    return PlainScan(in: Array(text.utf8))
  }

  @Test func `a scan says where it lies and of what size it is`() throws {
    let found = try #require(scan())
    #expect([found.left, found.bottom, found.width, found.height] == [0, 0, 240, 168])
    #expect([found.columns, found.rows] == [1000, 700])
    #expect(!found.isGray)
    let gray = Self.picture.replacing("DeviceRGB", with: "DeviceGray")
    #expect(scan(picture: gray)?.isGray == true)
    let moved = try #require(
      scan(drawing: "q 2 0 0 3 10 20 cm q 1 0 0 1 5 5 cm Q 120 0 0 56 1 -2 cm /S Do Q"))
    #expect([moved.left, moved.bottom, moved.width, moved.height] == [12, 14, 240, 168])
  }

  @Test(arguments: [
    "<</XObject 8 0 R >>", " 8 0 R ", "<</Font<</F 9 0 R >>/ProcSet[/PDF/ImageC]/XObject 8 0 R >>",
  ])
  func `resources stand where they are, or elsewhere`(resources: String) {
    #expect((scan(resources: resources) != nil) == (resources != " 8 0 R "))
  }

  @Test(arguments: [" 5 0 R ", " 7 0 R ", "[ 5 0 R ]"])
  func `what draws stands in one part or several`(contents: String) {
    #expect(scan(contents: contents) != nil)
  }

  @Test(arguments: [
    "BT 3 Tr /F 12 Tf 20 20 Td (in front of \\) it) Tj [(a) -20 (b)] TJ ET " + Self.drawing,
    Self.drawing + " BT 3 Tr /F 1 Tf (behind) Tj ET /P <</MCID 0>> BDC 0 0 5 5 re f EMC",
  ])
  func `text that is not seen changes nothing, nor what comes later`(drawing: String) {
    #expect(scan(drawing: drawing) != nil)
  }

  @Test(arguments: [
    "", "Q Q Q", "/T Do", "/S 1 Do", "q 240 0 0 168 0 cm /S Do Q", "/G gs " + Self.drawing,
    "0 0 9 9 re W n " + Self.drawing, "/OC /M BDC " + Self.drawing + " EMC",
    "q -240 0 0 168 240 0 cm /S Do Q", "q 0 168 -240 0 240 0 cm /S Do Q",
    "q 240 1 0 168 0 0 cm /S Do Q", "BT 7 Tr (A) Tj ET " + Self.drawing,
    "BI /W 1 /H 1 ID x EI " + Self.drawing, "q 240 0 0 168 0 0 cm %\n/S Do Q", "(((" + Self.drawing,
    String(repeating: "q ", count: 100) + Self.drawing,
    String(repeating: "1 ", count: 100) + Self.drawing,
    String(repeating: "[", count: 100) + Self.drawing,
  ])
  func `whatever may change how it looks is looked at`(drawing: String) {
    #expect(scan(drawing: drawing) == nil)
  }

  @Test(arguments: [
    "/Decode[ 1 0 1 0 1 0]", "/SMask 9 0 R ", "/Mask 9 0 R ", "/ImageMask true", "/OC 9 0 R ",
    "/DecodeParms<</ColorTransform 0>>", "/Intent/Perceptual", "/Width 1000",
  ])
  func `a picture with more than samples is looked at`(more: String) {
    #expect(scan(picture: Self.picture + more) == nil)
    #expect(scan(picture: Self.picture + "/Interpolate true/Metadata 9 0 R ") != nil)
  }

  @Test(arguments: [
    ("DeviceRGB", "DeviceCMYK"), ("/DeviceRGB", " 9 0 R "), ("DCTDecode", "FlateDecode"),
    ("/DCTDecode", "[/FlateDecode/DCTDecode]"), ("Component 8", "Component 4"), ("Image", "Form"),
    ("Width 1000", "Width 1000.5"),
  ])
  func `a picture of another kind is none`(old: String, new: String) {
    #expect(scan(picture: Self.picture.replacing(old, with: new)) == nil)
  }

  @Test func `colors that are replaced make it none`() {
    #expect(scan(resources: "<</ColorSpace<</DefaultRGB 9 0 R >>/XObject 8 0 R >>") == nil)
  }

  @Test func `no byte of a document is believed`() {
    let cutShort = ["", "\n", "\n\n", "\n\n1 0 obj", "\n\n1 0 obj<<", "\n\n4 0 obj<</Type/Page>>"]
    for text in cutShort {
      #expect(PlainScan(in: Array(text.utf8)) == nil)
    }
    #expect(PlainScan(in: Array("\n\n1 0 obj<</Length -5>>stream\nx".utf8)) == nil)
    #expect(PlainScan(in: Array("\n\n1 0 obj<</Length 1e400>>stream\nx".utf8)) == nil)
  }
}
