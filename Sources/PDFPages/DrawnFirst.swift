/// The picture that is drawn before all others, where nothing is done to it but that it is laid
/// somewhere, upright.
struct DrawnFirst {
  /// A matrix that neither turns nor mirrors.
  private struct Matrix {
    var (scaleX, scaleY, x, y) = (1.0, 1.0, 0.0, 0.0)
  }

  let name: String
  let (left, bottom, width, height): (Double, Double, Double, Double)

  /// Orders that are of text alone.
  private static let ofText: Set = [
    "BT", "ET", "Tf", "Td", "TD", "Tm", "T*", "Tj", "TJ", "'", "\"", "Tz", "Tc", "Tw", "TL", "Ts",
  ]
  /// Text that is not seen; of the others, some are what all that follows is cut out by.
  private static let unseen = 3.0
  /// Operands of an order, and matrices that are kept: more have no meaning here.
  private static let most = 64

  init?(by orders: [UInt8]) {
    var reader = PlainReader(orders[...])
    var (matrix, kept, operands) = (Matrix(), [Matrix](), [PlainObject]())
    while let token = reader.next() {
      switch token {
      case .object(let object):
        guard operands.count < Self.most else { return nil }
        operands.append(object)
        continue
      case .word("q"):
        guard kept.count < Self.most else { return nil }
        kept.append(matrix)
      case .word("Q"): matrix = kept.popLast() ?? Matrix()
      case .word("cm"):
        let by = operands.compactMap(\.number)
        guard operands.count == 6, by.count == 6, by[1] == 0, by[2] == 0, by[0] > 0, by[3] > 0
        else { return nil }
        matrix.x += matrix.scaleX * by[4]
        matrix.y += matrix.scaleY * by[5]
        matrix.scaleX *= by[0]
        matrix.scaleY *= by[3]
      case .word("Tr"):
        guard operands == [.number(Self.unseen)] else { return nil }
      case .word("Do"):
        guard operands.count == 1, case .name(let name) = operands[0] else { return nil }
        self.name = name
        (left, bottom) = (matrix.x, matrix.y)
        (width, height) = (matrix.scaleX, matrix.scaleY)
        return
      case .word(let word):
        guard Self.ofText.contains(word) else { return nil }
      }
      operands = []
    }
    return nil
  }
}
