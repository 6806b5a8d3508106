package import PictureWords
package import Posix
package import PyramidFile

/// What is said of a picture: by files beside it, and where they are silent by its own.
package struct PictureStatement: Equatable, Sendable {
  /// A file beside the picture that is not as it should be, and so says nothing.
  package struct Problem: Equatable, Sendable {
    package let file: FileName
    package let reason: String
  }

  /// A file beside the picture, as it was when it was read.
  private struct Reading: Equatable {
    let sidecar: Sidecar
    /// nil for what could not be opened.
    let status: FileStatus?
    /// Whether it says the same for as long as its status is the same.
    let isSettled: Bool
    let content: Sidecar.Content
  }

  private let own: PictureDetails
  private let readings: [Reading]
  /// All that is said.
  package let details: PictureDetails

  package var problems: [Problem] {
    readings.compactMap { reading in
      guard case .problem(let reason) = reading.content else { return nil }
      return Problem(file: reading.sidecar.name, reason: reason)
    }
  }

  /// Reads what is said.
  ///
  /// - Parameters:
  ///   - picture: what the picture's own file says; it is only asked where nothing is known.
  ///   - name: what that file is called in its folder.
  ///   - earlier: what is known of the same picture: files that have not changed are not read again.
  ///   - place: whether it is to be told where the picture was taken.
  ///   - open: opens another file of that folder.
  /// - Throws: what kept a file from being read.
  package init(
    of picture: () throws(FileError) -> PictureDetails, called name: FileName,
    knowing earlier: PictureStatement?, tellingPlace place: Bool,
    beside open: (FileName) throws(FileError) -> LocalFile
  ) throws(FileError) {
    if let earlier { own = earlier.own } else { own = try picture() }
    var readings: [Reading] = []
    for sidecar in Sidecar.all(beside: name) {
      let file: LocalFile
      do throws(FileError) {
        file = try open(sidecar.name)
      } catch {
        guard error.errno != .noSuchFile else { continue }
        guard error.errno.isOfTheFile || error.errno == .notPermitted else { throw error }
        readings.append(
          Reading(
            sidecar: sidecar, status: nil, isSettled: false, content: .problem("\(error.errno)")))
        continue
      }
      let known = earlier?.readings.first { $0.sidecar == sidecar && $0.isSettled }
      if let known, known.status == file.status {
        readings.append(known)
        continue
      }
      readings.append(
        Reading(
          sidecar: sidecar, status: file.status, isSettled: file.status.isAtRest,
          content: try sidecar.content(of: file, tellingPlace: place)))
    }
    self.readings = readings
    var details = PictureDetails()
    for case .words(let words) in readings.map(\.content) { details = details.completed(by: words) }
    self.details = details.completed(by: own)
  }
}
