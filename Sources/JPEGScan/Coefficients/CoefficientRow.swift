/// A row of tiles as a scan's coefficients that are not zero, and its samples as the next level has
/// them.
///
/// The thread that reads the scan fills it; then tiles are made of it by any thread. That nobody
/// fills it meanwhile is the cut's schedule's to see to, which `@unchecked Sendable` rests on.
@safe
package final class CoefficientRow: @unchecked Sendable {
  package let shrunk: ShrunkPlanes
  /// The row of MCUs, of the scan's, that the row of tiles begins with; below 0 where that is not
  /// there.
  private(set) var top = 0
  /// The scan's rows of MCUs in it.
  private(set) var mcuRows = 0..<0
  /// Those of each block behind each other, the first always its DC.
  private(set) var coefficients: UnsafeMutablePointer<PlacedCoefficient>
  /// Where in ``coefficients`` each block's begin, in the scan's order; one more than there are.
  let starts: UnsafeMutablePointer<UInt32>
  private var capacity: Int
  private var blocks = 0

  /// What an MCU comes to at most: ten blocks of 64, and one that is written and not kept.
  private static let mcuRoom = 10 * 64 + 1

  package init(_ plan: CoefficientPlan) {
    shrunk = ShrunkPlanes(
      plan.header, tileSide: plan.tileSide, quartersChroma: plan.quartersChroma,
      columns: (plan.header.width + plan.tileSide - 1) / plan.tileSide)
    let most = plan.header.mcusAcross * plan.tileDown * plan.header.blocks.count
    unsafe starts = .allocate(capacity: most + 1)
    unsafe starts[0] = 0
    // More than photographs have: what is never written takes no memory, and to grow takes twice.
    capacity = most * 20 + Self.mcuRoom
    unsafe coefficients = .allocate(capacity: capacity)
  }

  deinit {
    unsafe starts.deallocate()
    unsafe coefficients.deallocate()
  }

  /// How many coefficients are kept.
  private var count: Int { Int(unsafe starts[blocks]) }

  /// Begins anew.
  ///
  /// - Parameters:
  ///   - row: of tiles.
  ///   - plan: that it is a row of.
  func clear(for row: Int, of plan: CoefficientPlan) {
    blocks = 0
    top = row * plan.tileDown - plan.leadDown
    mcuRows = max(0, top)..<min(plan.header.mcusDown, top + plan.tileDown)
  }

  /// Makes room for an MCU.
  @inline(__always)
  func reserveMCU() {
    if count &+ Self.mcuRoom > capacity { grow() }
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutablePointer<PlacedCoefficient>.allocate(capacity: capacity * 2)
    unsafe larger.update(from: coefficients, count: count)
    unsafe coefficients.deallocate()
    unsafe coefficients = unsafe larger
    capacity *= 2
  }

  /// Where the next block's coefficients go.
  @inline(__always)
  var end: UnsafeMutablePointer<PlacedCoefficient> { unsafe coefficients + count }

  /// Ends a block.
  @inline(__always)
  func endBlock(at end: UnsafeMutablePointer<PlacedCoefficient>) {
    blocks &+= 1
    unsafe starts[blocks] = UInt32(truncatingIfNeeded: end - coefficients)
  }
}
