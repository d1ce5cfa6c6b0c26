import Signaling
import Wire

/// What a new call's settings are when its creator overrides some of its type's.
enum SettingsOverride {
    /// The type's settings, in which every part that `data.settings_override` names is replaced field by field.
    static func settings(of type: CallType, _ payload: [UInt8]) throws(APIError) -> CallSettingsResponse {
        let data = (try? CBOR(decoding: payload))?.map?["data"]?.map
        guard let override = data?["settings_override"]?.map, var merged = type.settings.item.map else {
            return type.settings
        }
        for (name, part) in override {
            guard let name = name.text, let fields = part.map else { continue }
            var mergedPart = merged[name]?.map ?? [:]
            for (field, value) in fields { mergedPart[key: field] = value }
            merged[name] = .map(mergedPart)
        }
        do {
            return try CallSettingsResponse(Fields(map: merged, path: "data.settings_override"))
        } catch {
            throw .unreadable(error)
        }
    }
}
