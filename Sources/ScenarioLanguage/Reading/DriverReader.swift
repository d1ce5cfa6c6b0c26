import YAML

/// Reads the outside program of a participant; its working directory is the folder of the scenario's file.
struct DriverReader: NodeReader {
    let reading: FileReading

    func read(_ node: YAMLNode, of spec: ParticipantSpec) -> DriverSpec? {
        let example = "driver: {command: [python3, driver.py]}"
        guard let pairs = pairs(node, what: "`driver`", example: example) else { return nil }
        let fields = fields(pairs, of: .driver, at: Place(node.start))
        guard let node = fields["command"] else { return nil }
        guard let items = node.items, !items.isEmpty else {
            report(
                "`command` is a list of a program and its arguments", at: Place(node), suggestion: "write `\(example)`")
            return nil
        }
        let words = items.compactMap { programText($0) }
        guard words.count == items.count else { return nil }
        guard words.first?.isEmpty == false else {
            report("a program without a name cannot be started", at: Place(node))
            return nil
        }
        guard spec.part == nil else {
            report("a participant of a registered kind has no driver", at: Place(node))
            return nil
        }
        return DriverSpec(command: words, folder: reading.folder, patience: fields["patience"].flatMap { duration($0) })
    }
}

extension Keys {
    /// The keys of a participant's `driver`.
    package static let driver = Keys(
        "`driver`",
        [
            (
                "command", "the program and its arguments, as a list; it is started in the scenario's folder",
                "command: [python3, driver.py]"
            ),
            ("patience", "the time limit for its `hello` and for answers to `sync`; default 20s", nil),
        ])
}
