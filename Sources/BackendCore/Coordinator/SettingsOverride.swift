import Signaling
import Wire

/// What settings are when a request overrides some of them.
enum SettingsOverride {
    /// The settings, in which every part that the body names at `path` is replaced field by field.
    static func settings(
        _ settings: CallSettingsResponse, overriddenBy payload: [UInt8], at path: [String]
    ) throws(APIError) -> CallSettingsResponse {
        let body = try? CBOR(decoding: payload)
        let found = path.reduce(body) { $0?.map?[$1] }
        guard let override = found?.map, var merged = settings.item.map else { return settings }
        for (name, part) in override {
            guard let name = name.text, let fields = part.map else { continue }
            var mergedPart = merged[name]?.map ?? [:]
            for (field, value) in fields { mergedPart[key: field] = value }
            merged[name] = .map(mergedPart)
        }
        do {
            return try CallSettingsResponse(Fields(map: merged, path: path.joined(separator: ".")))
        } catch {
            throw .unreadable(error)
        }
    }
}
