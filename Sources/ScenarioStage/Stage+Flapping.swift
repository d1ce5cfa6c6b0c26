import Journal
import Loop
import ScenarioDrivers
import ScenarioLanguage
import ScenarioVocabulary
import Timing

extension Stage {
    /// Starts repeated outages of some hosts; each outage is a fault of its own in the journal.
    func start(_ flap: FlapChange) {
        for host in flap.hosts { record.add(.fault(.init(target: host, text: flap.description))) }
        for moment in flap.moments {
            let change = flap.change(isGone: moment.isGone)
            guard moment.after > .zero else {
                apply(change)
                continue
            }
            let wake = loop.schedule(at: loop.now.advanced(by: moment.after), "a network that flaps") { [weak self] in
                self?.apply(change)
            }
            flaps.append((wake, flap))
        }
    }

    /// Ends all repeated outages and restores the network.
    func stopFlapping() {
        var ended: [FlapChange] = []
        for flap in flaps {
            loop.cancel(flap.wake)
            if !ended.contains(flap.flap) { ended.append(flap.flap) }
        }
        flaps = []
        for flap in ended { apply(flap.change(isGone: false)) }
    }
}
