extension JSONText {
    package mutating func field(_ name: StaticString, _ value: String) {
        key(name)
        text(value)
    }

    package mutating func field(_ name: StaticString, _ value: String?) {
        if let value { field(name, value) }
    }

    package mutating func field(_ name: StaticString, _ value: Double) {
        key(name)
        number(value)
    }

    /// Writes a number of seconds without the rounding digits of binary fractions.
    package mutating func field(_ name: StaticString, seconds: Double) {
        key(name)
        let nanoseconds = (seconds * 1e9).rounded()
        if let exact = Int64(exactly: nanoseconds) { self.seconds(nanoseconds: exact) } else { number(seconds) }
    }

    /// Writes the texts as an array, which may be empty.
    package mutating func field(_ name: StaticString, _ values: [String]) {
        key(name)
        openArray()
        for value in values { text(value) }
        closeArray()
    }

    package mutating func field(_ name: StaticString, _ value: some BinaryInteger) {
        key(name)
        integer(value)
    }

    package mutating func field(_ name: StaticString, _ value: Int?) {
        if let value { field(name, value) }
    }

    /// Writes the attributes as an object; nothing when there are none.
    package mutating func field(_ name: StaticString, _ attributes: [JournalAttribute]) {
        guard !attributes.isEmpty else { return }
        key(name)
        self.attributes(attributes)
    }

    package mutating func attributes(_ attributes: [JournalAttribute]) {
        openObject()
        for attribute in attributes {
            key(attribute.name)
            value(attribute.value)
        }
        closeObject()
    }

    package mutating func value(_ value: JournalValue) {
        switch value {
        case .none: null()
        case .boolean(let value): boolean(value)
        case .integer(let value): integer(value)
        case .number(let value): number(value)
        case .text(let value): text(value)
        case .list(let values):
            openArray()
            for element in values { self.value(element) }
            closeArray()
        }
    }
}
