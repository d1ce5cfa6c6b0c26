// As much of UIKit as the sample needs.
import CallLibrary

@MainActor
class UIViewController {
    weak var navigationController: UINavigationController?
    let view = UIView()
}

extension UIViewController: Equatable {
    nonisolated static func == (lhs: UIViewController, rhs: UIViewController) -> Bool { lhs === rhs }
}

@MainActor
final class UINavigationController {
    let topViewController: UIViewController

    init(_ top: UIViewController) {
        topViewController = top
        top.navigationController = self
    }
}

@MainActor
final class UIView {}

@MainActor
final class CallViewController: UIViewController {
    static func make(with viewModel: CallViewModel) -> CallViewController { CallViewController() }
}

@MainActor
final class CallViewHelper {
    static let shared = CallViewHelper()
    private(set) var isCallViewShown = false

    func add(callView: UIView) { isCallViewShown = true }
    func removeCallView() { isCallViewShown = false }
}
