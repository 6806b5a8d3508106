import Posix

/// What outlives the process.
extension CopyShelf {
  /// What an earlier process has left of an object; nobody else gets it any more.
  func takeLeft(of object: [UInt8]) -> KeptCopies.Found? {
    state.change { $0.left.removeValue(forKey: object) }
  }

  /// It is not of use now, and may be later.
  func putBack(_ found: KeptCopies.Found) {
    let isOther = state.change { state in
      guard state.left[found.map.object] == nil else { return true }
      state.left[found.map.object] = found
      return false
    }
    if isOther { drop(found) }
  }

  /// It is of no use any more.
  func drop(_ found: KeptCopies.Found) {
    kept?.remove(found.place)
    giveBack(found.map.held)
  }

  /// Tells those who come after this process what has come by now.
  ///
  /// A file system that is slow keeps its caller waiting.
  package func save() { save(isEnd: false) }

  /// The same at the end: from now on copies stay, whatever becomes of who has them.
  package func close() {
    save(isEnd: true)
    kept?.close()
  }

  private func save(isEnd: Bool) {
    guard let kept else { return }
    for copy in state.read({ $0.files.values.map(\.copy) }) { copy.save(to: kept, isEnd: isEnd) }
  }
}
