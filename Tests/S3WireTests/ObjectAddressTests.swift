import S3Wire
import Testing

@Suite struct ObjectAddressTests {
  @Test(arguments: [
    ("s3://scans/a.jpg", "s3://scans/", "a.jpg", "s3://scans/a.jpg"),
    (
      "s3://scans/m/a%20b.jpg?endpoint=http://h:1/&region=eu-1", "s3://scans/m/", "a b.jpg",
      "s3://scans/m/a b.jpg"
    ),
    ("https://h/x/%C3%A9.tif?private=true", "https://h/x/", "é.tif", "https://h/x/%C3%A9.tif"),
    ("http://h/a", "http://h/", "a", "http://h/a"),
  ])
  func `an image lies in a folder`(
    text: String, folder: String, name: String, canonical: String
  ) throws {
    let address = try ObjectAddress(parsing: text)
    #expect(address.folder.description == folder)
    #expect(String(decoding: address.name, as: UTF8.self) == name)
    #expect(address.canonicalName == Array(canonical.utf8))
    #expect(address.description == folder + name)
  }

  @Test(arguments: [
    "s3://scans", "s3://scans/", "s3://scans/m/", "https://h", "https://h/", "https://h/%zz",
    "s3://scans/%zz", "s3://S/a", "s3://scans/a?secret=x", "https://u@h/a", "s3:", "s3:a/b/c/d",
  ])
  func `what names no image is refused`(text: String) {
    #expect(throws: AddressProblem.self) { try ObjectAddress(parsing: text) }
  }
}
