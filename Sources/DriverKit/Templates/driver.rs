// A driver in virtual time for Rollcall (Docs/driver.md). It connects; your call library does the rest.
use std::io::{self, BufRead, Write};

const SECOND: u64 = 1_000_000_000;
const OBSERVE: usize = 6;
const PATH: usize = 11;
const FORMAT: usize = 12;
const QUERY: usize = 15;
const ECHO: usize = 252;
const GET: u8 = 1;
const DELETE: u8 = 4;
const FETCH: u8 = 5;

/// Returns the text behind the name of a member: lines are compact, and these names stand nowhere else.
fn member<'a>(line: &'a str, name: &str) -> &'a str {
    let key = format!("\"{name}\":");
    line.find(&key).map_or("", |at| &line[at + key.len()..])
}

fn text(from: &str) -> String {
    from.trim_start_matches('"').split('"').next().unwrap_or("").to_string()
}

fn number(from: &str) -> u64 {
    from.chars().take_while(char::is_ascii_digit).collect::<String>().parse().unwrap_or(0)
}

fn bytes(digits: &str) -> Vec<u8> {
    (0..digits.len() / 2).filter_map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).ok()).collect()
}

// CBOR (RFC 8949)

fn item(data: &mut Vec<u8>, major: u8, content: &[u8]) {
    match content.len() {
        size @ 0..=23 => data.push(major << 5 | size as u8),
        size @ 24..=255 => data.extend([major << 5 | 24, size as u8]),
        size => data.extend([major << 5 | 25, (size >> 8) as u8, size as u8]),
    }
    data.extend(content);
}

// CoAP (RFC 7252)

fn option(data: &mut Vec<u8>, last: &mut usize, key: usize, value: &[u8]) {
    let parts = [key - *last, value.len()].map(|size| match size {
        0..=12 => (size as u8, vec![]),
        13..=268 => (13, vec![(size - 13) as u8]),
        _ => (14, vec![((size - 269) >> 8) as u8, (size - 269) as u8]),
    });
    data.push(parts[0].0 << 4 | parts[1].0);
    parts.iter().for_each(|part| data.extend(&part.1));
    data.extend(value);
    *last = key;
}

#[derive(Default)]
struct Driver {
    server: String,
    user: String,
    token: Vec<u8>,
    connection: String,
    now: u64,
    number: u16,
    /// The method of the pending request, its bytes, and its pause before the next repetition; 0 when none is pending.
    code: u8,
    request: Vec<u8>,
    wait: u64,
    command: u64,
}

impl Driver {
    fn new(line: &str) -> Driver {
        let coordinator = member(line, "coordinator");
        let server = format!("{}:{}", text(member(coordinator, "host")), number(member(coordinator, "port")));
        let user = text(member(member(line, "user"), "id"));
        let number = (number(member(line, "seed")) & 0x7fff) as u16;
        Driver { server, user, number, token: bytes(&text(member(line, "token"))), ..Driver::default() }
    }

    fn send(&self, data: &[u8]) {
        let digits: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
        println!(r#"{{"type":"send","to":"{}","bytes":"{digits}"}}"#, self.server);
    }

    fn set_timer(&self, seconds: u64) {
        println!(r#"{{"type":"wake","at":{}}}"#, self.now + seconds * SECOND);
    }

    /// Sends a confirmable request, which is repeated after 2, 4, 8 and 16 s without a response.
    fn ask(&mut self, code: u8, echo: &[u8]) {
        (self.code, self.number, self.wait) = (code, self.number.wrapping_add(1), 2);
        let [high, low] = self.number.to_be_bytes();
        let (mut data, mut last) = (vec![0x42, code, high, low, high, low], 0);
        if code == FETCH { option(&mut data, &mut last, OBSERVE, b"") }
        option(&mut data, &mut last, PATH, b"video");
        option(&mut data, &mut last, PATH, b"connect");
        match code {
            FETCH => option(&mut data, &mut last, FORMAT, &[60]),
            _ => option(&mut data, &mut last, QUERY, format!("connection_id={}", self.connection).as_bytes()),
        }
        if !echo.is_empty() { option(&mut data, &mut last, ECHO, echo) }
        if code == FETCH {
            data.extend([0xff, 0xa2]);
            item(&mut data, 3, b"user");
            data.push(0xa1);
            item(&mut data, 3, b"id");
            item(&mut data, 3, self.user.as_bytes());
            item(&mut data, 3, b"token");
            item(&mut data, 2, &self.token);
        }
        self.send(&data);
        self.request = data;
        self.set_timer(self.wait);
    }

    fn datagram(&mut self, data: &[u8]) {
        if data.len() < 4 { return }
        if data[0] >> 4 & 3 == 0 { self.send(&[0x60, 0, data[2], data[3]]) } // an acknowledgement
        let (mut at, mut key) = (4 + (data[0] & 15) as usize, 0);
        if self.code == 0 || data[1] == 0 || data.get(4..at) != self.request.get(4..6) { return }
        while at < data.len() && data[at] != 0xff {
            let mut sizes = [(data[at] >> 4) as usize, (data[at] & 15) as usize];
            at += 1;
            for size in sizes.iter_mut().filter(|size| **size > 12) {
                let more = *size - 12;
                let Some(part) = data.get(at..at + more) else { return };
                *size = part.iter().fold(0, |sum, byte| sum << 8 | *byte as usize) + if more == 1 { 13 } else { 269 };
                at += more;
            }
            (key, at) = (key + sizes[0], at + sizes[1]);
            let Some(value) = data.get(at - sizes[1]..at) else { return };
            if key == ECHO && data[1] == 129 { return self.ask(self.code, value) } // a proof of the address
        }
        self.answered(data.get(at + 1..).unwrap_or(&[]));
    }

    fn answered(&mut self, body: &[u8]) {
        let asked = std::mem::take(&mut self.code);
        if asked == FETCH {
            let key = b"connection_id";
            let at = body.windows(key.len()).position(|part| part == key).map_or(body.len(), |at| at + key.len());
            // The value follows: a text of 24 to 255 bytes.
            let size = *body.get(at + 1).unwrap_or(&0) as usize;
            self.connection = String::from_utf8_lossy(body.get(at + 2..at + 2 + size).unwrap_or(&[])).into();
            println!(r#"{{"type":"done","id":{}}}"#, self.command);
        }
        if asked == DELETE { println!(r#"{{"type":"wake","at":null}}"#) } else { self.set_timer(5) }
    }
}

fn main() {
    let mut driver = Driver::default();
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        driver.now = number(member(&line, "now"));
        match text(member(&line, "type")).as_str() {
            "bye" => continue,
            "hello" => {
                driver = Driver::new(&line);
                println!(r#"{{"type":"hello","version":2,"clock":"virtual","reusable":true,"name":"mine","commands":["connect"],"properties":["callingState"]}}"#);
                println!(r#"{{"type":"state","values":{{"callingState":"idle"}}}}"#);
            }
            "command" => {
                driver.command = number(member(&line, "id"));
                // Your call library comes in here: ring, accept, reject, hangUp, join, …
                match text(member(&line, "command")).as_str() {
                    "connect" => driver.ask(FETCH, b""),
                    name => println!(r#"{{"type":"unsupported","id":{},"reason":"the command {name}"}}"#, driver.command),
                }
            }
            "datagram" => driver.datagram(&bytes(&text(member(&line, "bytes")))),
            "wake" if driver.code == 0 => driver.ask(GET, b""),
            "wake" if driver.wait < 16 => {
                driver.wait *= 2;
                driver.send(&driver.request);
                driver.set_timer(driver.wait);
            }
            "leave" if !driver.connection.is_empty() => driver.ask(DELETE, b""),
            _ => {}
        }
        println!(r#"{{"type":"idle"}}"#);
        io::stdout().flush().ok();
    }
}
