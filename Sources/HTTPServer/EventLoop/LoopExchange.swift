import HTTPWire
import Posix

/// The way back to one request's connection.
final class LoopExchange: Exchange {
  private let mailbox: Mailbox
  private let registration: Registration
  private let number: UInt64
  let host: UInt64

  init(_ mailbox: Mailbox, _ registration: Registration, number: UInt64, host: UInt64) {
    self.host = host
    self.mailbox = mailbox
    self.registration = registration
    self.number = number
  }

  func answer(_ response: Response) {
    mailbox.post(.answer(registration, exchange: number, response))
  }

  func supply(_ piece: BodyPiece) {
    mailbox.post(.piece(registration, exchange: number, piece))
  }
}
