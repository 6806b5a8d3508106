import HTTPWire

/// Pictures that workers make.
extension LateAnswer {
  func make(_ order: PictureOrder, _ reply: PictureReply, for asker: LateAsker) {
    guard !order.image.bytes.areAllHere else { return begin(order, reply, asker) }
    // Workers never wait for the network: what they will read is here before they begin.
    line(in: service.openings, for: asker) {
      do throws(NotServed) {
        try self.service.bringTiles(of: order)
        self.begin(order, reply, asker)
      } catch {
        asker.refuse(error)
      }
    }
  }

  private func begin(_ order: PictureOrder, _ reply: PictureReply, _ asker: LateAsker) {
    let isTaken = service.pictures.request(order, for: waiting) { result in
      asker.answer(with: reply.response(result))
    }
    if !isTaken { asker.refuse(.overloaded) }
  }
}
