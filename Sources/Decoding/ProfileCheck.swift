import CVips
package import CodecErrors
import VipsLibrary

/// Whether an ICC profile says anything that sRGB doesn't.
package enum ProfileCheck {
  package enum Verdict: Sendable {
    case isSRGB, movesColors, isUnusable
  }

  package enum Pixels: Sendable {
    case color, gray
    /// Never sRGB, whatever the profile says of them.
    case others
  }

  /// Sends a lattice of colours through the profile and looks whether any of them moves.
  ///
  /// Most cameras and programs embed a profile that is sRGB by another name; their pixels need no
  /// conversion.
  package static func verdict(
    on profile: [UInt8], of pixels: Pixels
  ) throws(CodecError) -> Verdict {
    // Every profile has this mark in its header, of 128 bytes.
    guard profile.count > 128, profile[36..<40].elementsEqual("acsp".utf8) else {
      return .isUnusable
    }
    guard pixels != .others else { return .movesColors }
    let vips = try Vips.loaded()
    let isGray = pixels == .gray
    let colors = isGray ? Array(0...255) : lattice()
    let bands = isGray ? 1 : 3
    let lattice = unsafe try VipsPicture(vips, file: "", coder: "icc") { image in
      unsafe colors.withUnsafeBytes { bytes in
        unsafe image = vips.table.pointee.vips_image_new_from_memory_copy(
          bytes.baseAddress, bytes.count, Int32(bytes.count / bands), 1, Int32(bands),
          VIPS_FORMAT_UCHAR)
      }
      return unsafe image == nil ? -1 : 0
    }
    let named = unsafe try lattice.then { table, image, out in
      unsafe pyramidion_vips_copy_as(
        table, image, isGray ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, &out)
    }
    named.setProfile(profile)
    guard
      let moved = unsafe try? named.then({ table, image, out in
        unsafe pyramidion_vips_embedded_to_srgb(table, image, &out)
      })
    else {
      vips.forgetWords()
      return .isUnusable
    }
    var same = true
    try? PixelStream(moved).read { rows in
      rows.samples { pixel, band, value in
        // Grey may come back in three bands.
        let sent = isGray ? colors[pixel] : colors[bands * pixel + band]
        if abs(Int(value) - Int(sent)) > 2 { same = false }
      }
    }
    return same ? .isSRGB : .movesColors
  }

  private static func lattice() -> [UInt8] {
    let steps: [UInt8] = [0, 32, 64, 96, 128, 160, 192, 224, 255]
    return steps.flatMap { red in steps.flatMap { green in steps.flatMap { [red, green, $0] } } }
  }
}
