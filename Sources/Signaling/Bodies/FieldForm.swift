import Wire

/// The encoding of a field's value.
package protocol FieldForm {
    /// The value in memory.
    associatedtype Value: Hashable & Sendable

    /// Decodes the item at a position of the coder's index.
    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Value
    /// Encodes one item.
    static func write(_ value: Value, _ coder: inout BodyCoder)

    /// Decodes an element of a list; nil for an element to skip.
    static func readElement(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Value?
    /// Encodes a list.
    static func writeList(_ values: [Value], _ coder: inout BodyCoder)
    /// A cache of decoded lists, for lists that often arrive unchanged.
    static var listCache: DecodeCache<[Value]>? { get }
}

/// A value whose type determines its encoding.
package protocol FieldValue: FieldForm, Hashable, Sendable where Value == Self {}

extension FieldForm {
    package static func readElement(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> Value? {
        try read(at: position, &coder)
    }

    package static func writeList(_ values: [Value], _ coder: inout BodyCoder) {
        coder.writer.beginArray(count: values.count)
        // A span lends its elements; iterating over the array would copy each.
        let values = values.span
        for index in values.indices { write(values[index], &coder) }
    }

    package static var listCache: DecodeCache<[Value]>? { nil }
}

extension BodyCoder {
    /// Returns the result of `read`. Throws an error with the expected type when it is nil.
    func value<Value>(at position: Int, _ expected: String, _ read: (CBOR.Index) -> Value?) throws(BodyError)
        -> Value
    {
        guard let value = read(index) else { throw .wrongType(field: index.path(to: position), expected: expected) }
        return value
    }

    /// Returns an error for the item at a position.
    func badValue(at position: Int, _ problem: String) -> BodyError {
        .badValue(field: index.path(to: position), problem: problem)
    }
}

// MARK: Collections

/// A list of values.
enum ListOf<Element: FieldForm>: FieldForm {
    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> [Element.Value] {
        guard let cache = Element.listCache else { return try readAll(at: position, &coder) }
        let index = coder.index
        return try cache.value(ofItemAt: position, in: index) { () throws(BodyError) in
            try readAll(at: position, &coder)
        }
    }

    private static func readAll(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> [Element.Value] {
        var elements = try coder.value(at: position, "a list") { $0.elements(ofArrayAt: position) }
        var values: [Element.Value] = []
        values.reserveCapacity(elements.count)
        while let element = elements.nextPosition() {
            if let value = try Element.readElement(at: element, &coder) { values.append(value) }
        }
        return values
    }

    static func write(_ values: [Element.Value], _ coder: inout BodyCoder) { Element.writeList(values, &coder) }
}

/// A map from texts to values.
enum TableOf<Element: FieldForm>: FieldForm {
    static func read(at position: Int, _ coder: inout BodyCoder) throws(BodyError) -> [String: Element.Value] {
        let positions = try coder.value(at: position, "a map") { $0.values(ofMapAt: position) }
        var table = [String: Element.Value](minimumCapacity: positions.count)
        for value in positions {
            let key = try coder.value(at: position, "a map with text keys") { $0.textKey(ofValueAt: value) }
            table[key] = try Element.read(at: value, &coder)
        }
        return table
    }

    static func write(_ table: [String: Element.Value], _ coder: inout BodyCoder) {
        let outer = coder.writer.beginMap()
        for (key, value) in table {
            coder.writer.key(key)
            Element.write(value, &coder)
        }
        coder.writer.end(backTo: outer)
    }
}
