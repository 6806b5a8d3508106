/// Why a file is not served.
package enum SourceRefusal: Equatable, Sendable {
  /// A file without a byte.
  case empty
  /// No image of a kind that can be cut.
  case noImage
  /// An image of a kind that is to be switched on first.
  case switchedOff(SourceFormat)
  case noPage(Int, of: Int)
}

extension SourceRefusal {
  /// Judges a file by its first bytes, before anything else of it is read.
  ///
  /// - Parameters:
  ///   - format: what they say; nil for none that we know.
  ///   - byteCount: of the file.
  ///   - rules: how sources are cut here.
  ///   - allowsUntrusted: whether formats are cut whose decoders aren't counted as fit for files
  ///     from strangers.
  package init?(
    of format: SourceFormat?, byteCount: Int64, by rules: CuttingRules, allowsUntrusted: Bool
  ) {
    guard byteCount > 0 else {
      self = .empty
      return
    }
    guard let format else {
      self = .noImage
      return
    }
    guard !rules.admits(format, allowsUntrusted: allowsUntrusted) else { return nil }
    self = .switchedOff(format)
  }

  /// Judges what page is asked for.
  ///
  /// - Parameters:
  ///   - page: from 1; nil where nobody said which.
  ///   - count: how many there are.
  package init?(page: Int?, of count: Int) {
    guard let page, !(1...max(1, count)).contains(page) else { return nil }
    self = .noPage(page, of: count)
  }
}
