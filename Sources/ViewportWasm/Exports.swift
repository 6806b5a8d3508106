/// The version of this module's interface, so that a page can refuse a module it does not know.
@_expose(wasm, "interfaceVersion")
@_cdecl("pyramidion_interfaceVersion")
public func interfaceVersion() -> Int32 { 1 }
