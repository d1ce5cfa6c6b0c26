/// One small change to one place of the sources, behind a switch of its own.
struct Mutant: Codable, Hashable {
    /// How the place changes while the switch is on.
    enum Change: Codable, Hashable {
        /// The expression has another value.
        case value(String)
        /// The statement does not run.
        case omission
        /// The statements run in another order; the text is theirs in that order.
        case order(String)
        /// The pattern of a `case` does not match.
        case mismatch
        /// The function returns at its beginning; the text is the whole `return` statement.
        case earlyReturn(String)
    }

    /// The number of its switch, from 1 on; 0 is the code as it is.
    var id: Int
    /// The module that it is in.
    let room: String
    /// The file, below `Sources`.
    let file: String
    /// The line of its first byte, from 1 on.
    let line: Int
    /// The last line of the place.
    let lastLine: Int
    /// The bytes of the file that it replaces.
    let bytes: Range<Int>
    /// The kind of slip that it imitates.
    let slip: Slip
    /// The code as it is.
    let original: String
    /// The whole first line of the place.
    let code: String
    let change: Change
    /// True for the value of a variable that is computed once in a process, when it is first read.
    let isOnce: Bool

    /// The text that identifies it in every version of the sources with its line: the file, the line's text and the change.
    var key: String { [file, code, slip.rawValue, text].joined(separator: " | ") }

    /// One line that shows the change.
    var text: String {
        switch change {
        case .value(let other): "\(original) → \(other)"
        case .omission: "without \(original)"
        case .order(let other): "\(original) → \(other)"
        case .mismatch: "without case \(original)"
        case .earlyReturn(let statement): "\(statement) at the beginning"
        }
    }
}

/// The kinds of slips that mutants imitate.
enum Slip: String, Codable, CaseIterable {
    case negatedCondition
    case droppedCondition
    case comparison
    case logic
    case arithmetic
    case constant
    case flippedTruth
    case omittedStatement
    case earlyReturn
    case otherResult
    case neighbourCase
    case otherEnd
    case otherUnit
    case swappedElements
    case swappedArguments
    case defaultValue
    case droppedCase
    case swappedStatements
    case timerOff
    case shortenedLoop
}
