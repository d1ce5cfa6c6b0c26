/// Corrections for the frequent errors of libyaml.
enum YAMLHint {
    /// Returns the correction of an error; `character` is the one at its position.
    static func hint(for problem: String, after context: String?, character: UInt8?) -> String? {
        if problem.contains("cannot start any token") { return strayCharacter(character) }
        return table.first { problem.contains($0.part) || context?.contains($0.part) == true }?.advice
    }

    private static func strayCharacter(_ character: UInt8?) -> String {
        switch character {
        case UInt8(ascii: "\t"): "indent with spaces; a tab cannot indent"
        case .some(let byte): "put text that starts with `\(Character(UnicodeScalar(byte)))` in quotes"
        case nil: "put the text in quotes"
        }
    }

    private static let table: [(part: String, advice: String)] = [
        (
            "mapping values are not allowed",
            "indent the key like the one it belongs beside; put text that holds `: ` in quotes"
        ),
        ("while scanning a quoted scalar", "close the quotes that were opened before"),
        ("unknown escape character", "in double quotes write a backslash as \\\\, or use single quotes"),
        ("could not find expected ':'", "write a key as `key: value`, with a colon and a space after it"),
        ("did not find expected key", "line the keys of one mapping up in the same column"),
        ("did not find expected '-' indicator", "line the `- ` of one list up in the same column"),
        ("did not find expected ',' or ']'", "separate the items with commas and close the list with ]"),
        ("did not find expected ',' or '}'", "separate the entries with commas and close the mapping with }"),
        ("block sequence entries are not allowed", "start the list on a line of its own, below its key"),
        ("block collection entries", "use brackets, [ ] or { }, inside brackets"),
        ("tab character", "indent with spaces; a tab cannot indent"),
        ("while scanning an anchor", "name an anchor with letters and digits after &"),
        ("while scanning an alias", "put text that starts with * in quotes"),
        ("found incompatible YAML document", "write `%YAML 1.2` or remove the line"),
        ("while scanning a directive", "a line that starts with % is a directive; put the text in quotes"),
        ("while scanning a tag", "put text that starts with ! in quotes"),
        ("undefined tag handle", "put text that starts with ! in quotes"),
        ("while scanning a block scalar", "indent the text below | or > with spaces, by the same number on each line"),
        ("expected <document start>", "start each `key: value` at the left edge, one a line"),
    ]
}
