import ByteText

/// What is asked of a book, in the words of the IIIF Presentation API.
package enum PresentationRoute: Equatable, Sendable {
  case manifest
  /// A folder's folders and documents.
  case collection
  /// A page, by its number in the order of reading, from 1.
  case canvas(Int)
  /// An entry of the outline, by its number in the order of the manifest, from 1.
  case range(Int)

  /// Digits that numbers of pages and entries have at most.
  private static let longestNumber = 6

  /// Reads what stands behind a book's name; nil for what names neither a canvas nor a range.
  ///
  /// - Parameters:
  ///   - folder: the part before the last.
  ///   - file: the last part.
  init?(folder: ArraySlice<UInt8>, file: ArraySlice<UInt8>) {
    if folder.equals("canvas"), let page = Self.page(file) {
      self = .canvas(page)
    } else if folder.equals("range"), let entry = Self.number(file) {
      self = .range(entry)
    } else {
      return nil
    }
  }

  /// The number of a page as addresses have it: `p12`.
  static func page(_ file: ArraySlice<UInt8>) -> Int? {
    file.first == UInt8(ascii: "p") ? number(file.dropFirst()) : nil
  }

  /// A number from 1, with one way to write it.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.count <= longestNumber, let number = PathNumber.index(digits), number > 0
    else { return nil }
    return Int(number)
  }
}
