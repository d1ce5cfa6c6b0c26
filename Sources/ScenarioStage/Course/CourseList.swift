import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

/// The branches of a run in the order in which they take turns: those inside a branch stand behind it.
///
/// At each instant the first one begins. A turn is one step that makes something happen, and what is looked at right
/// behind it.
struct CourseList {
    private var all: [Course] = []
    private var lastID = 0
    /// Whose turn it is.
    private var turn = 0
    private var instant: Instant?
    /// Whether the one whose turn it is has made something happen in it.
    private var hasActed = false

    init(_ steps: [Step]) {
        all = steps.isEmpty ? [] : [Course(id: 0, parent: nil, steps: steps)]
    }

    /// Whether all steps of all branches are done.
    var isOver: Bool { all.allSatisfy(\.isOver) }

    var indices: Range<Int> { all.indices }

    /// Those who have not ended, in order.
    var underWay: [Course] { all.filter { !$0.isOver } }

    subscript(index: Int) -> Course {
        get { all[index] }
        set { all[index] = newValue }
    }

    // MARK: Turns

    /// Whose turn it is now.
    mutating func turn(at now: Instant) -> Int {
        if instant != now { (instant, turn, hasActed) = (now, 0, false) }
        return turn
    }

    /// Whether the one whose turn it is may make something happen.
    var mayAct: Bool { !hasActed }

    /// Something happens in this turn.
    mutating func act() { hasActed = true }

    /// It is the next one's turn.
    mutating func pass() {
        turn = (turn + 1) % max(1, all.count)
        hasActed = false
    }

    // MARK: Branches

    /// Lets branches start, behind the one that waits for them.
    mutating func start(_ branches: [Branch], of index: Int) {
        let parent = all[index].id
        let courses = branches.map { branch in
            lastID += 1
            return Course(id: lastID, parent: parent, steps: branch.steps)
        }
        all[index].branchesLeft = courses.count
        all.insert(contentsOf: courses, at: index + 1)
    }

    /// A branch is over; answers the index of the one that waited for it, once it was the last one.
    mutating func end(_ index: Int) -> Int? {
        guard let parent = all.firstIndex(where: { $0.id == all[index].parent }) else { return nil }
        all[parent].branchesLeft -= 1
        guard all[parent].branchesLeft == 0 else { return nil }
        let id = all[parent].id
        all.removeAll { $0.parent == id }
        (turn, hasActed) = (parent, false)
        return parent
    }

    /// Whether a step that is still to come may set a mark.
    func maySet(_ mark: String) -> Bool { all.contains { $0.maySet(mark) } }
}
