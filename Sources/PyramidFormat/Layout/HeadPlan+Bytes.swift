extension HeadPlan {
  /// The index with all tables left zero.
  ///
  /// - Parameter drafts: those that the plan was made of.
  /// - Returns: as many bytes as the index is long.
  func bytes(of drafts: [DirectoryDraft]) -> [UInt8] {
    var head = [UInt8](repeating: 0, count: length)
    writeHeader(into: &head)
    for index in drafts.indices { write(drafts[index], at: index, into: &head) }
    return head
  }

  private func writeHeader(into head: inout [UInt8]) {
    head.store(UInt16(0x4949), at: 0)
    head.store(UInt16(isBig ? 43 : 42), at: 2)
    if isBig { head.store(UInt16(pointerLength), at: 4) }
    storePointer(starts.first ?? 0, at: headerLength - pointerLength, into: &head)
  }

  private func write(_ draft: DirectoryDraft, at index: Int, into head: inout [UInt8]) {
    let start = starts[index]
    if isBig {
      head.store(UInt64(draft.fields.count), at: start)
    } else {
      head.store(UInt16(draft.fields.count), at: start)
    }
    var entry = start + countLength
    for field in draft.fields {
      head.store(field.tag.rawValue, at: entry)
      head.store(field.type.rawValue, at: entry + 2)
      storePointer(field.count, at: entry + 4, into: &head)
      let inlinePlace = entry + entryLength - pointerLength
      let place = places[index][field.tag] ?? inlinePlace
      if place != inlinePlace { storePointer(place, at: inlinePlace, into: &head) }
      head.replaceSubrange(place..<place + field.value.count, with: field.value)
      entry += entryLength
    }
    storePointer(index + 1 < starts.count ? starts[index + 1] : 0, at: entry, into: &head)
  }

  private func storePointer(_ value: Int, at place: Int, into head: inout [UInt8]) {
    if isBig {
      head.store(UInt64(value), at: place)
    } else {
      head.store(UInt32(value), at: place)
    }
  }
}
