import Pixels
import PyramidFile
import PyramidFormat
import Rendering

/// Proof that stored tiles are pictures, by who would decode them for serving.
enum TileProof {
  /// Who decodes, as verifying wants it.
  static func decoder(_ decoder: any TileDecoding) -> PyramidVerification.Decoder {
    { tile, level throws(PyramidProblem) in
      do throws(TileDecodingError) {
        _ = try decoder.decode(level.facts.whole(tile), TileCoding(level), as: .proof)
      } catch {
        switch error {
        case .damaged, .crashed: throw PyramidProblem(.undecodable, "\(error)")
        // That is no verdict: what is sound must not be removed for it.
        case .late, .unavailable: throw PyramidProblem(.unreadable, "\(error)")
        }
      }
    }
  }
}
