public import Testing

/// Names the cases that a test, or every test of a suite together, shows; `workshop cases` reads them.
public struct Covers: TestTrait, SuiteTrait {
    /// The ids of the cases.
    public let ids: [String]
}

extension Trait where Self == Covers {
    /// The test shows these cases. Write the ids as literals: they are read from the source.
    public static func covers(_ ids: String...) -> Self { Covers(ids: ids) }
}
