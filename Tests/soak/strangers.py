"""Visitors who disconnect, send slowly, read slowly, or send malformed requests."""

import asyncio

from wire import Broken, Closed, Connection, request

CLOSED, SILENT = "closed", "silent"
# How long a malformed request waits for a response, in seconds.
PATIENCE = 1.5


def lies(path, chance):
    """Returns malformed requests: name, bytes, and the permitted responses."""
    get = f"GET {path} HTTP/1.1\r\nHost: a\r\n".encode()
    post = f"POST {path} HTTP/1.1\r\nHost: a\r\n".encode()
    refused = {400, CLOSED}
    rubbish = bytes(chance.randrange(256) for _ in range(chance.randrange(1, 300)))
    return [
        ("more promised than sent", get + b"Content-Length: 1000\r\n\r\nfew", {200, 400, 408, 413, CLOSED, SILENT}),
        ("less promised than sent", get + b"Content-Length: 3\r\n\r\nmore than three\r\n\r\n", {200, 400, CLOSED}),
        ("a length that is no number", get + b"Content-Length: abc\r\n\r\n", refused),
        ("a length below nothing", get + b"Content-Length: -5\r\n\r\n", refused),
        ("a length past all numbers", get + b"Content-Length: 99999999999999999999\r\n\r\n", {400, 413, CLOSED}),
        ("two lengths", get + b"Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", refused),
        ("a length and chunks", post + b"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
         {200, 400, 404, 405, 413, CLOSED}),
        ("a bad chunk", post + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nabc\r\n0\r\n\r\n", {400, 404, 405, 413, CLOSED}),
        ("a chunk past all numbers", post + b"Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\nabc\r\n",
         {400, 404, 405, 413, CLOSED}),
        ("a long body", post + b"Content-Length: 3000000\r\n\r\n" + bytes(3_000_000), {404, 405, 413, CLOSED}),
        # 505 is the status for an unsupported version in RFC 9110, section 15.6.6.
        ("a bad version", f"GET {path} HTTP/9.9\r\nHost: a\r\n\r\n".encode(), {400, 505, CLOSED}),
        ("no version", f"GET {path} HTTP/x\r\nHost: a\r\n\r\n".encode(), {400, 505, CLOSED}),
        ("HTTP/2 at once", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", {400, 404, 405, 505, CLOSED}),
        ("HTTP/0.9", f"GET {path}\r\n\r\n".encode(), {400, 505, CLOSED, SILENT}),
        ("HTTP/1.0 without Host", f"GET {path} HTTP/1.0\r\n\r\n".encode(), {200, 400}),
        ("line feeds alone", f"GET {path} HTTP/1.1\nHost: a\n\n".encode(), {200, 400, CLOSED, SILENT}),
        ("rubbish", rubbish + b"\r\n\r\n", {400, 404, 405, 505, CLOSED, SILENT}),
        ("TLS", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + rubbish + b"\r\n\r\n", {400, CLOSED, SILENT}),
        ("a long path", b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", {400, 404, 413, 414, 431, CLOSED}),
        ("a long field", get + b"X-Long: " + b"a" * 200_000 + b"\r\n\r\n", {200, 400, 413, 431, CLOSED}),
        ("a thousand fields", get + b"X-Many: a\r\n" * 1_000 + b"\r\n", {200, 400, 413, 431, CLOSED}),
        ("a space before the colon", get + b"Bad : a\r\n\r\n", {200, 400, CLOSED}),
        ("a line that is no field", get + b"no field at all\r\n\r\n", refused),
        ("a NUL in the path", b"GET /tiles/\0/0 HTTP/1.1\r\nHost: a\r\n\r\n", {400, 404, CLOSED}),
        ("a way out of the folder", b"GET /viewer/../../../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", {400, 404, CLOSED}),
        ("an encoded way out", b"GET /viewer/%2e%2e/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", {400, 404, CLOSED}),
        ("an unknown method", f"BREW {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode(), {400, 404, 405, CLOSED}),
        ("DELETE", f"DELETE {path} HTTP/1.1\r\nHost: a\r\n\r\n".encode(), {400, 404, 405}),
        ("an address of elsewhere", b"GET http://example.org/x HTTP/1.1\r\nHost: a\r\n\r\n", {200, 400, 404, 421, CLOSED}),
    ]


async def lie(port, chance, path, notes):
    """Sends one malformed request and checks everything that is received; returns its name."""
    name, data, expected = chance.choice(lies(path, chance))
    connection = await Connection.open(port)
    try:
        await connection.send(data)
        count = 0
        while count < 20:
            try:
                response = await connection.read_response(patience=PATIENCE)
                found = response.status
                if b"root:" in response.body:
                    notes.fault("lie", name, "a file of the system was given away")
            except Closed:
                found = CLOSED
            except Broken as error:
                # Our bytes may have been unread when the server closed; the system then resets the connection.
                found = CLOSED if "cut in a body" in str(error) else f"{error}"
            except TimeoutError:
                found = SILENT
            if count == 0 or found not in (CLOSED, SILENT):
                notes.count("lie", found)
                if found not in expected and not notes.is_turned_away("lie", found, response if isinstance(found, int) else None):
                    notes.fault("lie", name, f"{found}, expected {' or '.join(map(str, sorted(expected, key=str)))}")
            if found in (CLOSED, SILENT) or not isinstance(found, int):
                return
            count += 1
    finally:
        connection.cut()


async def hang_up_in_answer(port, chance, question):
    """Sends a request, reads at most part of the response, and disconnects."""
    connection = await Connection.open(port, receive_buffer=chance.choice((None, 4096)))
    try:
        await connection.send(request(question.path) * chance.choice((1, 1, 4)))
        if chance.random() < 0.7:
            try:
                await asyncio.wait_for(connection.reader.read(chance.randrange(1, 3000)), PATIENCE)
            except (TimeoutError, ConnectionError):
                pass
    finally:
        connection.cut() if chance.random() < 0.5 else connection.close()


async def hang_up_in_request(port, chance, question):
    """Sends the beginning of a request and disconnects."""
    connection = await Connection.open(port)
    try:
        data = request(question.path)
        await connection.send(data[:chance.randrange(len(data))])
        await asyncio.sleep(chance.choice((0, 0.05, 1)))
    finally:
        connection.cut() if chance.random() < 0.5 else connection.close()


async def dribble(port, chance, question):
    """Sends a request byte by byte, within at most three seconds, and returns the response."""
    connection = await Connection.open(port)
    try:
        data = request(question.path, question.method, question.fields)
        pause = chance.choice((0, 0.005, 3 / len(data)))
        for place in range(len(data)):
            await connection.send(data[place:place + 1])
            await asyncio.sleep(pause)
        return await connection.read_response(question.method)
    finally:
        connection.close()


async def read_slowly(port, chance, questions):
    """Sends several requests at once and reads the responses slowly; returns them."""
    connection = await Connection.open(port, receive_buffer=4096)
    try:
        await connection.send(b"".join(request(q.path, q.method, q.fields) for q in questions))
        responses = []
        for question in questions:
            await asyncio.sleep(chance.uniform(0, 0.3))
            responses.append(await connection.read_response(question.method))
        return responses
    finally:
        connection.close()


async def say_nothing(port, chance):
    """Connects and sends nothing for some seconds."""
    connection = await Connection.open(port)
    try:
        await asyncio.sleep(chance.uniform(1, 8))
    finally:
        connection.close()
