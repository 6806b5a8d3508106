/// All that the blocks at one place of a row's MCUs are read with, and where their samples go.
///
/// It lies side by side, for it is looked up for every block: what is to be found by way of a reader, a
/// component and its plane takes as long as a chroma block's words do.
@unsafe
struct BlockPlace {
  let component: Int
  /// Whether a component's blocks in the MCU begin here.
  let isFirst: Bool
  let reader: BlockReader
  /// See ``HalfTransform``.
  let weights: UnsafeMutablePointer<Int32>
  let targets: UnsafeMutablePointer<UInt8>
  let shrinking: Shrinking
  /// Of the first MCU.
  private let samples: UnsafeMutablePointer<UInt8>
  /// Bytes from one MCU's samples to the next one's.
  private let step: Int
  /// Bytes from a row of samples to the next.
  let stride: Int

  /// - Parameters:
  ///   - block: of the MCU.
  ///   - reader: of its component.
  ///   - shrinking: its component's.
  ///   - plane: its component's.
  ///   - mcuRow: counted from where the plane begins.
  init(
    _ block: MCUBlock, _ reader: BlockReader, _ shrinking: ComponentShrinking,
    in plane: ShrunkPlanes.Plane, mcuRow: Int
  ) {
    unsafe component = block.component
    unsafe isFirst = block.isFirst
    unsafe self.reader = reader
    unsafe weights = unsafe shrinking.half.weights
    unsafe targets = unsafe shrinking.half.targets
    let shape = shrinking.shrinking
    unsafe self.shrinking = shape
    let y = (mcuRow * block.down + block.y) * shape.rows
    unsafe samples = unsafe plane.base + y * plane.stride + block.x * shape.columns
    unsafe step = block.across * shape.columns
    unsafe stride = plane.stride
  }

  /// Where a block's samples go.
  ///
  /// - Parameter column: of MCUs.
  /// - Returns: the first of them.
  @inline(__always)
  func samples(inColumn column: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe samples + column &* step
  }
}
