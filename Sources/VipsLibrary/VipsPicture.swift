package import CVips
package import CodecErrors

/// One of libvips' lazy images, released with its last reference.
@safe
package final class VipsPicture {
  package let vips: Vips
  package let file: String
  package let coder: String
  package let image: UnsafeMutablePointer<VipsImage>

  /// Takes over the image that `make` leaves, or throws libvips' words.
  package init(
    _ vips: Vips, file: String, coder: String,
    _ make: (inout UnsafeMutablePointer<VipsImage>?) -> Int32
  ) throws(CodecError) {
    var image: UnsafeMutablePointer<VipsImage>?
    vips.forgetWords()
    let result = unsafe make(&image)
    guard result == 0, let image = unsafe image else {
      throw vips.failure(file: file, coder: coder)
    }
    self.vips = vips
    self.file = file
    self.coder = coder
    unsafe self.image = unsafe image
  }

  deinit { unsafe vips.table.pointee.g_object_unref(image) }

  /// The picture that an operation makes of this one.
  package func then(
    _ make: (
      UnsafeMutablePointer<pyramidion_vips>, UnsafeMutablePointer<VipsImage>,
      inout UnsafeMutablePointer<VipsImage>?
    ) -> Int32
  ) throws(CodecError) -> VipsPicture {
    unsafe try VipsPicture(vips, file: file, coder: coder) { out in
      unsafe make(vips.table, image, &out)
    }
  }

  package var width: Int { Int(unsafe vips.table.pointee.vips_image_get_width(image)) }
  package var height: Int { Int(unsafe vips.table.pointee.vips_image_get_height(image)) }
  package var bands: Int { Int(unsafe vips.table.pointee.vips_image_get_bands(image)) }
  package var format: VipsBandFormat { unsafe vips.table.pointee.vips_image_get_format(image) }
  package var space: VipsInterpretation {
    unsafe vips.table.pointee.vips_image_get_interpretation(image)
  }
  /// Lab packed into four bytes has no alpha, though it has four bands.
  package var isPackedLab: Bool { unsafe image.pointee.Coding == VIPS_CODING_LABQ }
  package var hasAlpha: Bool {
    unsafe !isPackedLab && vips.table.pointee.vips_image_hasalpha(image) != 0
  }
  package var orientation: Int { Int(unsafe vips.table.pointee.vips_image_get_orientation(image)) }

  package func has(_ field: String) -> Bool {
    unsafe vips.table.pointee.vips_image_get_typeof(image, field) != 0
  }

  package func integer(_ field: String) -> Int? {
    var value: Int32 = 0
    guard has(field), unsafe vips.table.pointee.vips_image_get_int(image, field, &value) == 0 else {
      return nil
    }
    return Int(value)
  }

  package func setProfile(_ profile: [UInt8]) {
    unsafe profile.withUnsafeBytes { bytes in
      unsafe vips.table.pointee.vips_image_set_blob_copy(
        image, "icc-profile-data", bytes.baseAddress, bytes.count)
    }
  }

  package var profile: [UInt8]? {
    guard has("icc-profile-data") else { return nil }
    var bytes: UnsafeRawPointer?
    var length = 0
    let result = unsafe vips.table.pointee.vips_image_get_blob(
      image, "icc-profile-data", &bytes, &length)
    guard result == 0 else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: length))
  }
}
