import CLinux
import Glibc
import Posix

/// How a nursery is started: what it inherits is listed here, and nothing else is.
struct NurseryLaunch {
  /// Where the nursery finds its line to this process.
  static let socket: CInt = 3

  /// All of its environment, and with it that of its children.
  ///
  /// libvips is not to write code at run time, and has its say in errors alone.
  private static let environment = [
    "LANG=C", "HOME=/nonexistent", "VIPS_NOVECTOR=1", "VIPS_WARNING=0",
  ]
  /// What decides which libraries a program is made of: the nursery is the program that started it.
  private static let ofTheLoader = ["LD_LIBRARY_PATH", "LD_PRELOAD"]
  /// Where decoders lie that are loaded by their place.
  private static let ofDecoders = [Nursery.pdfEngineVariable]

  /// How it and its children are called in lists of processes.
  private static let name = "pyramidion-decoder"

  private let program: String

  init(_ program: String) { self.program = program }

  /// Starts the process.
  ///
  /// It has its own process group, so that Ctrl-C is its parent's to handle. It is not told to die
  /// with its parent: the system means the thread by that which started it.
  ///
  /// - Parameter socket: the far end of its line.
  /// - Returns: its number.
  /// - Throws: what the system said.
  func spawn(socket: CInt) throws(Errno) -> pid_t {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, socket, Self.socket)
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    unsafe pyramidion_close_from(&actions, Self.socket + 1)

    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    var all = sigset_t()
    unsafe sigfillset(&all)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setsigdefault(&attributes, &all)
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    let kept = (Self.ofTheLoader + Self.ofDecoders).compactMap { name in
      unsafe getenv(name).map { unsafe "\(name)=\(String(cString: $0))" }
    }
    let words = ProgramWords([Self.name, Nursery.argument])
    let environment = ProgramWords(Self.environment + kept)
    var number = pid_t()
    let result = unsafe posix_spawn(
      &number, program, &actions, &attributes, words.pointers, environment.pointers)
    guard result == 0 else { throw Errno(rawValue: result) }
    return number
  }
}
