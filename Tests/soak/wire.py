"""HTTP/1.1 as bytes on a socket, for a client that trusts nothing."""

import asyncio
import re
import socket
from dataclasses import dataclass, field

# How long a client waits for the next part of a response, in seconds.
PATIENCE = 30
STATUS_LINE = re.compile(rb"HTTP/1\.[01] ([1-5][0-9][0-9])( [^\r\n]*)?\Z")
FIELD_LINE = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([^\r\n]*?)[ \t]*\Z")


class Closed(Exception):
    """The server has closed the connection before a response began."""


class Broken(Exception):
    """What was received is not a complete response."""


@dataclass
class Response:
    """A complete response."""

    status: int
    fields: dict = field(default_factory=dict)
    body: bytes = b""


class Connection:
    """A connection to the server, which counts itself in `open_count` while it is open."""

    open_count = 0

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer
        self.is_open = True
        Connection.open_count += 1

    @classmethod
    async def open(cls, port, receive_buffer=None):
        """Connects; with a small receive buffer, the server has to wait for this client to read."""
        connected = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            connected.setblocking(False)
            if receive_buffer:
                connected.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
            await asyncio.wait_for(asyncio.get_running_loop().sock_connect(connected, ("127.0.0.1", port)), PATIENCE)
            reader, writer = await asyncio.open_connection(sock=connected, limit=1 << (13 if receive_buffer else 17))
        except BaseException:
            connected.close()
            raise
        return cls(reader, writer)

    async def send(self, data):
        """Sends all bytes. If the server has closed the connection, that is no error here, because its response may still be
        readable.
        """
        try:
            self.writer.write(data)
            await asyncio.wait_for(self.writer.drain(), PATIENCE)
        except ConnectionError:
            pass

    async def read_response(self, method="GET", patience=PATIENCE):
        """Reads the next response."""
        return await asyncio.wait_for(self._read_response(method), patience)

    async def _read_response(self, method):
        try:
            head = await self.reader.readuntil(b"\r\n\r\n")
        except asyncio.IncompleteReadError as error:
            if error.partial:
                raise Broken(f"the connection ended in a head: {error.partial[:80]!r}") from None
            raise Closed from None
        except asyncio.LimitOverrunError:
            raise Broken("a head of more than 128 kB") from None
        except ConnectionError:
            raise Closed from None
        first, *lines = head[:-4].split(b"\r\n")
        match = STATUS_LINE.match(first)
        if not match:
            raise Broken(f"no status line: {first[:80]!r}")
        response = Response(int(match[1]))
        for line in lines:
            named = FIELD_LINE.match(line)
            if not named:
                raise Broken(f"no field: {line[:80]!r}")
            response.fields[named[1].decode().lower()] = named[2].decode("latin-1")
        if response.status < 200:
            return await self._read_response(method)
        try:
            response.body = await self._body(response, method)
        except asyncio.IncompleteReadError as error:
            raise Broken(f"{response.status}: the connection ended after {len(error.partial)} bytes of a body") from None
        except ConnectionError:
            raise Broken(f"{response.status}: the connection was cut in a body") from None
        return response

    async def _body(self, response, method):
        if method == "HEAD" or response.status in (204, 304):
            return b""
        if response.fields.get("transfer-encoding", "").lower() == "chunked":
            parts = []
            while True:
                size = await self.reader.readuntil(b"\r\n")
                if not re.fullmatch(rb"[0-9A-Fa-f]+\r\n", size):
                    raise Broken(f"no size of a chunk: {size[:40]!r}")
                parts.append(await self.reader.readexactly(int(size, 16)))
                if await self.reader.readexactly(2) != b"\r\n":
                    raise Broken("a chunk without an end")
                if not parts[-1]:
                    return b"".join(parts)
        length = response.fields.get("content-length", "")
        if length.isdigit():
            return await self.reader.readexactly(int(length))
        return await self.reader.read(-1)

    def close(self):
        """Closes the connection normally."""
        self._end(self.writer.close)

    def cut(self):
        """Resets the connection at once, losing data in flight."""
        self._end(self.writer.transport.abort)

    def _end(self, end):
        if self.is_open:
            self.is_open = False
            Connection.open_count -= 1
            end()


def request(path, method="GET", fields=(), version="1.1"):
    """Returns the bytes of a request without a body."""
    lines = [f"{method} {path} HTTP/{version}", "Host: localhost", *(f"{name}: {value}" for name, value in fields)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
