#if canImport(TileGeometry)
  import ScrollMotion
  import TileGeometry
  import TileViewport
#endif

/// The options of ``setOption(_:_:_:)``; a switch is on when its value is not 0.
package enum WasmOption: Int32, CaseIterable, Sendable {
  case scrolls = 0
  case zooms = 1
  case bounces = 2
  case alwaysBounceHorizontal = 3
  case alwaysBounceVertical = 4
  case bouncesZoom = 5
  case directionalLock = 6
  /// 0 normal, 1 fast.
  case decelerationRate = 7
  /// 0 constant speed, 1 eased.
  case animationCurve = 8
  case reducesMotion = 9
  case dragSlop = 10
  /// 0 toggle, 1 step, 2 off, 3 approach.
  case doubleTap = 11
  case zoomsOutOnTwoFingerTap = 12
  /// 0 off, 1 up enlarges, 2 down enlarges, 3 as OpenSeadragon.
  case oneFingerZoom = 13
  /// 0 from the gesture's start, 1 from sample to sample.
  case oneFingerCounting = 14
  case loupe = 15
  case tapTurnsPages = 16
  /// Points that a page flip must pass the middle by.
  case flipHysteresis = 17
  /// 0 the integral, 1 the projection.
  case decelerationLaw = 18
  /// 0 the coarsest level that is fine enough, 1 OpenSeadragon's half pixel.
  case levelRule = 19
  /// Where a page shown by half belongs: 0 forward, 1 back.
  case halfPageTie = 20
  /// Fingers turn pages.
  case paging = 21
}

extension Album {
  mutating func set(_ option: WasmOption, to value: Double) {
    let isOn = value != 0
    switch option {
    case .scrolls: page.scroll.options.isScrollEnabled = isOn
    case .zooms: page.scroll.options.isZoomEnabled = isOn
    case .bounces: setBounces(isOn)
    case .alwaysBounceHorizontal: page.scroll.options.alwaysBounceHorizontal = isOn
    case .alwaysBounceVertical: page.scroll.options.alwaysBounceVertical = isOn
    case .bouncesZoom: page.scroll.options.bouncesZoom = isOn
    case .directionalLock: page.scroll.options.isDirectionalLockEnabled = isOn
    case .decelerationRate: page.scroll.options.decelerationRate = isOn ? .fast : .normal
    case .animationCurve:
      page.scroll.options.animationCurve = isOn ? .eased : .constantSpeed
    case .reducesMotion: setReducesMotion(isOn)
    case .dragSlop: setDragSlop(max(0, value))
    case .doubleTap:
      page.options.doubleTap =
        value == 0 ? .toggle : value == 1 ? .step : value == 3 ? .approach : .off
    case .zoomsOutOnTwoFingerTap: page.options.zoomsOutOnTwoFingerTap = isOn
    case .oneFingerZoom: setOneFingerZoom(value)
    case .oneFingerCounting:
      page.scroll.options.oneFingerZoom.counting = isOn ? .fromSample : .fromStart
    case .loupe: page.options.showsLoupe = isOn
    case .tapTurnsPages: options.tapTurnsPages = isOn
    case .decelerationLaw:
      page.scroll.options.decelerationLaw = isOn ? .projection : .integral
    case .levelRule: options.levelRule = isOn ? .halfPixel : .fineEnough
    case .halfPageTie: setTie(isOn ? .back : .forward)
    case .flipHysteresis: setFlipHysteresis(value)
    case .paging: setPaging(isOn)
    }
  }

  private mutating func setOneFingerZoom(_ value: Double) {
    page.options.zoomsWithOneFinger = value != 0
    let counting = page.scroll.options.oneFingerZoom.counting
    var zoom = value == 3 ? OneFingerZoom.Options.openSeadragon : OneFingerZoom.Options()
    if value == 2 { zoom.direction = .downEnlarges }
    zoom.counting = counting
    page.scroll.options.oneFingerZoom = zoom
  }
}
