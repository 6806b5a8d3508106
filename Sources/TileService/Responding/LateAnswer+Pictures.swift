import HTTPWire

/// Pictures that workers make.
extension LateAnswer {
  /// - Parameters:
  ///   - order: all that it is made of is here.
  ///   - reply: what is told besides.
  ///   - asker: waits for it.
  func make(_ order: PictureOrder, _ reply: PictureReply, for asker: LateAsker) {
    let isTaken = service.pictures.request(order, for: waiting) { result in
      asker.answer(with: reply.response(result))
    }
    if !isTaken { asker.refuse(.overloaded) }
  }
}
