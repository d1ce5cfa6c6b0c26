import Capture
import Glibc

/// A system that permits less, made of a user namespace whose limits are zero.
enum Restriction: String {
    case withoutNamespaces = "without-namespaces"
    case withoutPrivilege = "without-privilege"

    func impose(then arguments: [String]) {
        // Root would set the limits of the whole machine.
        guard geteuid() != 0, (try? CaptureEnvironment.prepare(.off))?.hasOwnNetwork == true else {
            print("error=no namespace to restrict")
            exit(70)
        }
        for limit in ["max_net_namespaces", "max_user_namespaces"] {
            guard let file = fopen("/proc/sys/user/\(limit)", "w") else { exit(71) }
            fputs("0", file)
            guard fclose(file) == 0 else { exit(72) }
        }
        guard self == .withoutPrivilege else { return }
        // An ordinary user who runs a program holds no capabilities in it.
        var words: [UnsafeMutablePointer<CChar>?] = (["CaptureProbe"] + arguments).map { strdup($0) }
        words.append(nil)
        execv("/proc/self/exe", words)
        exit(73)
    }
}
