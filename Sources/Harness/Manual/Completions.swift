/// The shells with completions.
enum Shell: String, CaseIterable {
    case bash
    case zsh
    case fish

    /// The completions as a script for the shell.
    var completions: String {
        switch self {
        case .bash: Completions.bash
        case .zsh: Completions.zsh
        case .fish: Completions.fish
        }
    }
}

/// Completions, generated from the tables of verbs and options.
enum Completions {
    private static let name = "rollcall"
    private static var verbs: [Verb] { Verb.visible }

    /// All options with a value, without duplicates.
    private static var valued: [OptionName] {
        OptionName.allCases.filter { option in
            option.argument == .required && verbs.contains { $0.options.contains(option) }
        }
    }

    // MARK: bash

    static var bash: String {
        """
        # Completions of \(name) for bash.
        _\(name)() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} words=
            COMPREPLY=()
            if [ "$COMP_CWORD" -eq 1 ]; then
                mapfile -t COMPREPLY < <(compgen -W "\(list(verbs.map(\.rawValue) + ["help", "--help", "--version"]))" -- "$current")
                return
            fi
            case $previous in
        \(valued.map(bashValue).joined(separator: "\n"))
            help) words="\(list(verbs.map(\.rawValue)))" ;;
            esac
            if [ -z "$words" ]; then
                case ${COMP_WORDS[1]}:$current in
        \(verbs.map(bashOptions).joined(separator: "\n"))
                esac
            fi
            if [ -n "$words" ]; then
                mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
            else
                mapfile -t COMPREPLY < <(compgen -f -- "$current")
            fi
        }
        complete -o filenames -F _\(name) \(name)

        """
    }

    private static func bashValue(_ option: OptionName) -> String {
        let pattern = (option.letter.map { ["-\(Character(Unicode.Scalar($0)))"] } ?? []) + ["--\(option.rawValue)"]
        return "    \(pattern.joined(separator: " | "))) \(bashAction(option.completion)) ;;"
    }

    private static func bashAction(_ completion: OptionName.Completion) -> String {
        switch completion {
        case .none: "return"
        case .files: "mapfile -t COMPREPLY < <(compgen -f -- \"$current\"); return"
        case .words(let words): "words=\"\(list(words))\""
        }
    }

    private static func bashOptions(_ verb: Verb) -> String {
        let options = "        \(verb.rawValue):-*) words=\"\(list(verb.options.map { "--\($0.rawValue)" }))\" ;;"
        guard case .words(let words) = verb.completion else { return options }
        return "\(options)\n        \(verb.rawValue):*) words=\"\(list(words))\" ;;"
    }

    // MARK: zsh

    static var zsh: String {
        """
        #compdef \(name)
        # Completions of \(name) for zsh.
        _\(name)() {
            local -a verbs
            verbs=(
        \(verbs.map { "        \(quoted("\($0.rawValue):\($0.about)"))" }.joined(separator: "\n"))
            )
            if (( CURRENT == 2 )); then
                _describe verb verbs
                _arguments '--help[show the verbs]' '--version[show the version]'
                return
            fi
            local verb=$words[2]
            shift words
            (( CURRENT-- ))
            case $verb in
        \(verbs.map(zshVerb).joined(separator: "\n"))
            help) _describe verb verbs ;;
            esac
        }
        if [ "$funcstack[1]" = _\(name) ]; then _\(name) "$@"; else compdef _\(name) \(name); fi

        """
    }

    private static func zshVerb(_ verb: Verb) -> String {
        let options = verb.options.flatMap(zshOption).map { "            \($0) \\\n" }.joined()
        return "    \(verb.rawValue))\n        _arguments -s \\\n\(options)            \(zshOperands(verb)) ;;"
    }

    private static func zshOption(_ option: OptionName) -> [String] {
        let about = option.summary.filter { !"[]:".contains($0) }
        let mark = option.argument == .required ? "=" : option.argument == .optional ? "=-" : ""
        let value = option.argument == .none ? "" : ":value:\(zshAction(option.completion))"
        let long = quoted("*--\(option.rawValue)\(mark)[\(about)]\(value)")
        let short = option.letter.map { quoted("*-\(Character(Unicode.Scalar($0)))[\(about)]\(value)") }
        return [long] + [short].compactMap(\.self)
    }

    private static func zshAction(_ completion: OptionName.Completion) -> String {
        switch completion {
        case .none: " "
        case .files: "_files"
        case .words(let words): "(\(list(words)))"
        }
    }

    private static func zshOperands(_ verb: Verb) -> String { quoted("*:operand:\(zshAction(verb.completion))") }

    // MARK: fish

    static var fish: String {
        let head = """
            # Completions of \(name) for fish.
            complete -c \(name) -n __fish_use_subcommand -f -l help -d 'show the verbs'
            complete -c \(name) -n __fish_use_subcommand -f -l version -d 'show the version'

            """
        return head + verbs.map(fishVerb).joined()
    }

    private static func fishVerb(_ verb: Verb) -> String {
        let begin = "complete -c \(name) -n __fish_use_subcommand -f -a \(verb.rawValue) -d \(quoted(verb.about))\n"
        let condition = "'__fish_seen_subcommand_from \(verb.rawValue)'"
        let options = verb.options.map { "complete -c \(name) -n \(condition) \(fishOption($0))\n" }.joined()
        guard case .words(let words) = verb.completion else { return begin + options }
        return "\(begin)\(options)complete -c \(name) -n \(condition) -f -a \(quoted(list(words)))\n"
    }

    private static func fishOption(_ option: OptionName) -> String {
        let short = option.letter.map { " -s \(Character(Unicode.Scalar($0)))" } ?? ""
        let value =
            switch option.completion {
            case .none: option.argument == .required ? " -x" : ""
            case .files: " -r"
            case .words(let words): " -x -a \(quoted(list(words)))"
            }
        return "-l \(option.rawValue)\(short)\(value) -d \(quoted(option.summary))"
    }

    // MARK: Words

    private static func list(_ words: [String]) -> String { words.joined(separator: " ") }

    /// Returns the text as one word of a shell.
    private static func quoted(_ text: String) -> String { text.inShellQuotes }
}

extension OptionName {
    /// The explanation up to its first semicolon.
    var summary: String { row.about.split(separator: ";").first.map(String.init) ?? row.about }
}
