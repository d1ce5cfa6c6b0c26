/// Whether a call has something that can be started in it.
public enum FeatureMode: String, CaseIterable, Hashable, Sendable {
    /// Whoever may can start it.
    case available
    /// Nobody can start it.
    case disabled
    /// It starts by itself, and whoever may can stop it.
    case autoOn = "auto-on"
}

extension Fields {
    /// The mode of a feature; `available` when it is not there.
    func mode(_ name: String) throws(BodyError) -> FeatureMode {
        guard let text = try optionalText(name) else { return .available }
        guard let mode = FeatureMode(rawValue: text) else {
            let modes = FeatureMode.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badValue(field: path(of: name), problem: "must be one of \(modes)")
        }
        return mode
    }
}

/// Whether a call has a feature: its recordings, or noise cancellation.
public struct FeatureSettings: Body {
    /// Whether it can be started, or starts by itself.
    public var mode: FeatureMode

    /// Describes the settings.
    public init(mode: FeatureMode = .available) {
        self.mode = mode
    }

    /// Reads `mode`.
    public init(_ fields: Fields) throws(BodyError) {
        mode = try fields.mode("mode")
    }

    /// Writes `mode`.
    public func write(to fields: inout FieldWriter) {
        fields.set("mode", mode.rawValue)
    }
}
