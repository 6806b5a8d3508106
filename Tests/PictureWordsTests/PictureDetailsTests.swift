import ByteText
import PictureWords
import PyramidFormat
import PyramidSamples
import SeededNumbers
import Testing

/// What pictures say of themselves, in each of the places where they say it.
@Suite struct PictureDetailsTests {
  static func details(
    _ bytes: [UInt8], _ container: PictureContainer = .jpeg, tellingPlace place: Bool = false
  ) throws -> PictureDetails {
    try PictureHead(of: MemorySource(bytes), container, .words).details(tellingPlace: place)
  }

  /// A block with two directories: TIFF's and EXIF's.
  static func exif(
    _ texts: [(tag: UInt16, text: String)], inner: [WordBytes.Field] = []
  ) -> [UInt8] {
    WordBytes.tiff(texts.map { .text($0.tag, $0.text) }, inner: inner)
  }

  static func xmp(_ properties: String) -> [UInt8] {
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
      <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
      xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:p="http://ns.adobe.com/photoshop/1.0/"
      xmlns:w="http://ns.adobe.com/xap/1.0/rights/" xmlns:cc="http://creativecommons.org/ns#">
      \(properties)</r:RDF></x:xmpmeta>\n<?xpacket end="w"?>
      """.utf8)
  }

  static func jpeg(
    exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [(UInt8, [UInt8])]? = nil
  ) -> [UInt8] {
    var segments: [[UInt8]] = []
    if let exif { segments.append(HeadBytes.exif(exif)) }
    if let xmp {
      segments.append(
        HeadBytes.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp))
    }
    if let iptc {
      segments.append(
        HeadBytes.segment(
          0xED,
          Array("Photoshop 3.0\0".utf8) + WordBytes.resource(0x0425, [1, 2, 3])
            + WordBytes.resource(0x0404, WordBytes.iptc(iptc))))
    }
    return HeadBytes.jpeg(30, 20, segments)
  }

  @Test func `EXIF tells who, what, when and with what`() throws {
    let block = Self.exif(
      [
        (270, "A bridge\r\n in  fog"), (271, "Canon"), (272, "EOS R5"), (315, "Ann; Bob"),
        (33432, "(c) Ann\0(c) Editor"),
      ],
      inner: [
        .fraction(33434, 1, 250), .fraction(33437, 28, 10), .number(34855, 400),
        .text(36867, "2024:05:17 10:02:33"), .text(36881, "+02:00"), .fraction(37386, 35, 1),
        .text(42036, "RF 35"),
      ])
    let details = try Self.details(Self.jpeg(exif: block))
    #expect(details.description == "A bridge in fog" && details.creator == "Ann; Bob")
    #expect(details.attribution == "(c) Ann" && details.rights == nil && details.title == nil)
    #expect(details.date == "2024-05-17T10:02:33+02:00")
    #expect(details.camera.make == "Canon" && details.camera.model == "EOS R5")
    #expect(details.camera.lens == "RF 35" && details.camera.exposureTime == 0.004)
    #expect(details.camera.fNumber == 2.8 && details.camera.focalLength == 35)
    #expect(details.camera.sensitivity == 400)
  }

  @Test func `XMP tells the same by properties, whatever its prefixes`() throws {
    let packet = Self.xmp(
      """
      <r:Description p:DateCreated="1889-05" w:WebStatement="https://example.org/rights">
      <d:title><r:Alt><r:li xml:lang="de">Brücke</r:li><r:li xml:lang="x-default">Bridge &amp; fog\
      </r:li></r:Alt></d:title>
      <d:creator><r:Seq><r:li>Ann</r:li><r:li>B&#x6F;b</r:li></r:Seq></d:creator>
      <d:rights><r:Alt><r:li xml:lang="en"><![CDATA[Public <domain>]]></r:li></r:Alt></d:rights>
      <cc:license r:resource="https://creativecommons.org/licenses/by/4.0/"/>
      <d:nested r:parseType="Resource"><d:title>no title</d:title></d:nested>
      <!-- <d:title>none either</d:title> -->
      </r:Description>
      """)
    let details = try Self.details(Self.jpeg(xmp: packet))
    #expect(details.title == "Bridge & fog" && details.creator == "Ann; Bob")
    #expect(details.attribution == "Public <domain>" && details.date == "1889-05")
    #expect(details.rights == "https://creativecommons.org/licenses/by/4.0/")
    let png = HeadBytes.png(
      3, 2,
      [
        HeadBytes.chunk("IDAT", [UInt8](repeating: 7, count: 9000)),
        HeadBytes.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet),
      ])
    #expect(try Self.details(png, .png).title == "Bridge & fog")
    let webp = HeadBytes.webp([
      HeadBytes.webpChunk("VP8 ", [UInt8](repeating: 7, count: 9001)),
      HeadBytes.webpChunk("XMP ", packet),
    ])
    #expect(try Self.details(webp, .webp).title == "Bridge & fog")
    let tiff = WordBytes.tiff([.bytes(700, packet)], inner: [])
    #expect(try Self.details(tiff, .tiff).title == "Bridge & fog")
    let heif = HeadBytes.heif(exif: Self.exif([(271, "Apple")]), xmp: packet)
    #expect(try Self.details(heif, .heif).title == "Bridge & fog")
    #expect(try Self.details(heif, .heif).camera.make == "Apple")
  }

  @Test func `IPTC tells the same, in UTF-8 or as it was before`() throws {
    for name in [Array("Zoé".utf8), Array("Zo".utf8) + [0xE9]] {
      let details = try Self.details(
        Self.jpeg(iptc: [
          (5, Array("Title".utf8)), (55, Array("20240500".utf8)), (80, name), (80, name),
          (116, Array("http://rightsstatements.org/vocab/InC/1.0/".utf8)),
          (120, Array("Caption".utf8)),
        ]))
      #expect(details.title == "Title" && details.description == "Caption")
      #expect(details.creator == "Zoé; Zoé" && details.date == "2024-05")
      #expect(details.rights == "http://rightsstatements.org/vocab/InC/1.0/")
    }
    let timed = try Self.details(
      Self.jpeg(iptc: [(55, Array("20240517".utf8)), (60, Array("100233+0200".utf8))]))
    #expect(timed.date == "2024-05-17T10:02:33+02:00")
  }

  @Test func `EXIF comes before XMP, and that before IPTC`() throws {
    let exif = Self.exif([(270, "from EXIF")])
    let xmp = Self.xmp(
      """
      <r:Description><d:description>from XMP</d:description><d:creator>from XMP</d:creator>
      </r:Description>
      """)
    let iptc = [5, 80, 120].map { (UInt8($0), Array("from IPTC".utf8)) }
    let details = try Self.details(Self.jpeg(exif: exif, xmp: xmp, iptc: iptc))
    #expect(details.description == "from EXIF" && details.creator == "from XMP")
    #expect(details.title == "from IPTC")
  }

  @Test func `what programs write for themselves is nobody's words`() throws {
    for note in [
      "{\"shape\": [1, 2]}", "<OME></OME>", "OLYMPUS DIGITAL CAMERA", "   ", "\u{1}\u{202E}",
    ] {
      #expect(try Self.details(Self.jpeg(exif: Self.exif([(270, note)]))).isEmpty, "\(note)")
    }
    let slide = WordBytes.tiff(
      [.text(270, "Aperio Image Library v1\r\n46000x32914 |AppMag = 20|MPP = 0.4990|x = 1")],
      inner: [])
    let details = try Self.details(slide, .tiff)
    #expect(details.description == nil && details.pixelsPerMeter.map { 1e6 / $0 } == 0.499)
  }

  @Test func `resolution is that of scans, not of screens and cameras`() throws {
    func dots(_ across: UInt32, _ unit: UInt16, inner: [WordBytes.Field] = []) throws -> Double? {
      let block = WordBytes.tiff(
        [.fraction(282, across, 1), .fraction(283, across, 1), .number(296, unit)], inner: inner)
      return try Self.details(Self.jpeg(exif: block)).pixelsPerMeter
    }
    #expect(try dots(254, 2).map { $0.rounded() } == 10_000 && dots(400, 3) == 40_000)
    #expect(try dots(72, 2) == nil && dots(96, 2) == nil && dots(300, 1) == nil)
    #expect(try dots(300, 2, inner: [.fraction(33434, 1, 60)]) == nil)
    let png = HeadBytes.png(
      3, 2,
      [
        HeadBytes.chunk(
          "pHYs", HeadBytes.bigEndian(11_811, 4) + HeadBytes.bigEndian(11_811, 4) + [1])
      ])
    #expect(try Self.details(png, .png).pixelsPerMeter == 11_811)
  }

  @Test func `places are told to who asks for them, and to nobody else`() throws {
    let exif = WordBytes.tiff(
      [.text(315, "Ann")],
      inner: [
        .text(1, "S"), .wholes(2, [48, 12, 36]), .text(3, "E"), .wholes(4, [11, 30, 0]),
      ], innerTag: 34853)
    let packet = Self.xmp(
      """
      <r:Description xmlns:e="http://ns.adobe.com/exif/1.0/" e:GPSLatitude="48,12.6N"
      e:GPSLongitude="11,30,0W"/>
      """)
    for (bytes, place) in [
      (Self.jpeg(exif: exif), PicturePlace(latitude: -48.21, longitude: 11.5)),
      (Self.jpeg(xmp: packet), PicturePlace(latitude: 48.21, longitude: -11.5)),
    ] {
      #expect(try Self.details(bytes).place == nil)
      #expect(try Self.details(bytes, tellingPlace: true).place == place && place != nil)
    }
    let nowhere = WordBytes.tiff(
      [],
      inner: [.text(1, "N"), .wholes(2, [0, 0, 0]), .text(3, "E"), .wholes(4, [0, 0, 0])],
      innerTag: 34853)
    #expect(try Self.details(Self.jpeg(exif: nowhere), tellingPlace: true).isEmpty)
  }

  @Test func `PNG tells by keywords`() throws {
    let png = HeadBytes.png(
      3, 2,
      [
        HeadBytes.chunk("tEXt", Array("Title\0Caf".utf8) + [0xE9]),
        HeadBytes.chunk("iTXt", Array("Author\0\0\0fr\0Auteur\0Zoé".utf8)),
        HeadBytes.chunk("iTXt", Array("Description\0\u{1}\0\0\0zipped".utf8)),
        HeadBytes.chunk("tEXt", Array("Copyright".utf8)),
      ])
    let details = try Self.details(png, .png)
    #expect(details.title == "Café" && details.creator == "Zoé")
    #expect(details.description == nil && details.attribution == nil)
  }

  @Test func `text has bounds, and nothing in it that is not to be seen`() throws {
    let long = String(repeating: "é", count: 9000)
    let block = Self.exif([(270, long), (315, "a\u{0}b"), (33432, "x\u{202E}y\u{7F}\u{1B}[2J z")])
    let details = try Self.details(Self.jpeg(exif: block))
    #expect(details.description?.count == 5000 && details.creator == "a")
    #expect(details.attribution == "xy[2J z")
  }

  @Test(
    arguments: [
      "<!DOCTYPE a [<!ENTITY b \"c\">]><a/>", "<a><b></a></b>", "<a", "<a b=c/>", "</a>", "<a>",
      String(repeating: "<a>", count: 100), String(repeating: "<a>", count: 20_000),
      "<a " + String(repeating: "b='c' ", count: 9000) + "/>",
      "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a>&b;</a>",
      "<a>" + String(repeating: "<", count: 60_000),
      String(repeating: "<!--", count: 15_000), "<a b='" + String(repeating: "x", count: 60_000),
      String(repeating: " ", count: 300_000),
    ])
  func `what is no packet says nothing`(text: String) {
    #expect(XMPWords.read(Array(text.utf8), tellingPlace: true) == nil)
  }

  @Test func `entities are those that every text has`() {
    let packet = Self.xmp(
      """
      <r:Description><d:title>&b; &#x41;&#66;&amp;lt; &#x110000;&#xD800;&\
      \(String(repeating: "&amp", count: 300))</d:title></r:Description>
      """)
    let title = XMPWords.read(packet, tellingPlace: false)?.title
    #expect(title?.hasPrefix("&b; AB&lt; &#x110000;&#xD800;&&amp&amp") == true)
    #expect(title?.count == 500)
  }

  @Test func `fields whose lengths lie say nothing`() throws {
    let exif = Self.exif([(270, "A text of some length"), (315, "Ann Author")])
    // A directory of 65,535 fields; a count beyond the block, and one whose bytes overflow.
    for (place, bytes) in [
      (8, [0xFF, 0xFF]), (14, [0xFF, 0xFF, 0xFF, 0x7F]), (14, [0xFF, 0xFF, 0xFF, 0xFF]),
    ] as [(Int, [UInt8])] {
      var spoiled = exif
      spoiled.replaceSubrange(place..<(place + bytes.count), with: bytes)
      #expect(try Self.details(Self.jpeg(exif: spoiled)).description == nil)
    }
    // The directory of EXIF is the one that it stands in.
    var loop = WordBytes.tiff([], inner: [.text(42036, "Lens")])
    loop.replaceSubrange(18..<22, with: [8, 0, 0, 0])
    #expect(try Self.details(Self.jpeg(exif: loop)).isEmpty)
    for length in [[0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0xFF, 0xFF]] as [[UInt8]] {
      let resource =
        Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0] + length + [0x1C, 2, 5, 0, 1, 65]
      #expect(try Self.details(HeadBytes.jpeg(3, 2, [HeadBytes.segment(0xED, resource)])).isEmpty)
    }
  }

  @Test func `sidecars say it in words of JSON5`() throws {
    let details = try SidecarWords.read(
      """
      // The card in the drawer has more.
      {title: 'Bridge', description: "Fog", creator: 'Ann', date: '1889',
       attribution: 'City archive', rights: 'http://creativecommons.org/publicdomain/mark/1.0/',
       micronsPerPixel: 0.25}
      """)
    #expect(details.title == "Bridge" && details.date == "1889")
    #expect(details.pixelsPerMeter == 4_000_000 && details.attribution == "City archive")
    for (text, line) in [
      ("{title: 1}", 1), ("{\ndate: 'May'}", 2), ("{rights: 'mine'}", 1), ("[]", 1),
      ("{\n\ncaption: 'x'}", 3), ("{micronsPerPixel: 0}", 1), ("{title: 'x'", 1),
    ] {
      let problem = #expect(throws: JSON5Problem.self, "\(text)") { try SidecarWords.read(text) }
      #expect(problem?.line == line, "\(text)")
    }
  }

  @Test func `rights are told to IIIF by the names that it takes`() {
    for (address, name) in [
      (
        "https://creativecommons.org/licenses/by/4.0/deed.de",
        "creativecommons.org/licenses/by/4.0/"
      ),
      (
        "http://creativecommons.org/publicdomain/zero/1.0",
        "creativecommons.org/publicdomain/zero/1.0/"
      ),
      (
        "https://rightsstatements.org/page/InC/1.0/?language=de",
        "rightsstatements.org/vocab/InC/1.0/"
      ),
      (
        "https://www.creativecommons.org/licenses/by/2.0/jp/",
        "creativecommons.org/licenses/by/2.0/jp/"
      ),
    ] {
      #expect(RightsStatement.name(address) == "http://" + name)
    }
    for address in [
      "https://example.org/licenses/by/4.0/", "https://creativecommons.org/licenses/",
      "https://creativecommons.org.evil.example/licenses/by/4.0/", "creativecommons",
      "https://creativecommons.org/licenses/b\"y/4.0/",
    ] {
      #expect(RightsStatement.name(address) == nil)
    }
  }

  /// Cut anywhere and spoiled anywhere, a file says something fit to be shown, or nothing.
  @Test func `no words do harm`() throws {
    let exif = Self.exif(
      [(270, "Text"), (315, "Ann")], inner: [.fraction(33434, 1, 9), .text(36867, "2024:05:17")])
    let packet = Self.xmp("<r:Description><d:title>Title &amp; more</d:title></r:Description>")
    let files: [([UInt8], PictureContainer)] = [
      (Self.jpeg(exif: exif, xmp: packet, iptc: [(5, [65]), (120, [66, 0xFF])]), .jpeg),
      (WordBytes.tiff([.bytes(700, packet), .text(270, "x")], inner: []), .tiff),
      (
        HeadBytes.png(
          3, 2,
          [
            HeadBytes.chunk("eXIf", exif), HeadBytes.chunk("tEXt", Array("Title\0x".utf8)),
            HeadBytes.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0".utf8) + packet),
          ]), .png
      ),
      (HeadBytes.heif(exif: exif, xmp: packet), .heif),
    ]
    var numbers = SplitMix(seed: 12)
    for (bytes, container) in files {
      for count in stride(from: 0, to: bytes.count, by: 3) {
        _ = try Self.details(Array(bytes[..<count]), container)
      }
      for _ in 0..<1500 {
        var spoiled = bytes
        for _ in 0..<numbers.int(1...4) {
          spoiled[numbers.int(0...(bytes.count - 1))] = UInt8(numbers.int(0...255))
        }
        let details = try Self.details(spoiled, container)
        for text in [details.title, details.description, details.creator, details.date] {
          let isFit = text?.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
          #expect(isFit ?? true)
        }
      }
    }
  }
}
