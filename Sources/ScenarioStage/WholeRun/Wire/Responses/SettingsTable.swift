import Wire

/// The settings of a call by part and field, with the defaults of what is absent (wire.cddl).
enum SettingsTable {
    /// A field of a part of the settings.
    struct Field: Hashable {
        /// The names on the way to the field.
        let path: [String]

        var text: String { path.joined(separator: ".") }
    }

    private static let defaults: [Field: CBOR] = [
        Field(path: ["ring", "auto_cancel_timeout_ms"]): 15_000,
        Field(path: ["ring", "incoming_call_timeout_ms"]): 15_000,
        Field(path: ["ring", "missed_call_timeout_ms"]): 15_000,
        Field(path: ["audio", "mic_default_on"]): true,
        Field(path: ["audio", "speaker_default_on"]): true,
        Field(path: ["audio", "default_device"]): "speaker",
        Field(path: ["audio", "noise_cancellation", "mode"]): "available",
        Field(path: ["video", "camera_default_on"]): true,
        Field(path: ["video", "enabled"]): true,
        Field(path: ["backstage", "enabled"]): false,
        Field(path: ["backstage", "join_ahead_time_seconds"]): 0,
        Field(path: ["recording", "mode"]): "available",
        Field(path: ["limits", "max_duration_seconds"]): 0,
        Field(path: ["limits", "max_participants"]): 0,
        Field(path: ["thumbnails", "enabled"]): false,
    ]

    /// Returns the fields of the settings that a request overrides.
    static func fields(of override: CBOR.Map) -> [(field: Field, value: CBOR)] { leaves(of: override, below: []) }

    private static func leaves(of map: CBOR.Map, below path: [String]) -> [(field: Field, value: CBOR)] {
        map.flatMap { key, value in
            let path = path + [key.text ?? ""]
            if let part = value.map { return leaves(of: part, below: path) }
            let field = Field(path: path)
            return defaults[field] == nil ? [] : [(field, value)]
        }
    }

    /// Returns the value that a call's settings show for a field.
    static func value(of field: Field, in settings: CBOR.Map?) -> CBOR? {
        var value = settings.map(CBOR.map)
        for name in field.path { value = value?.map?[name] }
        return value ?? defaults[field]
    }
}
