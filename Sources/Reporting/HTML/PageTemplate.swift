/// A page template with placeholders, written `{{name}}`.
struct PageTemplate {
    private let parts: [Part]
    private var values: [String: [UInt8]] = [:]

    private enum Part {
        case text(ArraySlice<UInt8>)
        case place(String)
    }

    init(_ bytes: [UInt8]) {
        var parts: [Part] = []
        var rest = bytes[...]
        while let start = rest.firstRange(of: Array("{{".utf8)) {
            parts.append(.text(rest[..<start.lowerBound]))
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: Array("}}".utf8)) else { break }
            parts.append(.place(String(decoding: rest[..<end.lowerBound], as: UTF8.self)))
            rest = rest[end.upperBound...]
        }
        parts.append(.text(rest))
        self.parts = parts
    }

    /// Sets the value of a placeholder, which is inserted unchanged.
    mutating func set(_ name: String, raw value: [UInt8]) {
        values[name] = value
    }

    /// Sets the value of a placeholder, which is inserted as escaped text.
    mutating func set(_ name: String, text value: String) {
        set(name, raw: Array(value.html.utf8))
    }

    /// The page with the values of all placeholders.
    var filled: [UInt8] {
        parts.reduce(into: []) { page, part in
            switch part {
            case .text(let text): page += text
            case .place(let name): page += values[name] ?? []
            }
        }
    }
}

extension String {
    /// The text in HTML, with escaped markup and without characters that move text.
    var html: String {
        var escaped = ""
        for character in harmless.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
