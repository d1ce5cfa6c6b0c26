import Foundation

/// The copy of the package in which mutants are built, and the files beside it.
struct Workplace {
    let root: URL
    let folder: URL

    init(root: String, folder: String) {
        self.root = URL(fileURLWithPath: root).standardizedFileURL
        self.folder = URL(fileURLWithPath: folder).standardizedFileURL
    }

    var package: URL { folder.appendingPathComponent("package") }
    var program: URL { folder.appendingPathComponent("build/debug/rollcall") }
    var results: URL { folder.appendingPathComponent("results") }
    private var list: URL { folder.appendingPathComponent("mutants.json") }

    /// Every Swift file of the rooms, as paths below `Sources`, sorted.
    func files(of rooms: [String]) throws -> [String] {
        try rooms.flatMap { room in
            try FileManager.default.subpathsOfDirectory(atPath: root.appendingPathComponent("Sources/\(room)").path)
                .filter { $0.hasSuffix(".swift") }.map { "\(room)/\($0)" }
        }.sorted()
    }

    func source(_ file: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent("Sources/\(file)"), encoding: .utf8)
    }

    func save(_ mutants: [Mutant]) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try encoder.encode(mutants).write(to: list)
    }

    func mutants() throws -> [Mutant] {
        try JSONDecoder().decode([Mutant].self, from: Data(contentsOf: list))
    }

    // MARK: The package

    /// Copies the package, and gives each room the module that has the switches.
    func prepare(rooms: [String]) throws {
        let files = FileManager.default
        try files.createDirectory(at: package, withIntermediateDirectories: true)
        for name in ["Sources", "Tests", "Benchmarks", "Examples"] {
            let copy = package.appendingPathComponent(name)
            try? files.removeItem(at: copy)
            try files.copyItem(at: root.appendingPathComponent(name), to: copy)
        }
        var manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        manifest.replace(" + [.treatAllWarnings(as: .error)]", with: "")
        manifest.replace(
            "targets: [\n        // MARK: Floor 0",
            with: "targets: [ .target(name: \"CMutants\"),\n        // MARK: Floor 0")
        manifest.replace(
            "name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: house)\n}\n\nfunc tests",
            with:
                "name: name, dependencies: ([\"CMutants\"] + dependencies).map { .byName(name: $0) }, swiftSettings: house)\n}\n\nfunc tests"
        )
        guard manifest.contains("CMutants\" + ") || manifest.contains("[\"CMutants\"]") else {
            throw Failure("Package.swift has another shape than `Workplace.prepare` expects")
        }
        try manifest.write(to: package.appendingPathComponent("Package.swift"), atomically: true, encoding: .utf8)
        try writeSwitches(rooms)
    }

    private func writeSwitches(_ rooms: [String]) throws {
        let module = package.appendingPathComponent("Sources/CMutants")
        try FileManager.default.createDirectory(
            at: module.appendingPathComponent("include"), withIntermediateDirectories: true)
        try Switches.header.write(
            to: module.appendingPathComponent("include/CMutants.h"), atomically: true, encoding: .utf8)
        try Switches.code.write(to: module.appendingPathComponent("CMutants.c"), atomically: true, encoding: .utf8)
        for room in rooms {
            try Switches.swift.write(
                to: package.appendingPathComponent("Sources/\(room)/Switches.swift"), atomically: true, encoding: .utf8)
        }
    }

    /// Writes the files that have mutants.
    func write(_ mutants: [Mutant], only files: Set<String>? = nil) throws {
        for (file, own) in Dictionary(grouping: mutants, by: \.file) where files?.contains(file) ?? true {
            try Schemata(source(file), with: own).written
                .write(to: package.appendingPathComponent("Sources/\(file)"), atomically: true, encoding: .utf8)
        }
    }
}

/// The code of the switches: one is on, chosen by the environment, and each notes that it was reached.
enum Switches {
    static let header = """
        #include <stdbool.h>
        #include <stdint.h>
        extern int32_t mutant_on;
        extern uint8_t *mutant_reached;
        static inline bool mutant_is(int32_t id) {
            mutant_reached[id] = 1;
            return mutant_on == id;
        }
        """
    static let code = """
        #include "CMutants.h"
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/mman.h>
        #include <unistd.h>
        enum { room = 1 << 17 };
        static uint8_t nowhere[room];
        int32_t mutant_on = 0;
        uint8_t *mutant_reached = nowhere;
        __attribute__((constructor)) static void begin(void) {
            const char *on = getenv("ROLLCALL_MUTANT"), *path = getenv("ROLLCALL_MUTANTS_REACHED");
            if (on) mutant_on = atoi(on);
            if (!path) return;
            int file = open(path, O_RDWR | O_CREAT, 0644);
            if (file < 0 || ftruncate(file, room) != 0) return;
            void *shared = mmap(0, room, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
            if (shared != MAP_FAILED) mutant_reached = shared;
            close(file);
        }
        """
    static let swift = """
        import CMutants

        @inline(__always)
        func isMutant(_ id: Int32) -> Bool { mutant_is(id) }
        """
}

/// Why the tool cannot go on.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
