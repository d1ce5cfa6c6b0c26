// The UIKit sample of the page on call and participant state, without a change. The view controllers are stand-ins.
import CallLibrary

@MainActor
final class HomeViewController: UIViewController {
    let callViewModel: CallViewModel
    private var cancellables: Set<AnyCancellable> = []

    init(callViewModel: CallViewModel) {
        self.callViewModel = callViewModel
        super.init()
        listenToIncomingCalls()
    }

    private func listenToIncomingCalls() {
        callViewModel.$callingState.sink { [weak self] newState in
            guard let self = self else { return }
            if case .incoming(_) = newState, self == self.navigationController?.topViewController {
                let next = CallViewController.make(with: self.callViewModel)
                CallViewHelper.shared.add(callView: next.view)
            } else if newState == .idle {
                CallViewHelper.shared.removeCallView()
            }
        }
        .store(in: &cancellables)
    }
}

/// The sample that finds the first speaker.
@MainActor
extension CallViewModel {
    var speaker: CallParticipant? {
        participants.first { $0.isSpeaking }
    }
}
