import Pixels
import Testing

@Suite struct OrientationTests {
  @Test(arguments: 1...8)
  func `each of EXIF's values comes back`(_ value: Int) throws {
    let orientation = try #require(Orientation(exif: value))
    #expect(orientation.exifValue == value)
    #expect(orientation.isUpright == (value == 1))
    #expect(orientation.swapsAxes == (value >= 5))
  }

  @Test(arguments: [-1, 0, 9, 65_535])
  func `other values are none`(_ value: Int) {
    #expect(Orientation(exif: value) == nil)
  }
}
