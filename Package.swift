// swift-tools-version: 6.2
import PackageDescription

/// Every target is built alike: language mode 6, strict memory safety, and no warning survives.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

#if arch(arm64)
  let multiarch = "aarch64-linux-gnu"
#else
  let multiarch = "x86_64-linux-gnu"
#endif

/// What goes over pixels and bytes one by one is optimized in debug builds too, and keeps its asserts:
/// the tests run what was built, and would wait for it ten times as long.
let quick: [SwiftSetting] = [
  .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))
]

/// A loop owns its connections alone, and an access to them need not be looked up in a table.
///
/// That is a sixth of what a stored tile costs. Debug builds, and so all tests, look it up.
let ownedByOneThread: [SwiftSetting] = [
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

/// Where libvips' headers find GLib's.
let vipsHeaders: [SwiftSetting] = [
  .unsafeFlags([
    "-Xcc", "-I/usr/include/glib-2.0", "-Xcc", "-I/usr/lib/\(multiarch)/glib-2.0/include",
  ])
]

/// Of tests: who imports what was compiled against libvips' headers has the compiler find them again.
let testing = strict + vipsHeaders

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [],
  settings: [SwiftSetting] = [], linking: [LinkerSetting] = [],
  plugins: [Target.PluginUsage] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict + settings,
    linkerSettings: linking, plugins: plugins)
}

/// A module without I/O, without Foundation, that imports only modules of its kind.
func pure(
  _ name: String, _ dependencies: [Target.Dependency] = [], linking: [LinkerSetting] = []
) -> Target {
  // The define changes nothing in the code: it tells `.ci/check-borders` what is pure.
  module(name, dependencies, settings: [.define("PURE_MODULE")] + quick, linking: linking)
}

/// `exclude` names scripts that lie beside the tests, and what these are compared with.
func tests(
  _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: testing)
}

/// What tests share, in a folder of its own beside them.
func shared(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: testing)
}

/// A program that tests run, or that is measured.
func fixture(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: "Tests/\(path ?? name)", swiftSettings: testing)
}

let package = Package(
  name: "pyramidion",
  products: [
    .executable(name: "pyramidion", targets: ["pyramidion"])
  ],
  targets: [
    // The floors of the house, from the lowest. A module may use those above it on this page, and
    // nothing below it; `.ci/check-borders` proves that, and that what is pure stays so.

    // Pure. Bytes: text as bytes, and what tells bytes apart; for that a header has an instruction
    // that Swift cannot name.
    pure("ByteText"),
    .systemLibrary(name: "CChecksum", path: "Sources/CChecksum"),
    pure("Digests", ["CChecksum"]),

    // Pure. Geometry: sizes, levels, grids; what a scroll view shows of them; the same in motion.
    pure("TileGeometry"),
    // Rounding and square roots are libm's on Linux; nothing else would link it for a module
    // without imports.
    pure("TileViewport", ["TileGeometry"], linking: [.linkedLibrary("m")]),
    pure("ScrollMotion", ["TileGeometry", "TileViewport"]),

    // Pure. Formats, pixels and bounded caches.
    pure("PyramidFormat", ["ByteText", "TileGeometry"]),
    pure("PictureWords", ["ByteText", "Digests", "PyramidFormat", "TileGeometry"]),
    .systemLibrary(name: "CVectors", path: "Sources/CVectors"),
    pure("JPEGScan", ["CVectors"]),
    pure("Inflating"),
    pure("PNGRows", ["Digests", "Inflating"]),
    pure("TIFFRows", ["Inflating", "PyramidFormat"]),
    pure("ZipFile", ["Digests", "Inflating"]),
    pure("DjVuFile"),
    pure("Caching"),
    pure("Pixels", ["TileGeometry"], linking: [.linkedLibrary("m")]),

    // Pure. Protocols: HTTP as a conversation, what requests ask for, and what is said of images.
    pure("HTTPWire", ["ByteText"]),
    pure("ImageRequest", ["ByteText", "Digests", "HTTPWire", "TileGeometry", "TileViewport"]),
    pure("BookText", ["ByteText"]),
    pure("Books", ["BookText", "ByteText", "TileGeometry", "TileViewport"]),
    pure(
      "Documents",
      [
        "BookText", "Books", "ByteText", "HTTPWire", "ImageRequest", "PictureWords", "TileGeometry",
        "TileViewport",
      ]),

    // Pure. Far images: what is said to object stores and to the web's hosts, and what is decided
    // about asking them.
    pure("S3Wire", ["ByteText", "Digests", "HTTPWire"]),
    pure("FetchRules"),
    // Pure. What hosts that share a queue decide about its images.
    pure("CutQueue"),

    // The browser: the calculator as WebAssembly, a page's scripts as one, and the web viewer, into
    // whose sources a plugin packs all of that.
    pure("ViewportWasm", ["Digests", "ScrollMotion", "TileGeometry", "TileViewport"]),
    pure("ScriptBundles", ["Digests"]),
    module("Viewer", exclude: ["Web"], plugins: ["ViewportWasmBuilder"]),
    .executableTarget(
      name: "AssetPacker", dependencies: ["ScriptBundles", "ViewportWasm"],
      path: "Sources/Plugins/AssetPacker", swiftSettings: strict),
    .plugin(
      name: "ViewportWasmBuilder", capability: .buildTool(), dependencies: ["AssetPacker"],
      path: "Sources/Plugins/ViewportWasmBuilder"),

    // C. libvips is loaded when a job first needs it: its hundred libraries cost every start 15 MB
    // and tens of milliseconds, and roads that decode JPEG do without. So only its headers are
    // used here, and nothing is linked but libjpeg.
    .systemLibrary(name: "CCurl", path: "Sources/CCurl"),
    .systemLibrary(name: "CJPEG", path: "Sources/CJPEG"),
    .systemLibrary(name: "CLinux", path: "Sources/CLinux"),
    .systemLibrary(name: "CPDFium", path: "Sources/CPDFium"),
    .systemLibrary(name: "CPostgres", path: "Sources/CPostgres"),
    .systemLibrary(name: "CVips", path: "Sources/CVips"),
    .systemLibrary(name: "CWebP", path: "Sources/CWebP"),
    .systemLibrary(name: "CZlib", path: "Sources/CZlib"),

    // The system: descriptors, files, sockets, threads, processes; and what a process gives up.
    module("Posix", ["ByteText", "CLinux"]),
    module("Sandbox", ["ByteText", "CLinux", "Posix"]),

    // Bytes from object stores and the web; libcurl is loaded by who first asks for some.
    module("Fetching", ["ByteText", "CCurl", "FetchRules", "Posix", "S3Wire"]),

    // Images that wait to be cut, in a database; libpq is loaded by who first asks one.
    module("PostgresQueue", ["CPostgres", "CutQueue", "Posix"]),

    // Files and codecs, and what tells which codec a file needs.
    module("CodecErrors", ["CJPEG"]),
    module("Packing", ["CZlib"]),
    module("VipsLibrary", ["CVips", "CodecErrors"], settings: vipsHeaders),
    module(
      "Encoding",
      [
        "CJPEG", "CVips", "CWebP", "CodecErrors", "JPEGScan", "Pixels", "TileGeometry",
        "VipsLibrary",
      ], settings: vipsHeaders + quick),
    module(
      "PyramidFile", ["ByteText", "Digests", "Posix", "PyramidFormat", "TileGeometry"],
      settings: quick),
    module(
      "Sources",
      [
        "BookText", "Books", "ByteText", "Caching", "Digests", "FetchRules", "Fetching",
        "PictureWords", "Posix", "PyramidFile", "PyramidFormat", "S3Wire", "TileGeometry",
      ]),

    // PDFium, loaded in children alone.
    module(
      "PDFPages",
      [
        "BookText", "ByteText", "CPDFium", "CodecErrors", "Inflating", "Posix", "PyramidFile",
        "PyramidFormat", "TileGeometry",
      ], settings: quick),

    // Images: where their pyramids lie, how they are cut, what is drawn of them.
    module(
      "Storage",
      ["ByteText", "Digests", "FetchRules", "Posix", "PyramidFile", "PyramidFormat", "Sources"]),
    module(
      "Rendering",
      [
        "Caching", "Digests", "Encoding", "ImageRequest", "Pixels", "PyramidFormat", "TileGeometry",
      ], settings: quick),
    // Asking a process that decodes.
    module(
      "DecoderChildren",
      [
        "BookText", "Books", "PNGRows", "Pixels", "Posix", "PyramidFile", "PyramidFormat",
        "Rendering", "Sandbox", "Sources", "TileGeometry", "TileViewport",
      ]),
    // Being one: strangers' bytes to pixels, for what runs in children.
    module(
      "Decoding",
      [
        "CJPEG", "CVips", "CZlib", "CodecErrors", "JPEGScan", "Pixels", "Posix", "PyramidFormat",
        "Sandbox", "Sources", "TileGeometry", "VipsLibrary",
      ],
      settings: vipsHeaders + quick),
    module(
      "Cutter",
      [
        "BookText", "Books", "ByteText", "CodecErrors", "DecoderChildren", "Decoding", "DjVuFile",
        "Encoding",
        "Inflating", "JPEGScan", "PDFPages", "PNGRows", "PictureWords", "Pixels", "Posix",
        "PyramidFile", "PyramidFormat", "Sandbox", "Sources", "TIFFRows", "TileGeometry", "ZipFile",
      ], settings: quick),
    module(
      "DecoderChild",
      [
        "CodecErrors", "Cutter", "DecoderChildren", "Decoding", "Encoding", "PDFPages", "Posix",
        "Sandbox", "TileGeometry", "VipsLibrary",
      ]),
    module(
      "CutJobs",
      [
        "BookText", "Books", "CutQueue", "DecoderChildren", "Digests", "Fetching", "Posix",
        "PostgresQueue", "PyramidFile", "PyramidFormat", "S3Wire", "Sandbox", "Sources", "Storage",
        "TileGeometry",
      ]),

    // Service: connections, and a request, its image and its answer.
    module("StaticFiles", ["ByteText", "Caching", "HTTPWire", "Posix"]),
    module("HTTPServer", ["ByteText", "HTTPWire", "Posix"], settings: ownedByOneThread),
    module(
      "TileService",
      [
        "BookText", "Books", "ByteText", "Caching", "CutJobs", "CutQueue", "DecoderChildren",
        "Digests", "Documents", "Encoding", "Fetching", "HTTPWire", "ImageRequest", "Packing",
        "PictureWords", "Posix", "PyramidFile", "PyramidFormat", "Rendering", "Sandbox", "Sources",
        "Storage", "TileGeometry", "TileViewport", "Viewer",
      ]),

    // Program: typed words in, an exit code out.
    module(
      "CommandLineInterface",
      [
        "Books", "ByteText", "CutJobs", "CutQueue", "DecoderChildren", "Documents", "Encoding",
        "FetchRules", "Fetching", "HTTPServer", "HTTPWire", "ImageRequest", "PictureWords",
        "Pixels", "Posix", "PostgresQueue", "PyramidFile", "PyramidFormat", "Rendering", "S3Wire",
        "Sandbox", "Sources", "Storage", "TileGeometry", "TileService", "TileViewport",
      ], settings: quick),
    .executableTarget(
      name: "pyramidion",
      dependencies: [
        "CommandLineInterface", "DecoderChild", "DecoderChildren", "HTTPServer", "HTTPWire",
        "ImageRequest", "Posix", "S3Wire", "Sandbox", "StaticFiles", "TileService",
      ],
      swiftSettings: strict),

    // Tests, and the programs they use.
    tests("ByteTextTests", ["ByteText", "SeededNumbers"]),
    tests("DigestsTests", ["Digests"]),
    tests(
      "BooksTests",
      ["BookText", "Books", "ByteText", "SeededNumbers", "TileGeometry", "TileViewport"]),
    tests("BookTextTests", ["BookText", "SeededNumbers"]),
    tests(
      "DocumentsTests", ["Books", "Documents", "ImageRequest", "TileGeometry", "TileViewport"]),
    tests("HTTPWireTests", ["ByteText", "HTTPWire"]),
    tests("S3WireTests", ["ByteText", "HTTPWire", "S3Wire", "SeededNumbers"]),
    tests("FetchRulesTests", ["FetchRules", "SeededNumbers"]),
    tests("CutQueueTests", ["CutQueue"]),
    tests(
      "HTTPServerTests", ["HTTPServer", "HTTPWire", "Posix", "SeededNumbers"],
      exclude: ["thread-sanitizer.sh"]),
    // Measured by Tests/Benchmarks/viewport.sh.
    .target(name: "AllocationCount", path: "Tests/Benchmarks/AllocationCount"),
    fixture(
      "ViewportBenchmark", ["TileGeometry", "TileViewport", "AllocationCount"],
      path: "Benchmarks/ViewportBenchmark"),
    shared("SeededNumbers"),
    tests("TileGeometryTests", ["SeededNumbers", "TileGeometry"]),
    // Measured by Tests/Benchmarks/scan.sh.
    fixture("ScanBenchmark", ["JPEGScan", "Posix"], path: "Benchmarks/ScanBenchmark"),
    // Measured by Tests/Benchmarks/requests.sh.
    fixture(
      "RequestBenchmark", ["AllocationCount", "ImageRequest", "TileGeometry"],
      path: "Benchmarks/RequestBenchmark"),
    tests("ImageRequestTests", ["ByteText", "ImageRequest", "TileGeometry", "TileViewport"]),
    tests("StaticFilesTests", ["HTTPWire", "StaticFiles"]),
    tests("CachingTests", ["Caching", "SeededNumbers"]),
    // Writes and publishes pyramids of given tiles, for the tests of other programs and of crashes.
    fixture(
      "PyramidFixture",
      [
        "Encoding", "Posix", "PyramidFile", "PyramidFormat", "Sources", "Storage", "TileGeometry",
      ]),
    tests("PosixTests", ["Posix"]),
    // A nursery whose children do as they are told.
    fixture("NurseryFixture", ["Posix", "Sandbox"]),
    tests("SandboxTests", ["CLinux", "NurseryFixture", "Posix", "Sandbox"]),
    // Enters the box and tries to get out of it, for Tests/Sandbox.
    .target(name: "Attempts", path: "Tests/EscapeFixture/Attempts"),
    fixture("EscapeFixture", ["Attempts", "Sandbox"], path: "EscapeFixture/Program"),
    tests("FetchingTests", ["FetchRules", "Fetching", "S3Wire"]),
    // Asks engines as it is told, for the tests that have some.
    fixture(
      "FetchFixture", ["ByteText", "Digests", "FetchRules", "Fetching", "Posix", "S3Wire"]),
    tests("PDFPagesTests", ["PDFPages", "TileGeometry"]),
    tests("PixelsTests", ["Pixels", "SeededNumbers", "TileGeometry"]),
    tests("JPEGScanTests", ["JPEGScan", "SeededNumbers"]),
    tests("InflatingTests", ["CZlib", "Inflating", "SeededNumbers"]),
    tests("PNGRowsTests", ["Digests", "Inflating", "PNGRows", "SeededNumbers"]),
    tests("DjVuFileTests", ["DjVuFile", "SeededNumbers"]),
    tests("ZipFileTests", ["CZlib", "Digests", "SeededNumbers", "ZipFile"]),
    tests("CodecErrorsTests", ["CodecErrors"]),
    tests(
      "DecodingTests",
      [
        "CodecErrors", "Decoding", "Encoding", "Pixels", "Posix", "PyramidFormat", "PyramidSamples",
        "SeededNumbers", "TileGeometry",
      ]),
    tests(
      "DecoderChildrenTests",
      [
        "BookText", "Books", "DecoderChildren", "Encoding", "Pixels", "Posix", "PyramidFormat",
        "PyramidSamples", "Rendering", "SeededNumbers", "Sources", "TileGeometry", "TileViewport",
      ]),
    tests(
      "CutterTests", ["Cutter", "DecoderChildren", "Pixels", "SeededNumbers", "TileGeometry"]),
    // Decodes tiles where it is called: nothing that tests decode is a stranger's.
    shared(
      "TileDecodingInProcess",
      ["Decoding", "Pixels", "PyramidFormat", "Rendering", "TileGeometry"]),
    tests(
      "RenderingTests",
      [
        "Caching", "Decoding", "Encoding", "ImageRequest", "Posix", "PyramidFile", "PyramidFormat",
        "PyramidSamples", "Rendering", "TileDecodingInProcess", "TileGeometry",
      ]),
    shared("PyramidSamples", ["PyramidFormat"]),
    tests(
      "PyramidFormatTests", ["ByteText", "PyramidFormat", "PyramidSamples", "TileGeometry"]),
    tests(
      "PictureWordsTests",
      [
        "ByteText", "PictureWords", "PyramidFormat", "PyramidSamples", "SeededNumbers",
        "TileGeometry",
      ]),
    tests(
      "PyramidFileTests",
      ["Digests", "Posix", "PyramidFile", "PyramidFormat", "PyramidSamples", "TileGeometry"]),
    tests(
      "SourcesTests",
      [
        "Fetching", "Posix", "PyramidFile", "PyramidFormat", "PyramidSamples", "S3Wire",
        "SeededNumbers", "Sources",
      ]),
    tests(
      "StorageTests",
      ["Posix", "PyramidFile", "PyramidFormat", "Sources", "Storage", "TileGeometry"]),
    shared("ViewportSamples", ["TileViewport"]),
    tests(
      "TileViewportTests", ["SeededNumbers", "TileGeometry", "TileViewport", "ViewportSamples"]),
    tests(
      "ScrollMotionTests", ["ScrollMotion", "SeededNumbers", "TileViewport", "ViewportSamples"]),
    // Draws in place of the processes that cut.
    shared(
      "CutSamples",
      [
        "BookText", "Books", "CutJobs", "DecoderChildren", "Pixels", "Posix", "PyramidFile",
        "PyramidFormat", "Sources", "TileGeometry",
      ]),
    // A nursery whose children say and write what no cutter does.
    fixture(
      "LyingCutter",
      [
        "CLinux", "CutSamples", "DecoderChildren", "Digests", "Pixels", "Posix", "PyramidFile",
        "Sandbox", "TileGeometry",
      ]),
    // Runs the whole service without a socket.
    shared(
      "ServiceBench",
      [
        "CutJobs", "DecoderChildren", "HTTPWire", "Posix", "PyramidFormat", "Sandbox",
        "TileDecodingInProcess", "TileService",
      ]),
    tests(
      "TileServiceTests",
      [
        "CutJobs", "CutSamples", "DecoderChildren", "Digests", "Documents", "HTTPWire",
        "ImageRequest", "Posix", "PyramidFile", "PyramidFormat", "Rendering", "SeededNumbers",
        "ServiceBench", "Sources", "TileGeometry", "TileService", "Viewer",
      ]),
    tests(
      "CutJobsTests",
      [
        "CutJobs", "CutSamples", "DecoderChildren", "LyingCutter", "Pixels", "Posix", "PyramidFile",
        "PyramidFormat", "PyramidSamples", "Sandbox", "Sources", "Storage", "TileGeometry",
      ]),
    tests(
      "CommandLineInterfaceTests",
      [
        "ByteText", "CommandLineInterface", "CutQueue", "HTTPServer", "HTTPWire", "Posix",
        "PostgresQueue", "PyramidFormat", "Sources", "TileService",
      ],
      exclude: ["Golden"]),
    shared("HeadlessBrowser"),
    tests(
      "ViewportWasmTests",
      [
        "HeadlessBrowser", "ScrollMotion", "SeededNumbers", "TileGeometry", "Viewer",
        "ViewportWasm",
      ]),
    tests("ScriptBundlesTests", ["HeadlessBrowser", "ScriptBundles"]),
  ]
)

// `PYRAMIDION_TESTS=NAME` leaves those tests and what they need. Who builds anew for them alone, as for
// ThreadSanitizer, waits for nothing else.
if let tests = Context.environment["PYRAMIDION_TESTS"] {
  var needed: Set<String> = []
  func need(_ name: String) {
    guard needed.insert(name).inserted else { return }
    for target in package.targets where target.name == name {
      for case .byNameItem(let used, _) in target.dependencies { need(used) }
    }
  }
  need(tests)
  package.targets.removeAll { !needed.contains($0.name) }
  package.products.removeAll()
}
