package import DecoderChildren
import Posix
package import PyramidFormat
import Sources
package import Storage

extension CutterProcess: CuttingChild {}

/// Cutting into a store: the one way from an order to a pyramid that readers see.
package struct StoreCutting: Sendable {
  package let store: PyramidStore
  package let recipe: PyramidRecipe
  package let limits: CutLimits
  /// How finely vector sources are drawn.
  package let dotsPerInch: Double
  /// Threads for one image.
  package let threads: Int

  package init(
    into store: PyramidStore, recipe: PyramidRecipe, limits: CutLimits, dotsPerInch: Double,
    threads: Int
  ) {
    self.store = store
    self.recipe = recipe
    self.limits = limits
    self.dotsPerInch = dotsPerInch
    self.threads = threads
  }

  /// Writes and publishes the pyramid of an order, unless another writer was first.
  ///
  /// - Parameters:
  ///   - order: What is wanted.
  ///   - child: Who cuts.
  ///   - report: What the child tells on its way.
  ///   - shouldStop: Asked often; yes leaves nothing of the cut.
  /// - Returns: nil where the pyramid is there already.
  /// - Throws: Why there is none, with its cause. The words name no place of this host.
  package func carryOut(
    _ order: CutOrder, by child: any CuttingChild, report: (CutAnswer) -> Void,
    shouldStop: () -> Bool
  ) throws(CutFailure) -> CutOutcome? {
    do {
      let beginning = try store.begin(
        order.version, replacing: order.replaces, shouldStop: shouldStop)
      guard case .writing(let publication) = beginning else { return nil }
      var request = CutRequest(
        SourceRequest(
          path: order.source, page: order.page, recipe: recipe, limits: limits,
          dotsPerInch: dotsPerInch),
        threads: threads)
      request.version = order.version.text
      request.output = Array(publication.temporaryPath.bytes)
      let outcome = try child.cut(request, report: report, shouldStop: shouldStop)
      _ = try publication.publish()
      return outcome
    } catch let failure as CutFailure {
      throw CutFailure(failure.cause, harmless(failure.words, order))
    } catch let error as FileError {
      throw shouldStop()
        ? CutFailure(.interrupted, "interrupted") : CutFailure(storing: error.errno)
    } catch {
      throw CutFailure(.environment(.inputOutput), "its pyramid can't be stored")
    }
  }

  /// Decoders name the file they read: what is told must not say where it lies, nor where anything
  /// else does.
  private func harmless(_ reason: String, _ order: CutOrder) -> String {
    var text = reason
    for path in [order.source.description, store.folder.description] where path.utf8.count > 1 {
      text = text.replacing("\(path): ", with: "").replacing(path, with: "the file")
    }
    let words = text.split { $0.isWhitespace || "\"'`(<[=:;,".contains($0) }
    return words.contains { $0.hasPrefix("/") } ? "it can't be decoded" : text
  }
}
