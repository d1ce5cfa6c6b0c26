import ProgramTesting
import Testing

@Suite struct CommandLineTests {
    private let folder: Folder
    private let rollcall: Program

    init() throws {
        folder = try Folder()
        rollcall = try Program("rollcall", in: folder)
    }

    @Test func `help explains every verb and every exit status`() throws {
        let outcome = try rollcall.run("--help")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty)
        for word in ["run", "check", "list", "merge", "--version", "64", "65"] {
            #expect(outcome.output.contains(word))
        }
        #expect(!outcome.output.contains("worker"))
    }

    @Test(arguments: ["run", "check", "list"]) func `every verb has help of its own`(_ verb: String) throws {
        let outcome = try rollcall.run(verb, "--help")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("rollcall \(verb): "))
        #expect(try rollcall.run("help", verb).output == outcome.output)
        #expect(try rollcall.run(verb, "-h").output == outcome.output)
    }

    @Test func `the help of run names every option of the interface`() throws {
        let help = try rollcall.run("run", "--help").output
        for option in [
            "--seed N", "--jobs N", "--clock virtual|real", "--capture auto|live|ledger|off", "--out DIR", "--twice",
            "--filter TEXT", "--report KIND[=FILE]", "--seeds A..B", "--repeat N", "--shard I/N", "--last-failed",
            "--fail-fast",
            "--watch", "--tag TAG", "--limit SECONDS",
        ] { #expect(help.contains(option)) }
    }

    @Test(arguments: [
        ("shrink", "--out FILE                    the file of the smaller scenario"),
        ("plan", "--out DIR                     the folder of the plan"), ("load", "[OPTION]... PATH\n"),
        ("passability", "--seeds A..B                  the seeds with which a scenario has to pass"),
    ]) func `the help of a verb says what its own words mean`(_ verb: String, _ text: String) throws {
        let help = try rollcall.run(verb, "--help").output
        #expect(help.contains(text), "\(help)")
    }

    @Test func `the version is a line`() throws {
        let outcome = try rollcall.run("--version")
        #expect(outcome.status == 0)
        #expect(outcome.output.wholeMatch(of: /rollcall \d+\.\d+\.\d+\n/) != nil)
    }

    @Test(arguments: [
        ([], "choose a verb: run, check, list"),
        (["fly"], "there is no verb `fly`"),
        (["rnu"], "there is no verb `rnu`; did you mean `run`?"),
        (["run", "--sed", "3"], "there is no option --sed; did you mean `--seed`?"),
        (["run", "x", "--report", "htlm=x"], "no report of the kind `htlm`; did you mean `html`?"),
        (["run", "x", "--invert"], "--invert needs --filter or --tag"),
        (["serve", "--port", "99999"], "--port needs a whole number from 0 to 65535, and is `99999`"),
        (["--fly"], "there is no option --fly"),
        (["help", "fly"], "there is no verb `fly`"),
        (["run"], "name at least one file or folder"),
        (["check"], "name at least one file or folder"),
        (["list"], "name at least one file or folder"),
        (["run", "--fly", "x"], "there is no option --fly"),
        (["run", "-x", "x"], "there is no option -x"),
        (["run", "x", "--seed"], "--seed needs a value"),
        (["run", "x", "--seed", "1", "--seed=2"], "--seed is given twice, with `1` and `2`: give it once"),
        (["run", "x", "-j", "1", "--jobs", "2"], "--jobs is given twice, with `1` and `2`: give it once"),
        (["inspect", "x", "--call", "a", "--call", "b"], "--call is given twice, with `a` and `b`: give it once"),
        (["shrink", "x", "--out", "a", "--out", "b"], "--out is given twice, with `a` and `b`: give it once"),
        (["run", "x", "--twice=1"], "--twice takes no value"),
        (["run", "x", "--seed", "-1"], "--seed needs a whole number from 0 on, and is `-1`"),
        (["run", "x", "--seed", "18446744073709551616"], "--seed needs a whole number"),
        (["run", "x", "--jobs", "0"], "--jobs needs a whole number from 1 on, and is `0`"),
        (["run", "x", "--jobs", "5000"], "--jobs can be 1024 at most"),
        (["run", "x", "--limit", "0"], "--limit needs a number of seconds above 0 and up to 86400, and is `0`"),
        (["plan", "x", "--out", "p", "--pack", "0"], "--pack needs a number of seconds from 1 up to 86400"),
        (["why", "x", "a.b", "--at", "-1"], "--at needs a number of seconds from 0 on, and is `-1`"),
        (["inspect", "x", "--to", "-5"], "--to needs a number of seconds from 0 on, and is `-5`"),
        (["inspect", "x", "--from=-0.1s"], "--from needs a number of seconds from 0 on, and is `-0.1s`"),
        (["diff", "x", "y", "--tolerance", "-1"], "--tolerance needs a number of seconds from 0 on, and is `-1`"),
        (["run", "x", "--limit", "nan"], "--limit needs a number of seconds"),
        (["run", "x", "--clock", "cuckoo"], "--clock can be virtual or real, and is `cuckoo`"),
        (["run", "x", "--capture", "some"], "--capture can be auto, live, ledger or off, and is `some`"),
        (["run", "x", "--report", "json="], "--report needs KIND or KIND=FILE, and is `json=`"),
        (["run", "x", "--report", "json", "--report", "tap"], "one report can go to the standard output"),
        (["run", "x", "--seeds", "5..1"], "--seeds needs two whole numbers, the lower one first"),
        (["run", "x", "--seeds", "1"], "--seeds needs two whole numbers"),
        (["run", "x", "--seeds", "0..18446744073709551615"], "--seeds can be 1000000 numbers at most"),
        (["run", "x", "--seeds", "1..2", "--seed", "1"], "--seed and --seeds exclude each other"),
        (["run", "x", "--repeat", "0"], "--repeat needs a whole number from 1 on"),
        (["run", "x", "--repeat", "3", "--twice"], "--twice is --repeat 2"),
        (["run", "x", "--shard", "3/2"], "--shard `3/2`: the parts are 1/2 to 2/2"),
        (["run", "x", "--shard", "0/3"], "--shard `0/3`: the parts are 1/3 to 3/3"),
        (["run", "x", "--shard", "1/0"], "--shard can be of 1 to 10000 parts"),
        (["run", "x", "--shard", "1"], "--shard needs a part and the number of parts, as in 2/4, and is `1`"),
        (["merge"], "name at least one report of `run --report json=FILE`"),
        (["run", "x", "--report", "morse=x"], "there is no report of the kind `morse`; there is: json"),
        (["run", "x", "--out", ""], "--out needs the name of a folder"),
        (["run", "x", "--twice", "--clock", "real"], "--twice compares runs under the virtual clock"),
        (["worker"], "this verb is for `rollcall run`"),
    ]) func `wrong usage is status 64, with the correction`(
        _ words: [String], _ message: String
    ) throws {
        let outcome = try rollcall.run(words)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.errors.contains("--help`."))
    }
}
