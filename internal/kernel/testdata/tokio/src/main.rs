//! A server with tokio, and a client of it with four connections.
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::time;

async fn serve() -> std::io::Result<()> {
    let listener = TcpListener::bind("0.0.0.0:7000").await?;
    println!("serving");
    let mut tasks = Vec::new();
    for _ in 0..4 {
        let (stream, _) = listener.accept().await?;
        tasks.push(tokio::spawn(async move {
            let (input, mut output) = stream.into_split();
            let mut lines = BufReader::new(input).lines();
            while let Ok(Some(line)) = lines.next_line().await {
                output.write_all(format!("echo {line}\n").as_bytes()).await.unwrap();
            }
        }));
    }
    for t in tasks {
        t.await.unwrap();
    }
    Ok(())
}

async fn connect(address: &str) -> TcpStream {
    loop {
        if let Ok(Ok(s)) = time::timeout(Duration::from_secs(1), TcpStream::connect(address)).await {
            return s;
        }
        time::sleep(Duration::from_millis(10)).await;
    }
}

async fn ask(address: String) {
    let (tell, mut answers) = tokio::sync::mpsc::channel(2);
    for number in 0..4 {
        let (tell, address) = (tell.clone(), address.clone());
        tokio::spawn(async move {
            let (input, mut output) = connect(&address).await.into_split();
            let mut lines = BufReader::new(input).lines();
            for i in 0..10 {
                output.write_all(format!("{number}.{i}\n").as_bytes()).await.unwrap();
                tell.send(lines.next_line().await.unwrap()).await.unwrap();
                time::sleep(Duration::from_millis(5)).await;
            }
        });
    }
    drop(tell);
    let mut all = Vec::new();
    while let Some(Some(answer)) = answers.recv().await {
        all.push(answer);
    }
    println!("answers {} {all:?}", all.len());
}

#[tokio::main]
async fn main() {
    match std::env::args().nth(1) {
        Some(address) => ask(format!("{address}:7000")).await,
        None => serve().await.unwrap(),
    }
}
