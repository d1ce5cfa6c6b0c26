internal import Journal
internal import Timing
internal import Tracing

/// `rollcall why`: shows the causes of a property's value, back to the step of the scenario.
struct WhyVerb {
    private let run: String
    private let property: String?
    private let out: String
    private let moment: Instant?

    init(_ words: ParsedArguments) throws(UsageError) {
        guard let run = words.operands.first, words.operands.count <= 2 else {
            throw UsageError(.why, "name a run and a property, as in .rollcall/RING-01 bob.callingState")
        }
        self.run = run
        property = words.operands.count == 2 ? words.operands[1] : nil
        out = words[.out] ?? ".rollcall"
        moment = try words.nanoseconds(.at, of: .why).map(Instant.init)
    }

    func perform() throws(UsageError) -> ExitStatus {
        let record: RecordedRun
        do throws(RecordError) {
            record = try RecordedRun(run, in: out)
        } catch {
            Console.error(.why, "\(error)")
            return .invalid
        }
        if property == nil, let damage = record.verdictDamage {
            Console.error(.why, "\(damage)\nname the property, such as bob.callingState, or run the scenario again")
            return .invalid
        }
        record.reportNotes(.why)
        guard let name = property ?? Self.property(of: record.verdict, in: record.trace) else {
            throw UsageError(.why, "the run did not fail at a property: name one, such as bob.callingState")
        }
        do throws(CauseError) {
            let chain = try CauseChain(of: PropertyName(name), in: record.trace, at: moment)
            Console.say(chain.text.withoutCommands(keeping: ["\n"]))
            return .success
        } catch {
            throw UsageError(.why, "\(error)" + Self.advice(on: error))
        }
    }

    /// Returns the property of the expectation that failed.
    private static func property(of verdict: Verdict?, in trace: RunTrace) -> String? {
        guard let text = verdict?.failure?.expected else { return nil }
        let names = Set(trace.participants)
        return text.matches(of: /([A-Za-z][\w-]*)\.([A-Za-z]\w*)/).first { names.contains(String($0.output.1)) }
            .map { String($0.output.0) }
    }

    private static func advice(on error: CauseError) -> String {
        let near = hint(error.property.description, error.known)
        guard near.isEmpty, !error.known.isEmpty else { return near }
        let own = error.known.filter { $0.hasPrefix(error.property.participant + ".") }
        return "; there is: \((own.isEmpty ? error.known : own).joined(separator: ", "))"
    }
}
