package import Backend
package import ScenarioLanguage
import Wire

/// A word of the language and its code.
package struct Row<Word: Sendable, Code: Sendable>: Sendable {
    package let word: Word
    package let code: Code

    package init(_ word: Word, _ code: Code) {
        self.word = word
        self.code = code
    }
}

/// Rows in the order of the documentation, indexed by their words.
package struct Table<Word: Hashable & Sendable, Code: Sendable>: Sendable {
    /// The words in the order of the documentation.
    package let words: [Word]
    private let codes: [Word: Code]

    package init(_ rows: [Row<Word, Code>]) {
        words = rows.map(\.word)
        codes = Dictionary(rows.map { ($0.word, $0.code) }) { first, _ in first }
    }

    /// The code for a word; nil for a word of another table.
    package subscript(word: Word) -> Code? { codes[word] }
}

package typealias ServerCommandRow = Row<CommandSpec, ServerCommandCode>
package typealias ServerPropertyRow = Row<PropertySpec, @MainActor (CallBackend, String) -> Value>
package typealias PacketFieldRow = Row<PacketFieldSpec, @MainActor (PacketReader.DecodedPacket) -> [Value]>

/// The code of a server's command.
package struct ServerCommandCode: Sendable {
    /// Returns the journal's text for the command, after the server's name.
    package let text: @Sendable (Arguments) -> String
    /// Performs the command at the named server.
    package let perform: @MainActor (any ServerStage, _ server: String, Arguments) -> Void
}

extension ServerCommandRow {
    init(
        _ server: String, _ name: String, _ about: String, needs required: [Argument] = [],
        takes optional: [Argument] = [], text: @escaping @Sendable (Arguments) -> String,
        perform: @escaping @MainActor (any ServerStage, Arguments) -> Void
    ) {
        self.init(
            CommandSpec(name, about, of: server, needs: required, takes: optional, canThrow: false),
            ServerCommandCode(text: text) { stage, _, arguments in perform(stage, arguments) })
    }

    /// Creates a command of one of several servers; the code receives the server's name.
    init(
        each server: String, _ name: String, _ about: String, takes optional: [Argument] = [],
        perform: @escaping @MainActor (any ServerStage, _ server: String, Arguments) -> Void
    ) {
        self.init(
            CommandSpec(name, about, of: server, takes: optional, canThrow: false),
            ServerCommandCode(text: { _ in name }, perform: perform))
    }
}

extension Row where Word == PropertySpec {
    package init(_ name: String, _ type: ValueType, _ about: String, of server: String? = nil, read: Code) {
        self.init(PropertySpec(name, type, about, of: server), read)
    }
}

extension PacketFieldRow {
    init(_ spec: PacketFieldSpec, read: @escaping @MainActor (PacketReader.DecodedPacket) -> [Value]) {
        self.init(spec, read)
    }

    init(
        _ name: String, of protocols: [DatagramKind]?, _ type: ValueType, _ about: String, isShallow: Bool = false,
        isKnownAtOnce: Bool = true, read: @escaping @MainActor (PacketReader.DecodedPacket) -> [Value]
    ) {
        self.init(
            PacketFieldSpec(name, of: protocols, type, about, isShallow: isShallow, isKnownAtOnce: isKnownAtOnce), read)
    }
}
