import Testing

@testable import CallCore

/// The table of the properties of a call's state.
@Suite struct StatePropertyTests {
    @Test(arguments: CallStateChanges.Property.allCases)
    func `a kept property changes a property that can be observed`(property: CallStateChanges.Property) {
        var changes = CallStateChanges(namingMoves: false)
        changes.insert(property)
        #expect(CallStateProperties.all.contains { changes.containsAny(of: $0.sources) })
    }

    @Test func `each property is in the table once`() {
        let names = CallStateProperties.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: CallStateProperties.all.map(\.name))
    func `a row has the name of its property`(name: String) throws {
        let property = try #require(CallStateProperties.all.first { $0.name == name })
        #expect(pathName(of: property) == name)
    }

    /// The last component of the key path, by its description in debug builds.
    private func pathName(of property: some StateProperty) -> String? {
        "\(property.path as AnyKeyPath)".split(separator: ".").last.map(String.init)
    }
}
