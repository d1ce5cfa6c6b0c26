import Timing
import Wire

@testable import Signaling

/// A form with a type of its own in CDDL.
protocol DescribedForm: FieldForm {
    /// Returns the type, and adds the required rules to the schema.
    static func describe(in schema: Schema) -> String
}

// MARK: Texts

extension String: DescribedForm {
    static func describe(in schema: Schema) -> String { "tstr" }
}

extension Name: DescribedForm {
    static func describe(in schema: Schema) -> String { schema.rule("non-empty-text", "tstr .size (1..65535)") }
}

extension CallCid: DescribedForm {
    static func describe(in schema: Schema) -> String {
        schema.rule("call-cid", "tstr .regexp \"[^:]+:.+\"", "type:id")
    }
}

extension OwnCapability: DescribedForm {
    static func describe(in schema: Schema) -> String { schema.rule("own-capability", "tstr") }
}

extension Language: DescribedForm {
    static func describe(in schema: Schema) -> String { schema.rule("language", "tstr .regexp \"[a-z]{2,8}\"") }
}

extension StorageName: DescribedForm {
    static func describe(in schema: Schema) -> String {
        schema.rule("storage-name", "tstr .regexp \"[a-zA-Z0-9_-]{1,64}\"")
    }
}

// MARK: Numbers

extension Bool: DescribedForm {
    static func describe(in schema: Schema) -> String { "bool" }
}

extension Int64: DescribedForm {
    static func describe(in schema: Schema) -> String { "int" }
}

extension Int: DescribedForm {
    static func describe(in schema: Schema) -> String { "uint" }
}

extension UInt32: DescribedForm {
    static func describe(in schema: Schema) -> String { "uint .size 4" }
}

extension Double: DescribedForm {
    static func describe(in schema: Schema) -> String { "int / float" }
}

extension Timestamp: DescribedForm {
    static func describe(in schema: Schema) -> String {
        schema.rule("date", "int", "milliseconds since 1970-01-01T00:00:00Z")
    }
}

extension Port: DescribedForm {
    static func describe(in schema: Schema) -> String { schema.rule("port", "1..65535") }
}

extension TrackType: DescribedForm {
    static func describe(in schema: Schema) -> String {
        schema.rule("track-type", "1..4", "1 audio, 2 video, 3 screenshare, 4 screenshare audio")
    }
}

// MARK: Bytes, lists and maps

extension [UInt8]: DescribedForm {
    static func describe(in schema: Schema) -> String { "bstr" }
}

extension ListOf: DescribedForm {
    static func describe(in schema: Schema) -> String { "[* \(schema.type(of: Element.self))]" }
}

extension TableOf: DescribedForm {
    static func describe(in schema: Schema) -> String { "{* tstr => \(schema.type(of: Element.self))}" }
}

extension AnyMap: DescribedForm {
    static func describe(in schema: Schema) -> String { schema.rule("any-map", "{* any => any}") }
}

extension StatusMap: DescribedForm {
    static func describe(in schema: Schema) -> String { schema.type(of: Recording.self) }
}

extension QueryPage: DescribedForm where Record: QueryRecord {
    static func describe(in schema: Schema) -> String {
        let name = "\(schema.name(of: Record.self))-page"
        return schema.rule(name, schema.map(of: Self(), named: name))
    }
}

// MARK: Events

extension CoordinatorEvent: DescribedForm {
    static func describe(in schema: Schema) -> String {
        let events = readers.map { schema.rule($0.type, schema.map(ofNew: $0.body, named: $0.type)) }
        return schema.rule("coordinator-event", events.joined(separator: " / "))
    }
}

extension SFUEvent: DescribedForm {
    static func describe(in schema: Schema) -> String {
        let events = knownTypes.map { kind in
            var event = prototype(kind)
            return schema.rule(
                "sfu.\(kind.rawValue)",
                schema.map(named: "sfu.\(kind.rawValue)") { coder throws(BodyError) in try event.code(&coder) })
        }
        return schema.rule("sfu-event", events.joined(separator: " / "))
    }
}
