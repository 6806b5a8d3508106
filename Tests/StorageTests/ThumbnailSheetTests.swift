import Testing

@testable import Storage

@Suite struct ThumbnailSheetTests {
  private func picture(_ length: Int, print: UInt64 = 0x8000_0000_0000_0001)
    -> ThumbnailSheet.Picture
  {
    ThumbnailSheet.Picture(print: print, bytes: (0..<length).map { UInt8(truncatingIfNeeded: $0) })
  }

  @Test(arguments: [(1, 1), (64, 1), (65, 2), (100_000, 1563)])
  func `pages that lie beside each other are on one sheet`(page: Int, number: Int) {
    #expect(ThumbnailSheet.number(ofPage: page) == number)
  }

  @Test func `what was put is read again`() {
    var sheet = ThumbnailSheet(2)
    let isFirstPut = sheet.put(picture(0), page: 65)
    #expect(isFirstPut)
    let isLastPut = sheet.put(picture(300), page: 128)
    #expect(isLastPut)
    let isLongestPut = sheet.put(picture(ThumbnailSheet.longestPicture, print: 7), page: 90)
    #expect(isLongestPut)
    #expect(ThumbnailSheet(2, parsing: sheet.bytes) == sheet)
    #expect(ThumbnailSheet(2, parsing: []) == ThumbnailSheet(2))
    // The last word holds.
    let isPutAnew = sheet.put(picture(5), page: 128)
    #expect(isPutAnew)
    #expect(ThumbnailSheet(2, parsing: sheet.bytes)?.pictures[128] == picture(5))
  }

  @Test(arguments: [0, -1, 64, 129])
  func `a page of another sheet is not put`(page: Int) {
    var sheet = ThumbnailSheet(2)
    let isPut = sheet.put(picture(1), page: page)
    #expect(!isPut)
    #expect(sheet == ThumbnailSheet(2))
  }

  @Test func `a full sheet is as long as one may be, and no picture makes it longer`() {
    var sheet = ThumbnailSheet(1)
    for page in 1...ThumbnailSheet.pageCount {
      sheet.put(picture(ThumbnailSheet.longestPicture), page: page)
    }
    let isPut = sheet.put(picture(ThumbnailSheet.longestPicture + 1), page: 1)
    #expect(!isPut)
    #expect(sheet.bytes.count == ThumbnailSheet.longest)
    #expect(sheet.bytes.count == DocumentShelf.Kind.thumbnails(sheet: 1).longest)
  }

  @Test func `what no sheet is like is none`() {
    var sheet = ThumbnailSheet(1)
    sheet.put(picture(40), page: 3)
    let bytes = sheet.bytes
    for count in 1..<bytes.count {
      #expect(ThumbnailSheet(1, parsing: Array(bytes.prefix(count))) == nil, "\(count) bytes")
    }
    #expect(ThumbnailSheet(1, parsing: bytes + bytes) == nil)
    #expect(ThumbnailSheet(2, parsing: bytes) == nil)
    #expect(ThumbnailSheet(1, parsing: [UInt8](repeating: 0xff, count: 100)) == nil)
  }
}
