public import Timing
import Wire

/// A call as the coordinator tells it (`semantics.md` 5.1).
///
/// It is handed on far more often than it is changed, so copies share what is told.
@dynamicMemberLookup
public struct CallResponse: Body {
    @usableFromInline var parts: Shared<Parts>

    /// Describes a call in which nothing has happened yet.
    public init(cid: CallCid, createdBy: User, createdAt: Timestamp, settings: CallSettingsResponse = .init()) {
        parts = Shared(Parts(cid: cid, createdBy: createdBy, createdAt: createdAt, settings: settings))
    }

    /// What is told of it.
    @inlinable
    public subscript<Value>(dynamicMember part: WritableKeyPath<Parts, Value>) -> Value {
        _read { yield parts.value[keyPath: part] }
        _modify { yield &parts.value[keyPath: part] }
    }

    private static let memo = Memo<CallResponse>(bits: 7)

    /// Reads the call, which the answer to a request and several events may tell in the same words.
    public init(_ fields: Fields) throws(BodyError) {
        self = try fields.remembered(by: Self.memo) { fields throws(BodyError) in
            CallResponse(try Parts(reading: fields))
        }
    }

    private init(_ parts: Parts) {
        self.parts = Shared(parts)
    }

    /// Writes the call.
    public func write(to fields: inout FieldWriter) {
        parts.value.write(to: &fields)
    }

    /// Writes it once for all bodies that it goes into; it must not be changed any more.
    public mutating func keepWriting() {
        parts.value.keepWriting()
    }
}
