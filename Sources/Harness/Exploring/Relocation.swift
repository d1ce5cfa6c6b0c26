internal import ScenarioLanguage
internal import YAML

/// The names of files in a scenario that is written to another folder.
///
/// The command of a driver starts in the folder of its scenario. So a word of it that names a file there names that file
/// from the other folder.
struct Relocation {
    /// The folder that the names refer to, and the one that they are to refer to.
    private let old: String
    private let new: String

    /// Returns the text of a scenario without includes, for another folder.
    static func text(_ text: String, of file: String, to folder: String) -> String {
        guard let old = FileStore.realPath(of: FileTree.parent(of: file)), let new = FileStore.realPath(of: folder),
            old != new, let pairs = (try? YAMLNode.parse(text))?.pairs
        else { return text }
        let relocation = Relocation(old: old, new: new)
        let head = pairs.filter { $0.name != "steps" }
        let moved = head.map { $0.name == "participants" ? relocation.participants($0) : $0 }
        guard moved != head else { return text }
        return PlainScenario(head: moved, steps: pairs.first { $0.name == "steps" }?.value.items ?? []).text()
    }

    private func participants(_ pair: YAMLNode.Pair) -> YAMLNode.Pair {
        pair.with(
            pair.value.mapped { participant in
                participant.with(
                    participant.value.mapped { key in
                        key.name == "driver"
                            ? key.with(key.value.mapped { $0.name == "command" ? command($0) : $0 }) : key
                    })
            })
    }

    private func command(_ pair: YAMLNode.Pair) -> YAMLNode.Pair {
        guard let words = pair.value.items else { return pair }
        return pair.with(.list(words.enumerated().map { moved($0.element, isProgram: $0.offset == 0) }))
    }

    /// The word for the new folder. A program without a slash is searched for in the folders of PATH.
    private func moved(_ word: YAMLNode, isProgram: Bool) -> YAMLNode {
        guard let name = word.scalar?.text, !name.hasPrefix("/"), !isProgram || name.contains("/"),
            FileStore.isRegular("\(old)/\(name)"), let last = name.split(separator: "/").last,
            let folder = FileStore.realPath(of: FileTree.parent(of: "\(old)/\(name)"))
        else { return word }
        let way = RelativePath.of("\(folder)/\(last)", from: new)
        return .word(way.contains("/") || !isProgram ? way : "./\(way)")
    }
}

extension YAMLNode {
    /// A mapping with other pairs; any other node as it is.
    fileprivate func mapped(_ change: (Pair) -> Pair) -> YAMLNode {
        pairs.map { YAMLNode(.mapping($0.map(change))) } ?? self
    }
}

extension YAMLNode.Pair {
    /// The pair with another value.
    fileprivate func with(_ value: YAMLNode) -> YAMLNode.Pair { .init(key: key, value: value) }
}
