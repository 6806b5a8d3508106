import DecoderChildren
import Posix
package import Sandbox
import Sources
import TileService

extension ServeSettings {
  /// Finds out how decoders are boxed here, and switches off what needs more; before any thread is
  /// started.
  ///
  /// - Parameter nursery: of a command that decodes for sure: it gets ready meanwhile.
  /// - Returns: how they are.
  /// - Throws: that the sandbox is not as it is to be.
  package mutating func findBox(
    starting nursery: Nursery? = nil
  ) throws(EnvironmentError) -> BoxPolicy {
    let engine = try pdfEnginePlace()
    let djvu = try djvuPlaces()
    // It is loaded where pages are drawn, which is settled below.
    if let engine { PDFEnginePlace.tell(engine) }
    // Who needs a child starts it again, and is told why it can't be.
    try? nursery?.start()
    do throws(SandboxProblem) {
      let box = try BoxPolicy.found(sandbox)
      service.cutLimits.decode(in: box, drawsPages: engine != nil, readsDjVu: djvu != nil)
      if box.isWhole { service.cutRules.djvu = djvu }
      if engine != nil, box.isWhole { service.cutRules.pageEngine = .pdfium }
      return box
    } catch {
      let origin = error.isOfTheUser ? origins["sandbox-user"].map { "\($0): " } : nil
      throw EnvironmentError((origin ?? "") + error.description)
    }
  }

  /// Where PDFium lies; nil where it does not, or is not to be used.
  private func pdfEnginePlace() throws(EnvironmentError) -> FilePath? {
    guard service.cutLimits.documents == .on else { return nil }
    guard let pdfEngine else { return PDFEnginePlace.found() }
    guard let path = FilePath(pdfEngine), let place = try? FileFolder.canonical(path) else {
      let origin = origins["pdf-engine"] ?? "pdf-engine"
      throw EnvironmentError("\(origin): there is no file '\(pdfEngine)'")
    }
    return place
  }

  /// Where the programs lie that read DjVu files; nil where they don't, or are not to be used.
  private func djvuPlaces() throws(EnvironmentError) -> DjVuPrograms? {
    guard service.cutLimits.documents == .on else { return nil }
    guard let djvuPrograms else { return DjVuPlaces.found() }
    guard let programs = DjVuPlaces.programs(in: djvuPrograms) else {
      let origin = origins["djvu-programs"] ?? "djvu-programs"
      throw EnvironmentError(
        "\(origin): there are no programs ddjvu and djvused in '\(djvuPrograms)' that nobody else may"
          + " change")
    }
    return programs
  }

  /// The line that says how decoders are boxed, and which files have none.
  ///
  /// - Parameter box: how they are.
  /// - Returns: a whole line.
  package func boxLine(_ box: BoxPolicy) -> String {
    let limits = service.cutLimits
    // Where the box is not whole, that is why, and stands in its own words.
    let lacksPages =
      box.isWhole && limits.documents == .on && service.cutRules.pageEngine != .pdfium
      && !limits.allowsUntrusted
    let missing = lacksPages ? "; no PDF is served \(limits.way(to: .pdf))" : ""
    return "pyramidion: \(box.line(memory: limits.memory))\(missing)\n"
  }
}

extension ServeSettings {
  /// What a worker says that has no PDFium: how pages are drawn is part of how all images are cut.
  ///
  /// - Returns: a whole line; nil where there is one, or pages are not to be drawn.
  var lineWithoutPages: String? {
    let limits = service.cutLimits
    guard limits.documents == .on, service.cutRules.pageEngine != .pdfium else { return nil }
    return "pyramidion: no PDF is cut \(limits.way(to: .pdf)), and nothing that was put in line "
      + "where PDFium is there: it waits for other workers\n"
  }
}

extension CommandLineInterface {
  /// What a command is told that decodes; where the box is not whole, that is said.
  ///
  /// - Parameters:
  ///   - arguments: the command's.
  ///   - console: where it is said.
  ///   - nursery: of a command that decodes for sure.
  /// - Returns: what it is told, and how decoders are boxed.
  /// - Throws: what is wrong with either.
  static func decoderSettings(
    of arguments: ParsedArguments, _ console: Console, starting nursery: Nursery? = nil
  ) throws -> (settings: ServeSettings, box: BoxPolicy) {
    var settings = try settings(of: arguments, console)
    let box = try settings.findBox(starting: nursery)
    if !box.isWhole { console.error(settings.boxLine(box)) }
    return (settings, box)
  }
}
