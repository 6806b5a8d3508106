import Posix
package import PyramidFile
import PyramidFormat
package import Sandbox
import Sources

/// What a child is told first: what to do, and in which box.
package struct ChildOrder: Codable, Sendable {
  package let task: ChildTask
  package let box: Box
  /// That of the program which reads the source; nil where this one does.
  package let program: Box?
  /// Who is to carry it out; who can, as far as that is known from outside.
  package var role: NurseryRole

  /// - Parameters:
  ///   - task: what to do.
  ///   - source: the open file.
  /// - Throws: where nobody has found out how decoders are boxed, and where the source can't be read.
  package init(_ task: ChildTask, for source: LocalFile) throws(CutFailure) {
    self.task = task
    let limits = task.source.limits
    guard let policy = limits.box else {
      throw CutFailure(
        .environment(.operationNotPermitted, at: .decoder),
        "nobody has found out how decoders are boxed")
    }
    let format: SourceFormat?
    do throws(Errno) {
      format = try SourceFormat(of: source.descriptor)
    } catch {
      throw CutFailure(reading: error, "reading failed: \(error)")
    }
    role = NurseryRole(for: source, of: format, by: task.source)
    program = Self.program(for: task, format, policy)
    // For the largest image; once its header says how large it is, the child lowers them.
    let pixels = format.map(limits.pixels) ?? 0
    let kind: BoxKind = format?.isVector == true ? .vector : .raster
    switch task {
    case .examine, .countPages:
      // A picture that the document holds is written to memory.
      box = Box(
        kind, policy, memory: limits.memory, processorSeconds: Int(limits.seconds) * 2,
        fileSize: Self.heldBytes(of: source, format, by: task.source))
    case .describe, .readText:
      box = Box(
        kind, policy, memory: limits.memory, processorSeconds: Int(limits.seconds) * 2,
        fileSize: max(
          DocumentReport.longest, TextReport.longest,
          Self.heldBytes(of: source, format, by: task.source)))
    case .cut(let request):
      box = Box(
        kind, policy, memory: limits.memory,
        processorSeconds: limits.processorSeconds(pixels: pixels, threads: request.threads),
        fileSize: max(
          CutLimits.pyramidBytes(pixels: pixels),
          Self.heldBytes(of: source, format, by: task.source)))
    case .openPages:
      // Each page is granted its own share of it.
      box = Box(
        kind, policy, memory: limits.memory,
        processorSeconds: limits.processorSeconds(
          pixels: pixels, threads: PageCutter.mostThreads),
        fileSize: PageCutter.mostBytes(of: source))
    case .compare:
      box = Box(
        kind, policy, memory: limits.memory,
        processorSeconds: limits.processorSeconds(pixels: pixels, threads: 1))
    }
  }

  /// The box of the program that a task takes: the one that draws, or the one that tells.
  private static func program(
    for task: ChildTask, _ format: SourceFormat?, _ policy: BoxPolicy
  ) -> Box? {
    let (rules, limits) = (task.source.rules, task.source.limits)
    guard rules.pageEngine(of: format) == .djvu, let programs = rules.djvu else { return nil }
    switch task {
    case .examine, .countPages, .openPages, .compare: return nil
    case .cut:
      return Box(
        .program, policy, memory: limits.memory,
        processorSeconds: Int(limits.deadline(pixels: limits.pixels(of: .djvu))),
        program: programs.drawing)
    case .describe, .readText:
      return Box(
        .program, policy, memory: limits.memory, processorSeconds: Int(limits.seconds) * 2,
        program: programs.telling)
    }
  }

  /// Bytes of a picture that the source may hold, and that is written to memory to be read; or of what
  /// another program is given of it.
  private static func heldBytes(
    of source: LocalFile, _ format: SourceFormat?, by request: SourceRequest
  ) -> Int {
    switch request.rules.pageEngine(of: format) {
    case .pdfium, .djvu: Int(clamping: source.byteCount)
    case .archive: Int(clamping: min(request.limits.sourceBytes, CutLimits.unpackedBytes))
    case .poppler, nil: 0
    }
  }
}

/// What a decoding process is asked to do.
package enum ChildTask: Codable, Equatable, Sendable {
  /// Read the header and tell what is there.
  case examine(SourceRequest)
  /// Tell how many pages the document has.
  case countPages(SourceRequest)
  /// Write what the document says of itself and its pages.
  case describe(DocumentRequest)
  /// Write the text of the document's pages.
  case readText(DocumentRequest)
  /// Write a pyramid.
  case cut(CutRequest)
  /// Tell how many pages the document has, and stay to write their pyramids: a ``CutRequest`` each.
  case openPages(SourceRequest)
  /// Hold a pyramid against the source.
  case compare(SourceRequest)

  /// Whether it is about one image, which it names.
  var isOneImage: Bool {
    if case .openPages = self { false } else { true }
  }

  package var source: SourceRequest {
    switch self {
    case .examine(let source), .countPages(let source), .openPages(let source),
      .compare(let source):
      source
    case .describe(let request), .readText(let request): request.source
    case .cut(let request): request.source
    }
  }
}
