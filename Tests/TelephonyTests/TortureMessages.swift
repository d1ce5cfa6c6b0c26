import Foundation

/// The 49 messages of RFC 4475, with what reading them must say.
///
/// `RFC4475` holds each message byte for byte, under its name in that document.
enum TortureMessages {
    /// The messages that are read, each with its method or status, its sequence number and its Call-ID.
    static let read: [(name: String, line: String, callID: String)] = [
        ("badbranch", "OPTIONS 8", "badbranch.sadonfo23i420jv0as0derf3j3n"),
        ("baddate", "INVITE 1392934", "baddate.239423mnsadf3j23lj42--sedfnm234"),
        ("bcast", "200 35", "bcast.0384840201234ksdfak3j2erwedfsASdf"),
        ("bext01", "OPTIONS 8", "bext01.0ha0isndaksdj"),
        ("cparam01", "REGISTER 2", "cparam01.70710@saturn.example.com"),
        ("cparam02", "REGISTER 3", "cparam02.70710@saturn.example.com"),
        ("dblreq", "REGISTER 8", "dblreq.0ha0isndaksdj99sdfafnl3lk233412"),
        ("esc01", "INVITE 234234", "esc01.239409asdfakjkn23onasd0-3234"),
        ("esc02", "RE%47IST%45R 29344", "esc02.asdfnqwo34rq23i34jrjasdcnl23nrlknsdf"),
        ("escnull", "REGISTER 14398234", "escnull.39203ndfvkjdasfkq3w4otrq0adsfdfnavd"),
        ("escruri", "INVITE 149209342", "escruri.23940-asdfhj-aje3br-234q098w-fawerh2q-h4n5"),
        (
            "intmeth", "!interesting-Method0123456789_*+`.%indeed'~ 139122385",
            #"intmeth.word%ZK-!.*_+'@word`~)(><:\/"][?}{"#
        ),
        ("inv2543", "INVITE 56", "inv2543.1717@ift.client.example.com"),
        ("invut", "INVITE 235448", "invut.0ha0isndaksdjadsfij34n23d"),
        (
            "longreq", "INVITE 3882340",
            "longreq.onereallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallyreallylongcallid"
        ),
        ("lwsdisp", "OPTIONS 60", "lwsdisp.1234abcd@funky.example.com"),
        ("mpart01", "MESSAGE 1", "3d9485ad0c49859b@Zmx1ZmZ5LW1hYy0xNi5sb2NhbA.."),
        ("noreason", "100 35", "noreason.asndj203insdf99223ndf"),
        ("novelsc", "OPTIONS 3923423", "novelsc.asdfasser0q239nwsdfasdkl34"),
        ("regaut01", "REGISTER 9338", "regaut01.0ha0isndaksdj"),
        ("regbadct", "REGISTER 1", "regbadct.k345asrl3fdbv@10.0.0.1"),
        ("regescrt", "REGISTER 14398234", "regescrt.k345asrl3fdbv@192.0.2.1"),
        ("sdp01", "INVITE 8", "sdp01.ndaksdj9342dasdd"),
        ("semiuri", "OPTIONS 8", "semiuri.0ha0isndaksdj"),
        ("transports", "OPTIONS 60", "transports.kijh4akdnaqjkwendsasfdj"),
        ("unkscm", "OPTIONS 3923423", "unkscm.nasdfasser0q239nwsdfasdkl34"),
        ("unksm2", "REGISTER 234902", "unksm2.daksdj@hyphenated-host.example.com"),
        ("unreason", "200 35", "unreason.1234ksdfak3j2erwedfsASdf"),
        ("wsinv", "INVITE 9", "wsinv.ndaksdj@192.0.2.1"),
        ("zeromf", "OPTIONS 39234321", "zeromf.jfasdlfnm2o2l43r5u0asdfas"),
    ]

    /// The messages that are refused, each with the reason.
    static let refused: [(name: String, reason: String)] = [
        ("badaspec", "To: the URI is missing or has spaces (at byte 206)"),
        ("baddn", "From: the display name needs quotes (at byte 139)"),
        ("badinv01", "Via: a parameter is not `name` or `name=value` (at byte 217)"),
        ("badvers", "the version `SIP/7.0` is not SIP/2.0 (at byte 33)"),
        ("bigcode", "the status `4294967301` is not a number from 100 to 699 (at byte 8)"),
        ("clerr", "Content-Length announces 9999 bytes, and 154 follow the header (at byte 335)"),
        ("insuf", "the field Call-ID is missing"),
        ("ltgtruri", "the request's URI is empty or has characters of no URI (at byte 7)"),
        ("lwsruri", "the version `lr SIP/2.0` is not SIP/2.0 (at byte 29)"),
        ("lwsstart", "the request's URI is empty or has characters of no URI (at byte 7)"),
        ("mcl01", "Content-Length may occur only once (again at byte 283)"),
        ("mismatch01", "CSeq names INVITE, and the request line OPTIONS (at byte 165)"),
        ("mismatch02", "CSeq names INVITE, and the request line NEWMETHOD (at byte 167)"),
        ("multi01", "CSeq may occur only once (again at byte 202)"),
        ("ncl", "Content-Length: the number is not one from 0 to 2147483648 (at byte 326)"),
        ("quotbal", "To: a quoted string has no closing quote (at byte 41)"),
        ("scalar02", "CSeq: the number is not one from 0 to 2147483647 (at byte 174)"),
        ("scalarlg", "CSeq: the number is not one from 0 to 2147483647 (at byte 198)"),
        ("trws", "the version `SIP/2.0  ` is not SIP/2.0 (at byte 38)"),
    ]

    static let names: [String] = {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return files.map { String($0.dropLast(4)) }.sorted()
    }()

    static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: "\(name).dat")))
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "RFC4475")
}
