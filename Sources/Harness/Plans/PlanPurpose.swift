/// The kind of work that a plan divides, by the verb that does it on one machine.
enum PlanPurpose: String, CaseIterable {
    /// Scenarios with seeds.
    case run
    /// A search, as several searches with seeds of their own.
    case explore
    /// A load, as shares of its starts.
    case load

    /// The verb whose options and operands the plan takes.
    var verb: Verb {
        switch self {
        case .run: .run
        case .explore: .explore
        case .load: .load
        }
    }

    /// Splits the operands of `rollcall plan`. The first one can name the purpose; it is a path otherwise.
    static func split(_ words: ParsedArguments) -> (purpose: PlanPurpose, words: ParsedArguments) {
        guard let purpose = words.operands.first.flatMap(PlanPurpose.init) else { return (.run, words) }
        return (purpose, words.withoutFirstOperand)
    }
}

extension ParsedArguments {
    /// The options of a plan that say how it is cut, and not what is run.
    private static let ofCutting: Set<OptionName> = [.out, .pack]

    /// Throws when an option belongs to plans of another purpose.
    func check(for purpose: PlanPurpose) throws(UsageError) {
        let known = Set(purpose.verb.options).union(Self.ofCutting)
        guard let other = names.first(where: { !known.contains($0) }) else { return }
        let owner = PlanPurpose.allCases.first { $0.verb.options.contains(other) } ?? .run
        throw UsageError(
            .plan, "--\(other.rawValue) is for `plan \(owner.rawValue)`, and this is a plan of `\(purpose.rawValue)`")
    }

    /// The options of what is run, as words.
    func planned(without others: Set<OptionName> = []) -> [String] { texts(without: Self.ofCutting.union(others)) }
}
