import BookText
import SeededNumbers
import Testing

@Suite struct RecognizedTextTests {
  private static let hocr = """
    <?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN" "x.dtd">
    <html><head><meta charset="utf-8"><title>none > of it</title></head><body>
    <div class='ocr_page' title='image "a.png"; bbox 0 0 1000 2000; ppageno 0'><!-- <b> -->
     <p class='ocr_par'><span class='ocr_line' title="bbox 100 100 500 140">
      <span class='ocrx_word' title='bbox 100 100 200 140; x_wconf 96'><strong>Caf&eacute; &amp;</strong></span>
      <span class='ocrx_word' title='bbox 210 100 500 140'>foot-</span></span>
     <span class='ocr_line'><span class='ocrx_word' title='bbox 100 150 300 190'>ball&#x2019;s</span></span>
    </div><div class="ocr_page" title="bbox 0 0 10 10"></div></body></html>
    """
  private static let alto = """
    <alto xmlns="http://www.loc.gov/standards/alto/ns-v3#"><Description><MeasurementUnit>mm10</MeasurementUnit>
    </Description><Layout><Page WIDTH="1000" HEIGHT="2000"><PrintSpace WIDTH="1" HEIGHT="1"><TextBlock>
    <TextLine HPOS="100"><String CONTENT="One&quot;" HPOS="100" VPOS="100" WIDTH="100" HEIGHT="40"/><SP/>
    <String CONTENT='foot' HPOS="210" VPOS="100" WIDTH="290" HEIGHT="40"/><HYP CONTENT="-"/></TextLine>
    <TextLine><String CONTENT="ball" HPOS="1e2" VPOS="150" WIDTH="200" HEIGHT="40"/></TextLine>
    </TextBlock></PrintSpace></Page></Layout></alto>
    """
  private static let page = """
    <pc:PcGts xmlns:pc="x"><pc:Page imageWidth="1000" imageHeight="2000"><pc:TextRegion>
    <pc:Coords points="0,0 1,1"/><pc:TextLine><pc:Coords points="100,100 500,100 500,140"/>
    <pc:Word><pc:Coords points="200,140 100,100"/><pc:Glyph><pc:Coords points="1,1 2,2"/><pc:TextEquiv>
    <pc:Unicode>O</pc:Unicode></pc:TextEquiv></pc:Glyph><pc:TextEquiv index="0"><pc:Unicode>One</pc:Unicode></pc:TextEquiv>
    <pc:TextEquiv index="1"><pc:Unicode>Once</pc:Unicode></pc:TextEquiv></pc:Word>
    <pc:TextEquiv><pc:Unicode>One of the line</pc:Unicode></pc:TextEquiv></pc:TextLine>
    <pc:TextLine><pc:Coords points="0,200 1000,240"/><pc:TextEquiv><pc:Unicode><![CDATA[two <words>]]></pc:Unicode>
    </pc:TextEquiv></pc:TextLine></pc:TextRegion></pc:Page></pc:PcGts>
    """

  private func lines(_ page: PageText) -> [String] { page.lines.map { page.text(of: $0) } }

  @Test func `hOCR tells pages, lines and words by classes`() throws {
    let pages = try RecognizedText.pages(in: Array(Self.hocr.utf8), .hocr)
    #expect(pages.map(\.words.count) == [4, 0])
    #expect(lines(pages[0]) == ["Caf&eacute; & foot-", "ball’s"])
    #expect(pages[0].words.map(\.isParted) == [false, false, true, false])
    let box = try #require(pages[0].box(of: 2..<3))
    #expect(box == TextBox(shares: 0.21, top: 0.05, right: 0.5, bottom: 0.07))
  }

  @Test func `ALTO has boxes in a unit that its page is measured in, too`() throws {
    let pages = try RecognizedText.pages(in: Array(Self.alto.utf8), .xml)
    #expect(pages.map(lines) == [["One\" foot-", "ball"]])
    #expect(pages[0].box(of: 2..<3) == TextBox(shares: 0.1, top: 0.075, right: 0.3, bottom: 0.095))
    #expect(pages[0].words[1].isParted)
  }

  @Test func `PAGE tells words, or lines where it has none`() throws {
    let pages = try RecognizedText.pages(in: Array(Self.page.utf8), .xml)
    #expect(pages.map(lines) == [["One", "two <words>"]])
    #expect(pages[0].box(of: 0..<1) == TextBox(shares: 0.1, top: 0.05, right: 0.2, bottom: 0.07))
    // A line's words have their shares of it.
    let second = try #require(pages[0].box(of: 2..<3))
    #expect(second.left > 20_000 && second.right == 65_535)
  }

  @Test func `plain text has pages and no boxes`() throws {
    let pages = try RecognizedText.pages(in: Array("One two\nthree\u{0C}four".utf8), .plain)
    #expect(pages.map(lines) == [["One two", "three"], ["four"]])
    #expect(pages[0].box(of: 0..<2) == nil)
  }

  @Test(arguments: [
    (Self.alto, true), (Self.page, true),
    ("<?xml version='1.0'?><!-- <alto> --><MD_Metadata/>", false),
    ("<!DOCTYPE alto [<!ENTITY a 'b'>]>\n<x:alto xmlns:x='y'>", true), ("", false), ("alto", false),
  ])
  func `an XML file is taken for words by its first element`(text: String, isOne: Bool) {
    #expect(RecognizedText.isOfWords(Array(text.utf8)) == isOne)
  }

  @Test func `a text has as many words as anybody reads`() throws {
    let words = Array(String(repeating: "a b\u{0C}", count: 20_000).utf8)
    #expect(try RecognizedText.pages(in: words, .plain).count == 20_001)
    let page = [UInt8](String(repeating: "a ", count: RecognizedText.mostWords / 5).utf8)
    let many = Array(Array(repeating: page, count: 6).joined(separator: [0x0C]))
    #expect(throws: RecognizedText.Problem.tooManyWords) {
      try RecognizedText.pages(in: many, .plain)
    }
  }

  @Test func `what is none of them is refused`() {
    #expect(throws: RecognizedText.Problem.unknown) {
      try RecognizedText.pages(in: Array("<svg/>".utf8), .xml)
    }
    #expect(throws: RecognizedText.Problem.unknown) { try RecognizedText.pages(in: [], .xml) }
    #expect(throws: RecognizedText.Problem.noText) {
      try RecognizedText.pages(in: [0x3C, 0xFF], .hocr)
    }
    let deep = String(repeating: "<alto>", count: 101)
    #expect(throws: RecognizedText.Problem.tooDeep) {
      try RecognizedText.pages(in: Array(deep.utf8), .xml)
    }
  }

  @Test func `whatever is changed in a file, it is read or refused`() {
    var numbers = SplitMix(seed: 11)
    for (text, kind) in [
      (Self.hocr, RecognizedText.Kind.hocr), (Self.alto, .xml), (Self.page, .xml),
    ] {
      for _ in 0..<2000 {
        var bytes = Array(text.utf8)
        for _ in 0...Int(numbers.next() % 4) {
          let place = Int(numbers.next() % UInt64(bytes.count))
          if numbers.next() % 2 == 0 {
            bytes.remove(at: place)
          } else {
            bytes[place] = UInt8(truncatingIfNeeded: numbers.next() % 128)
          }
        }
        for page in (try? RecognizedText.pages(in: bytes, kind)) ?? [] {
          #expect(PageText(parsing: page.record[...]) == page)
        }
      }
    }
  }
}
