import Digests
import Posix
import PyramidFile
import PyramidFormat

/// Where the bytes of an open pyramid are.
///
/// An enum and no protocol: each stored tile asks it, and pays no more than a comparison for that.
enum PyramidBytes: Sendable {
  /// All of them in a file of this machine.
  case here
  /// In the copy of a file that lies elsewhere, which fills as they are wanted; of its tiles, which
  /// are what was written, where anybody can tell and there is doubt.
  case copied(any FarBytes, TileProofs?)

  init(of pyramid: Pyramid, in file: LocalFile) {
    guard let far = file.far else {
      self = .here
      return
    }
    self = .copied(far, far.wasWrittenHere ? nil : TileProofs(of: pyramid))
  }

  /// Whether nobody has to wait for any of them.
  var areAllHere: Bool {
    switch self {
    case .here: true
    case .copied(let far, let proofs): proofs == nil && far.isWhole
    }
  }

  /// Whether the copy has made room for others.
  var areGivenUp: Bool {
    switch self {
    case .here: false
    case .copied(let far, _): far.isGivenUp
    }
  }

  /// Whether the copy has made room for others, or is of what is no longer there.
  var areLost: Bool {
    switch self {
    case .here: false
    case .copied(let far, _): far.isGivenUp || !far.watch.isCurrent
    }
  }

  /// Whether a tile can't be sent yet.
  func lacks(_ tile: FiledTile) -> Bool {
    guard case .copied(let far, let proofs) = self else { return false }
    if let proofs, !proofs.contains(tile) { return true }
    return !far.holds(tile.range)
  }

  /// Whether a tile has come; nobody need have looked at it.
  func hasCome(_ tile: FiledTile) -> Bool {
    guard case .copied(let far, _) = self else { return true }
    return far.holds(tile.range)
  }

  /// Has tiles fetched together that are going to be brought.
  ///
  /// - Parameter tiles: of the pyramid.
  /// - Throws: that there is no room for them.
  func order(_ tiles: [FiledTile]) throws(PyramidTrouble) {
    guard case .copied(let far, _) = self else { return }
    do throws(FileError) {
      try far.order(tiles.map(\.range), .tile)
    } catch {
      throw .unreadable(error)
    }
  }

  /// Waits until tiles are here, each as it was written.
  ///
  /// - Parameters:
  ///   - tiles: of the pyramid.
  ///   - pyramid: whose bytes these are.
  /// - Throws: why they can't be had, or that what comes is something else.
  func bring(_ tiles: [FiledTile], of pyramid: Pyramid) throws(PyramidTrouble) {
    guard case .copied(let far, let proofs) = self else { return }
    do throws(FileError) {
      try far.bring(tiles.map(\.range), .tile)
    } catch {
      throw .unreadable(error)
    }
    guard let proofs else { return }
    for tile in tiles where !proofs.contains(tile) {
      try Self.prove(tile, of: pyramid, far)
      proofs.insert(tile, of: pyramid)
    }
  }

  /// Makes sure that a tile that has come is what was written; one that isn't is fetched once more,
  /// for it may have changed on its way.
  private static func prove(
    _ tile: FiledTile, of pyramid: Pyramid, _ far: any FarBytes
  ) throws(PyramidTrouble) {
    let level = pyramid.levels[tile.level]
    let expected: UInt64
    let bytes: [UInt8]
    do throws(TIFFError) {
      guard let checksum = try level.checksum(at: tile.index) else { return }
      expected = checksum
      bytes = try pyramid.tileBytes(at: tile.location)
    } catch {
      throw error.fileError.map { .unreadable($0) } ?? .damaged("\(error)")
    }
    func isIntact(_ bytes: [UInt8]) -> Bool {
      unsafe UInt64(CRC32C.of(bytes.span.bytes)) == expected
    }
    if isIntact(bytes) { return }
    let isMended: Bool
    do throws(FileError) {
      isMended = try far.bringAnew(tile.range, where: isIntact)
    } catch {
      throw .unreadable(error)
    }
    guard isMended else {
      throw .damaged("\(level.words(tile.index)) does not match its checksum")
    }
  }
}
