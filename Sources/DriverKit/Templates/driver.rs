// A driver in virtual time for Rollcall (Docs/driver.md). It connects; your call library does the rest.
use std::io::{self, BufRead};

const GET: u8 = 1; const DELETE: u8 = 4; const FETCH: u8 = 5;

/// Returns the text behind the name of a member: lines are compact, and these names stand nowhere else.
fn member<'a>(line: &'a str, name: &str) -> &'a str {
    let key = format!("\"{name}\":");
    line.find(&key).map_or("", |at| &line[at + key.len()..])
}

fn text(from: &str) -> String { from.trim_start_matches('"').split('"').next().unwrap_or("").to_string() }
fn number(from: &str) -> u64 { from.split(|c: char| !c.is_ascii_digit()).next().unwrap_or("").parse().unwrap_or(0) }

fn bytes(digits: &str) -> Vec<u8> {
    (0..digits.len() / 2).filter_map(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).ok()).collect()
}

/// Adds a CBOR item (RFC 8949).
fn item(data: &mut Vec<u8>, major: u8, content: &[u8]) {
    match content.len() {
        size @ 0..=23 => data.push(major << 5 | size as u8),
        size @ 24..=255 => data.extend([major << 5 | 24, size as u8]),
        size => data.extend([major << 5 | 25, (size >> 8) as u8, size as u8]),
    }
    data.extend(content);
}

/// Adds a CoAP option (RFC 7252), whose number is `delta` above that of the option before it.
fn option(data: &mut Vec<u8>, delta: usize, value: &[u8]) {
    let sizes = [delta, value.len()]; // A size from 13 to 268 has a byte of its own.
    data.push((sizes[0].min(13) << 4 | sizes[1].min(13)) as u8);
    data.extend(sizes.iter().filter(|size| **size > 12).map(|size| (size - 13) as u8).chain(value.iter().copied()));
}

#[derive(Default)]
struct Driver {
    server: String,
    user: String,
    token: Vec<u8>,
    connection: String,
    now: u64,
    number: u16,
    code: u8, // the method of the pending request; 0 when none is pending
    request: Vec<u8>,
    wait: u64,
    command: u64,
}

impl Driver {
    fn new(line: &str) -> Driver {
        let at = member(line, "coordinator");
        let server = format!("{}:{}", text(member(at, "host")), number(member(at, "port")));
        let (user, token) = (text(member(member(line, "user"), "id")), bytes(&text(member(line, "token"))));
        Driver { server, user, token, number: (number(member(line, "seed")) & 0x7fff) as u16, ..Driver::default() }
    }

    fn send(&self, data: &[u8]) {
        let digits: String = data.iter().map(|byte| format!("{byte:02x}")).collect();
        println!(r#"{{"type":"send","to":"{}","bytes":"{digits}"}}"#, self.server);
    }

    fn set_timer(&self, seconds: u64) { println!(r#"{{"type":"wake","at":{}}}"#, self.now + seconds * 1_000_000_000) }

    /// Sends a confirmable request, which is repeated after 2, 4, 8 and 16 s without a response.
    fn ask(&mut self, code: u8, echo: &[u8]) {
        (self.code, self.number, self.wait) = (code, self.number.wrapping_add(1), 2);
        let [high, low] = self.number.to_be_bytes();
        let mut data = vec![0x42, code, high, low, high, low];
        if code == FETCH { option(&mut data, 6, b"") } // Observe
        option(&mut data, if code == FETCH { 5 } else { 11 }, b"video");
        option(&mut data, 0, b"connect");
        let query = format!("connection_id={}", self.connection);
        if code == FETCH { option(&mut data, 1, &[60]) } else { option(&mut data, 4, query.as_bytes()) }
        if !echo.is_empty() { option(&mut data, 252 - if code == FETCH { 12 } else { 15 }, echo) }
        if code == FETCH {
            data.extend(b"\xff\xa2\x64user\xa1\x62id"); // a map, and in it a map
            item(&mut data, 3, self.user.as_bytes());
            data.extend(b"\x65token");
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
                if at >= data.len() { return }
                (*size, at) = (13 + data[at] as usize, at + 1);
            }
            (key, at) = (key + sizes[0], at + sizes[1]);
            if at > data.len() { return }
            if key == 252 && data[1] == 129 { return self.ask(self.code, &data[at - sizes[1]..at]) } // a proof
        }
        let body = data.get(at + 1..).unwrap_or(&[]);
        let asked = std::mem::take(&mut self.code);
        if asked == FETCH && data[1] >> 5 != 2 {
            let (class, detail) = (data[1] >> 5, data[1] & 31);
            println!(r#"{{"type":"failed","id":{},"error":"APIError","code":"{class}.{detail:02}"}}"#, self.command);
        } else if asked == FETCH {
            let at = body.windows(13).position(|part| part == b"connection_id").map_or(body.len(), |at| at + 15);
            let size = *body.get(at - 1).unwrap_or(&0) as usize; // The value is a text of 24 to 255 bytes.
            self.connection = String::from_utf8_lossy(body.get(at..at + size).unwrap_or(&[])).into();
            println!(r#"{{"type":"done","id":{}}}"#, self.command);
        }
        let is_over = asked == DELETE || self.connection.is_empty();
        if is_over { println!(r#"{{"type":"wake","at":null}}"#) } else { self.set_timer(5) }
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
                print!(r#"{{"type":"hello","version":2,"clock":"virtual","reusable":true,"name":"mine","#);
                println!(r#""commands":["connect"],"properties":["callingState"]}}"#);
                println!(r#"{{"type":"state","values":{{"callingState":"idle"}}}}"#);
            }
            "command" => {
                let (id, name) = (number(member(&line, "id")), text(member(&line, "command")));
                driver.command = id;
                // Your call library comes in here: ring, accept, reject, hangUp, join, …
                if name == "connect" { driver.ask(FETCH, b"") }
                else { println!(r#"{{"type":"unsupported","id":{id},"reason":"the command {name}"}}"#) }
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
    }
}
