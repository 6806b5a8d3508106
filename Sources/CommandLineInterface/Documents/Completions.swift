/// The shells that completions are made for.
package enum Shell: String, Choice { case bash, zsh, fish }

/// Shell completions, made from the command table.
package enum Completions {
  package static func script(for shell: Shell) -> String {
    switch shell {
    case .bash: bash
    case .zsh: zsh
    case .fish: fish
    }
  }

  private static var names: [String] { CommandTable.all.map(\.name) }

  // MARK: bash

  private static var bash: String {
    var cases = ""
    for command in CommandTable.all {
      let flags = command.flags.map { "--\($0.name)" }.joined(separator: " ")
      cases += "    \(command.name)) flags='\(flags)' ;;\n"
    }
    var values = ""
    for command in CommandTable.all {
      for flag in command.flags where flag.takesValue {
        values += "    '\(command.name) --\(flag.name)') \(bashReply(flag)); return ;;\n"
      }
    }
    return """
      # bash completion for pyramidion
      _pyramidion() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        local command=${COMP_WORDS[1]} flags=
        COMPREPLY=()
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W '\(names.joined(separator: " ")) --version --help' -- "$current"))
          return
        fi
        case "$command $previous" in
      \(values)  esac
        case "$command" in
      \(cases)  esac
        if [ "$command" = help ] && [ "${current#-}" = "$current" ]; then
          COMPREPLY=($(compgen -W '\(names.joined(separator: " "))' -- "$current"))
        elif [ "${current#-}" != "$current" ]; then
          COMPREPLY=($(compgen -W "$flags" -- "$current"))
        else
          COMPREPLY=($(compgen -f -- "$current"))
        fi
      }
      complete -F _pyramidion pyramidion

      """
  }

  private static func bashReply(_ flag: Flag) -> String {
    switch flag.value {
    case .choice(let words):
      "COMPREPLY=($(compgen -W '\(words.joined(separator: " "))' -- \"$current\"))"
    case .file: "COMPREPLY=($(compgen -f -- \"$current\"))"
    case .folder: "COMPREPLY=($(compgen -d -- \"$current\"))"
    case .number, .text, .truth, .none: "COMPREPLY=()"
    }
  }

  // MARK: zsh

  private static var zsh: String {
    let commands = CommandTable.all.map { "    '\($0.name):\(quoted($0.summary))'\n" }.joined()
    var cases = ""
    for command in CommandTable.all {
      let flags = command.flags.map { flag in
        "        '--\(flag.name)[\(zshText(flag.summary))]\(zshAction(flag))' \\\n"
      }.joined()
      let operands =
        command.name == "help" ? "'*: :(\(names.joined(separator: " ")))'" : "'*:file:_files'"
      cases += "    \(command.name))\n      _arguments \\\n\(flags)        \(operands) ;;\n"
    }
    return """
      #compdef pyramidion
      _pyramidion() {
        local -a commands
        commands=(
      \(commands)  )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local name=$words[2]
        shift words
        (( CURRENT-- ))
        case $name in
      \(cases)  esac
      }
      if [ "$funcstack[1]" = _pyramidion ]; then
        _pyramidion "$@"
      else
        compdef _pyramidion pyramidion
      fi

      """
  }

  private static func zshAction(_ flag: Flag) -> String {
    switch flag.value {
    case .none, .truth: ""
    case .number: ":N: "
    case .text(let word): ":\(zshText(word)): "
    case .choice(let words): ":value:(\(words.joined(separator: " ")))"
    case .file: ":file:_files"
    case .folder: ":folder:_files -/"
    }
  }

  private static func zshText(_ text: String) -> String {
    quoted(text).map { "[]:".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  // MARK: fish

  private static var fish: String {
    var text =
      "# fish completion for pyramidion\ncomplete -c pyramidion -n __fish_use_subcommand -f\n"
    for command in CommandTable.all {
      text +=
        "complete -c pyramidion -n __fish_use_subcommand -a \(command.name)"
        + " -d '\(quoted(command.summary))'\n"
    }
    for command in CommandTable.all {
      for flag in command.flags {
        text +=
          "complete -c pyramidion -n '__fish_seen_subcommand_from \(command.name)' -l \(flag.name)"
          + "\(fishAction(flag)) -d '\(quoted(flag.summary))'\n"
      }
    }
    text +=
      "complete -c pyramidion -n '__fish_seen_subcommand_from help' -f"
      + " -a '\(names.joined(separator: " "))'\n"
    return text
  }

  private static func fishAction(_ flag: Flag) -> String {
    switch flag.value {
    case .none, .truth: ""
    case .number, .text: " -x"
    case .choice(let words): " -x -a '\(words.joined(separator: " "))'"
    case .file: " -r -F"
    case .folder: " -x -a '(__fish_complete_directories)'"
    }
  }

  /// Text that stands between single quotes in all three shells.
  private static func quoted(_ text: String) -> String {
    text.map { $0 == "'" ? "’" : $0 == "`" ? "" : String($0) }.joined()
  }
}
