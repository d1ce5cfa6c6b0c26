import YAML

extension YAMLNode.Pair {
    /// The subjects of a step or an expectation, as in `alice, bob: hangUp`.
    var subjects: [String] { name.split(separator: ",").map { String($0.drop { $0 == " " }) } }

    /// True for a step that changes the network, or is a server's command.
    var isOfNetworkOrServer: Bool { name == "network" || name == "coordinator" || name.hasPrefix("sfu") }

    /// The steps of `sameTime`; nil for any other step.
    var simultaneousSteps: [YAMLNode]? { name == "sameTime" ? value.items : nil }
}
