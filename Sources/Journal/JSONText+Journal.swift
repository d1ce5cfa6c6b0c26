internal import Wire

extension JSONText {
    mutating func field(_ name: StaticString, _ value: String) {
        key(name)
        text(value)
    }

    mutating func field(_ name: StaticString, _ value: String?) {
        if let value { field(name, value) }
    }

    mutating func field(_ name: StaticString, _ value: some BinaryInteger) {
        key(name)
        integer(value)
    }

    mutating func field(_ name: StaticString, _ value: Int?) {
        if let value { field(name, value) }
    }

    mutating func field(_ name: StaticString, _ value: SocketAddress) {
        key(name)
        address(value)
    }

    mutating func field(_ name: StaticString, _ value: JournalValue) {
        key(name)
        self.value(value)
    }

    /// The attributes as an object; nothing when there are none.
    mutating func field(_ name: StaticString, _ attributes: [JournalAttribute]) {
        guard !attributes.isEmpty else { return }
        key(name)
        self.attributes(attributes)
    }

    mutating func attributes(_ attributes: [JournalAttribute]) {
        openObject()
        for attribute in attributes {
            key(attribute.name)
            value(attribute.value)
        }
        closeObject()
    }

    mutating func value(_ value: JournalValue) {
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
