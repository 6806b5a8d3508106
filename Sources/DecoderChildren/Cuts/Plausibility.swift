import Sources
import TileGeometry

// What a child says is held against what one that means well can say: it has read a stranger's
// file, and its words are shown and counted with.

extension SourceFacts {
  /// Whether a source within the limits can be like that.
  ///
  /// - Parameter limits: what the child was told.
  /// - Returns: false for numbers and words that no decoder of ours answers.
  package func isPlausible(within limits: CutLimits) -> Bool {
    guard let kind = SourceFormat(rawValue: format),
      ImageSize(width: Int64(width), height: Int64(height)) != nil,
      pixels <= limits.pixels(of: kind)
    else { return false }
    let texts =
      [samples, profile] + [chroma, roadReason, page?.label].compactMap(\.self) + warnings
    let mostPages = page == nil && kind != .djvu ? limits.pages : CutLimits.documentPages
    return (1...limits.bands).contains(bands) && (1...8).contains(orientation)
      && (1...mostPages).contains(pages) && (page?.isPlausible(among: pages) ?? true)
      && (0...1e9).contains(estimatedSeconds)
      && (0...1 << 50).contains(estimatedBytes) && (0...1 << 50).contains(estimatedMemory)
      && warnings.count <= 16 && texts.allSatisfy(\.isOneLine)
  }
}

extension PageFacts {
  /// Whether a page can be like that.
  fileprivate func isPlausible(among pages: Int) -> Bool {
    (1...pages).contains(number) && width > 0 && height > 0 && width.isFinite && height.isFinite
  }
}

extension Comparison {
  /// Whether it is one that can be found.
  var isPlausible: Bool {
    switch self {
    case .equal(let samples): samples > 0
    case .different(let samples, let all, let first):
      all > 0 && (1...all).contains(samples) && (0...2).contains(first.plane) && first.x >= 0
        && first.y >= 0
        && first.source != first.pyramid
    case .equalBlocks(let blocks): blocks > 0
    case .differentBlocks(let blocks, let all, let first):
      all > 0 && (1...all).contains(blocks) && (0...2).contains(first.plane) && first.x >= 0
        && first.y >= 0
    case .size(let width, let height): width > 0 && height > 0
    case .chroma(let across, let down): ChromaSampling(across: across, down: down) != nil
    case .color: true
    }
  }
}

extension CutFailure {
  /// The failure as it may be told on: a child knows nothing of how others ended, and its words are
  /// shown to people.
  package var told: CutFailure {
    let words = words.isOneLine && !words.namesAPlace ? words : "it can't be decoded"
    switch cause {
    case .source, .limit, .environment: return CutFailure(cause, words)
    case .deadline, .died, .changed, .interrupted: return CutFailure(.source, words)
    }
  }
}

extension String {
  /// Short, and without what moves a terminal's cursor.
  var isOneLine: Bool {
    utf8.count <= 1000 && isWithoutControls
  }

  /// Without what moves a terminal's cursor.
  var isWithoutControls: Bool {
    unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  /// Libraries name the fonts and files of this host that they miss.
  fileprivate var namesAPlace: Bool {
    split { $0.isWhitespace || "\"'`(<[=:;,".contains($0) }.contains { $0.hasPrefix("/") }
  }
}
