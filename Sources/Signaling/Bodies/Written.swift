/// What a body was written as, kept beside it, so that who tells the same to many or again writes it once.
///
/// It says nothing that the body does not, so two bodies are the same whether or not either has it.
struct Written: Sendable {
    let bytes: [UInt8]
}

extension Written: Hashable {
    static func == (lhs: Written, rhs: Written) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
