/// A document in XML 1.0, written element by element, with escaped attributes and text.
struct XMLText {
    private var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    private var depth = 0

    /// The document as the bytes of a file in UTF-8.
    var bytes: [UInt8] { Array(text.utf8) }

    /// Writes an element with optional text.
    mutating func element(_ name: String, _ attributes: [(String, String)], text content: String = "") {
        begin(name, attributes)
        text += content.isEmpty ? "/>\n" : ">\(content.xml(escaping: Self.inText))</\(name)>\n"
    }

    /// Writes an element with nested elements.
    mutating func element(
        _ name: String, _ attributes: [(String, String)] = [], content: (inout XMLText) -> Void
    ) {
        begin(name, attributes)
        text += ">\n"
        depth += 1
        content(&self)
        depth -= 1
        text += indentation + "</\(name)>\n"
    }

    private var indentation: String { String(repeating: "  ", count: depth) }

    private mutating func begin(_ name: String, _ attributes: [(String, String)]) {
        text += indentation + "<\(name)"
        for (key, value) in attributes { text += " \(key)=\"\(value.xml(escaping: Self.inAttributes))\"" }
    }

    private static let inText: [Unicode.Scalar: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
    /// The escapes in attributes. Parsers read a literal tab or line break there as a space (section 3.3.3).
    private static let inAttributes = inText.merging(["\"": "&quot;", "\t": "&#9;", "\n": "&#10;"]) { first, _ in first
    }
}

extension String {
    /// Returns the text with escaped characters, and U+FFFD for those that XML 1.0 cannot contain (section 2.2).
    fileprivate func xml(escaping references: [Unicode.Scalar: String]) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if let reference = references[scalar] {
                result += reference
            } else {
                result.unicodeScalars.append(scalar.isXML ? scalar : "\u{FFFD}")
            }
        }
        return result
    }
}

extension Unicode.Scalar {
    /// True when a document can contain the character and parsers return it unchanged.
    fileprivate var isXML: Bool {
        switch value {
        case 0x9, 0xA, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
        default: false
        }
    }
}
