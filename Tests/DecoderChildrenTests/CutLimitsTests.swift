import DecoderChildren
import Pixels
import Sources
import Testing

@Suite struct CutLimitsTests {
  private func facts(
    _ format: SourceFormat, side: Int, seconds: Double = 0, pages: Int = 1, page: PageFacts? = nil
  ) -> SourceFacts {
    var facts = SourceFacts(
      format: format.rawValue, width: side, height: side, color: .rgb, chroma: nil,
      samples: "8-bit", bands: 3, hasAlpha: false, orientation: 1, pages: pages, profile: "none",
      road: page == nil ? .pixels : .drawn, isHeldWhole: false, estimatedMemory: 0)
    facts.estimatedSeconds = seconds
    facts.page = page
    return facts
  }

  @Test func `a picture may take many times what its pixels take as a rule`() {
    let limits = CutLimits()
    #expect(limits.processorSeconds(for: facts(.png, side: 500, seconds: 0.03), threads: 2) == 3)
    #expect(limits.processorSeconds(for: facts(.tiff, side: 4096, seconds: 0.3), threads: 2) == 11)
  }

  @Test func `no picture may take more than until its deadline`() {
    let limits = CutLimits()
    #expect(limits.processorSeconds(for: facts(.png, side: 500, seconds: 100), threads: 2) == 120)
  }

  @Test func `a drawing may take as much as a part of a page, and more by its size`() {
    let page = PageFacts(
      number: 1, label: nil, width: 500, height: 500, isVector: true, linkCount: 0)
    let limits = CutLimits()
    #expect(limits.processorSeconds(for: facts(.svg, side: 500, seconds: 0.1), threads: 2) == 10)
    #expect(
      limits.processorSeconds(for: facts(.pdf, side: 500, seconds: 4, page: page), threads: 2) == 20
    )
  }

  @Test func `documents have as many pages as can be asked for, and pictures fewer`() {
    let limits = CutLimits()
    #expect(facts(.djvu, side: 9, pages: CutLimits.documentPages).isPlausible(within: limits))
    #expect(!facts(.djvu, side: 9, pages: CutLimits.documentPages + 1).isPlausible(within: limits))
    #expect(!facts(.tiff, side: 9, pages: limits.pages + 1).isPlausible(within: limits))
  }

  @Test func `who sets a deadline knows the machine`() {
    var limits = CutLimits()
    limits.wholeSeconds = 40
    #expect(limits.processorSeconds(for: facts(.png, side: 500, seconds: 0.1), threads: 2) == 80)
  }
}
