import CLinux

/// The code and the constants of this program and its libraries.
package enum LoadedCode {
  /// Gives the memory back that they take in this process: what is run again the system takes from
  /// the files again.
  ///
  /// It saves children nothing and costs them nothing: a copy of a process does not have such pages
  /// before it uses them.
  package static func giveBack() { pyramidion_give_back_code() }
}
