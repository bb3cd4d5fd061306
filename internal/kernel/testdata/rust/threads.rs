//! A server with a thread for each connection, and a client of it with three.
use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{mpsc, Arc, Condvar, Mutex};
use std::time::{Duration, Instant, SystemTime};
use std::{env, thread};

fn serve() -> std::io::Result<()> {
    let listener = TcpListener::bind("0.0.0.0:7000")?;
    let state = Arc::new((Mutex::new((HashMap::<String, usize>::new(), 0)), Condvar::new()));
    println!("serving {:?}", SystemTime::now());
    for _ in 0..3 {
        let (stream, _) = listener.accept()?;
        let state = state.clone();
        thread::spawn(move || {
            let mut out = stream.try_clone().unwrap();
            for line in BufReader::new(stream).lines().map_while(Result::ok) {
                let mut s = state.0.lock().unwrap();
                *s.0.entry(line.clone()).or_default() += 1;
                writeln!(out, "echo {line}").unwrap();
            }
            state.0.lock().unwrap().1 += 1;
            state.1.notify_one();
        });
    }
    let mut s = state.0.lock().unwrap();
    while s.1 < 3 {
        s = state.1.wait_timeout(s, Duration::from_millis(30)).unwrap().0;
    }
    println!("keys {:?}", s.0.keys().collect::<Vec<_>>());
    Ok(())
}

fn ask(address: &str) {
    let (tell, answers) = mpsc::channel();
    let start = Instant::now();
    for number in 0..3 {
        let (tell, address) = (tell.clone(), format!("{address}:7000"));
        thread::spawn(move || {
            let stream = loop {
                match TcpStream::connect(&address) {
                    Ok(s) => break s,
                    Err(_) => thread::sleep(Duration::from_millis(10)),
                }
            };
            stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
            let mut out = stream.try_clone().unwrap();
            let mut lines = BufReader::new(stream).lines();
            for i in 0..5 {
                writeln!(out, "{number}.{i}").unwrap();
                tell.send(lines.next().unwrap().unwrap()).unwrap();
            }
        });
    }
    drop(tell);
    let all: Vec<_> = answers.iter().collect();
    println!("answers {} {all:?} {:?}", all.len(), start.elapsed());
}

fn main() {
    match env::args().nth(1) {
        Some(address) => ask(&address),
        None => serve().unwrap(),
    }
}
