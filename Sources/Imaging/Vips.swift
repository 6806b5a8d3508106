import CVips
import Glibc
import Sources

/// libvips, loaded and set up the first time something asks for it.
///
/// Its operation cache is off (it would serve a replaced file's old picture), and every loader is
/// blocked but those that ``SourceFormat`` names.
@safe
struct Vips: @unchecked Sendable {
  // `@unchecked`: function pointers, written once before they are shared.
  let table: UnsafeMutablePointer<pyramidion_vips>

  private static let shared: Result<Vips, ImagingError> = open()

  static func loaded() throws(ImagingError) -> Vips { try shared.get() }

  private static func open() -> Result<Vips, ImagingError> {
    let table = UnsafeMutablePointer<pyramidion_vips>.allocate(capacity: 1)
    if let missing = unsafe pyramidion_vips_open(table) {
      let reason = unsafe String(cString: missing)
      return .failure(ImagingError(file: "", coder: "libvips", reason: reason))
    }
    // Its warnings go to the error stream of whoever runs it; what matters comes as an error.
    unsafe setenv("VIPS_WARNING", "0", 1)
    let vips = unsafe Vips(table: table)
    guard unsafe table.pointee.vips_init("pyramidion") == 0 else {
      return .failure(vips.failure(file: "", coder: "libvips"))
    }
    unsafe table.pointee.vips_cache_set_max(0)
    unsafe table.pointee.vips_operation_block_set("VipsForeignLoad", 1)
    for loader in allowedLoaders {
      unsafe table.pointee.vips_operation_block_set("VipsForeignLoad" + loader, 0)
    }
    return .success(vips)
  }

  /// The classes behind ``SourceFormat/loader``.
  private static let allowedLoaders = [
    "Jpeg", "Png", "Tiff", "Webp", "Nsgif", "Heif", "Jp2k", "Svg", "Pdf",
  ]

  /// Threads that libvips itself uses for one image.
  func setConcurrency(_ count: Int) { unsafe table.pointee.vips_concurrency_set(Int32(count)) }

  /// Forgets what was said before: some jobs succeed and leave words behind, about another file.
  func forgetWords() { unsafe table.pointee.vips_error_clear() }

  /// What libvips has to say, cleared for the next time.
  func failure(file: String, coder: String) -> ImagingError {
    var reason = ""
    if let words = unsafe table.pointee.vips_error_buffer_copy() {
      reason = unsafe String(cString: words)
      unsafe table.pointee.g_free(words)
    }
    return ImagingError(file: file, coder: coder, reason: reason)
  }
}

/// One of libvips' lazy images, released with its last reference.
@safe
final class VipsPicture {
  let vips: Vips
  let file: String
  let coder: String
  let image: UnsafeMutablePointer<VipsImage>

  /// Takes over the image that `make` leaves, or throws libvips' words.
  init(
    _ vips: Vips, file: String, coder: String,
    _ make: (inout UnsafeMutablePointer<VipsImage>?) -> Int32
  ) throws(ImagingError) {
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
  func then(
    _ make: (
      UnsafeMutablePointer<pyramidion_vips>, UnsafeMutablePointer<VipsImage>,
      inout UnsafeMutablePointer<VipsImage>?
    ) -> Int32
  ) throws(ImagingError) -> VipsPicture {
    unsafe try VipsPicture(vips, file: file, coder: coder) { out in
      unsafe make(vips.table, image, &out)
    }
  }

  var width: Int { Int(unsafe vips.table.pointee.vips_image_get_width(image)) }
  var height: Int { Int(unsafe vips.table.pointee.vips_image_get_height(image)) }
  var bands: Int { Int(unsafe vips.table.pointee.vips_image_get_bands(image)) }
  var format: VipsBandFormat { unsafe vips.table.pointee.vips_image_get_format(image) }
  var space: VipsInterpretation { unsafe vips.table.pointee.vips_image_get_interpretation(image) }
  /// Lab packed into four bytes has no alpha, though it has four bands.
  var isPackedLab: Bool { unsafe image.pointee.Coding == VIPS_CODING_LABQ }
  var hasAlpha: Bool {
    unsafe !isPackedLab && vips.table.pointee.vips_image_hasalpha(image) != 0
  }
  var orientation: Int { Int(unsafe vips.table.pointee.vips_image_get_orientation(image)) }

  func has(_ field: String) -> Bool {
    unsafe vips.table.pointee.vips_image_get_typeof(image, field) != 0
  }

  func integer(_ field: String) -> Int? {
    var value: Int32 = 0
    guard has(field), unsafe vips.table.pointee.vips_image_get_int(image, field, &value) == 0 else {
      return nil
    }
    return Int(value)
  }

  func setProfile(_ profile: [UInt8]) {
    unsafe profile.withUnsafeBytes { bytes in
      unsafe vips.table.pointee.vips_image_set_blob_copy(
        image, "icc-profile-data", bytes.baseAddress, bytes.count)
    }
  }

  var profile: [UInt8]? {
    guard has("icc-profile-data") else { return nil }
    var bytes: UnsafeRawPointer?
    var length = 0
    let result = unsafe vips.table.pointee.vips_image_get_blob(
      image, "icc-profile-data", &bytes, &length)
    guard result == 0 else { return nil }
    return unsafe Array(UnsafeRawBufferPointer(start: bytes, count: length))
  }
}
