/// One small change to one place of the sources, behind a switch of its own.
struct Mutant: Codable, Hashable {
    /// How the place changes while the switch is on.
    enum Change: Codable, Hashable {
        /// The expression has another value.
        case value(String)
        /// The statement does not run.
        case omission
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
    /// What kind of slip it is.
    let slip: Slip
    /// The code as it is.
    let original: String
    let change: Change

    /// One line that shows the change.
    var text: String {
        switch change {
        case .value(let other): "\(original) → \(other)"
        case .omission: "without \(original)"
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
}
