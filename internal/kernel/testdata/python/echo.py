"""A server with asyncio and a client of it, with five connections."""
import asyncio
import random
import sys
import time


async def handle(reader, writer):
    while line := await reader.readline():
        writer.write(b"echo " + line)
        await writer.drain()
    writer.close()


async def serve():
    open_connections, ended = 5, asyncio.Event()

    async def count(reader, writer):
        nonlocal open_connections
        await handle(reader, writer)
        open_connections -= 1
        if open_connections == 0:
            ended.set()

    server = await asyncio.start_server(count, "0.0.0.0", 7000)
    print("serving", hash("abc"), time.time(), flush=True)
    await ended.wait()
    server.close()


async def connect(address):
    while True:
        try:
            return await asyncio.wait_for(asyncio.open_connection(address, 7000), 1)
        except (OSError, asyncio.TimeoutError):
            await asyncio.sleep(0.01)


async def ask(address, number, answers):
    reader, writer = await connect(address)
    for i in range(10):
        await asyncio.sleep(random.random() * 0.01)
        writer.write(f"{number}.{i}\n".encode())
        await writer.drain()
        answers.append((await reader.readline()).decode().strip())
    writer.close()


async def client(address):
    answers = []
    await asyncio.gather(*[ask(address, i, answers) for i in range(5)])
    names = await asyncio.to_thread(lambda: {"a", "b", "c", "d"})
    print("answers", len(answers), answers[:20], names)


asyncio.run(client(sys.argv[1]) if len(sys.argv) > 1 else serve())
