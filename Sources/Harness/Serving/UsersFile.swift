internal import BackendCore
internal import Glibc
internal import ScenarioLanguage
internal import Signaling
internal import YAML

/// The users in a file: a YAML list of ids, or of maps with `id`, `name` and `role`.
package struct UsersFile {
    /// The users without a file.
    static let defaultUsers = ["alice", "bob", "carol"].map { User(id: $0) }

    /// The users, in the order of the file.
    private(set) var users: [User] = []
    /// The mistakes in the file.
    private(set) var problems: [Diagnostic] = []
    private let file: String
    private var places: [String: Place] = [:]

    /// The maximum size of the file, in bytes.
    static let largest = 16 << 20
    private static let keys = ["id", "name", "role"]
    private static let longestId = 64
    /// The roles of all call types; anonymous users cannot have a connection.
    private static let roles = Set(CallType.documented.flatMap(\.grants.keys)).subtracting([CallRole.anonymous])
        .sorted()

    /// True when the file has users and no mistake.
    package var isValid: Bool { problems.isEmpty && !users.isEmpty }

    /// Parses the file's text.
    package init(_ bytes: [UInt8], file: String) {
        self.file = file
        do throws(YAMLError) {
            read(try YAMLNode.parse(bytes))
        } catch {
            problems.append(Diagnostic(error, file: file))
        }
    }

    private mutating func read(_ root: YAMLNode) {
        guard let items = root.items else {
            return report("the users must be a list, and this is \(root.kind)", root, "write each as `- alice`")
        }
        if items.isEmpty { report("there are no users in it", root, "write each as `- alice`") }
        for item in items {
            guard let user = user(item) else { continue }
            if let first = places[user.id] {
                let note = Diagnostic.Related(file: file, place: first, note: "the first one is here")
                report("there are two users with the id `\(user.id)`", item, "give each an id of its own", [note])
            } else {
                places[user.id] = Place(item)
                users.append(user)
            }
        }
    }

    private mutating func user(_ item: YAMLNode) -> User? {
        guard let pairs = item.pairs else { return id(item).map { User(id: $0) } }
        for pair in pairs where !Self.keys.contains(pair.name) {
            report("a user has no `\(pair.name)`", pair.key, "it can be `id`, `name` or `role`")
        }
        guard let idNode = item["id"] else {
            report("a user needs an id", item, "add `id: alice`")
            return nil
        }
        let name = item["name"].flatMap { text($0, of: "name") }
        let role = item["role"].flatMap { self.role($0) }
        return id(idNode).map { User(id: $0, name: name, role: role ?? CallRole.user) }
    }

    private mutating func id(_ node: YAMLNode) -> String? {
        guard let id = text(node, of: "id") else { return nil }
        let isPlain = id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.@".contains($0)) }
        guard isPlain, id.utf8.count <= Self.longestId else {
            let rule = "up to \(Self.longestId) of the characters a-z, A-Z, 0-9, `-`, `_`, `.` and `@`"
            report("this cannot be an id", node, "an id is \(rule)")
            return nil
        }
        return id
    }

    private mutating func role(_ node: YAMLNode) -> String? {
        guard let role = text(node, of: "role") else { return nil }
        guard Self.roles.contains(role) else {
            report(
                "there is no role `\(role)`", node, "it can be \(Self.roles.map { "`\($0)`" }.joined(separator: ", "))")
            return nil
        }
        return role
    }

    private mutating func text(_ node: YAMLNode, of key: String) -> String? {
        guard let scalar = node.scalar, !scalar.isNull else {
            report("the \(key) must be a text, and this is \(node.kind)", node, nil)
            return nil
        }
        guard !scalar.text.isEmpty else {
            report("the \(key) is empty", node, nil)
            return nil
        }
        return scalar.text
    }

    private mutating func report(
        _ message: String, _ node: YAMLNode, _ suggestion: String?, _ related: [Diagnostic.Related] = []
    ) {
        problems.append(
            Diagnostic(file: file, place: Place(node), message: message, suggestion: suggestion, related: related))
    }
}
