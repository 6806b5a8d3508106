/// One of a scan's one or three components.
package struct ScanComponent: Equatable, Sendable {
  /// Blocks side by side in an MCU, and one above the other: 1 or 2.
  package let across: Int
  package let down: Int
  /// The steps of the 64 coefficients in zigzag order, 1 to 255.
  package let steps: [UInt16]
  /// Which of the file's four tables it uses.
  package let stepsTable: Int
  package let dcTable: Int
  package let acTable: Int
  /// In samples, without the padding to whole blocks.
  package let width: Int
  package let height: Int
}
