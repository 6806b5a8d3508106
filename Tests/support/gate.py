"""A door between a program and an engine, which can be shut, or let only some requests through."""
import re
import socket
import threading


class Gate:
    def __init__(self, address, here="127.0.0.1"):
        host, port = address.split("://")[1].split(":")
        self.target = (host, int(port))
        self.is_shut = False
        self.refused = None
        self.puts = 0
        self.socket = socket.create_server((here, 0), backlog=256)
        self.endpoint = f"http://{here}:{self.socket.getsockname()[1]}"
        self.pairs = set()
        self.lock = threading.Lock()
        threading.Thread(target=self.accept, daemon=True).start()

    def end(self):
        self.socket.close()
        self.shut()

    def shut(self):
        self.is_shut = True
        with self.lock:
            for pair in self.pairs:
                for one in pair:
                    try:
                        one.shutdown(socket.SHUT_RDWR)
                    except OSError:
                        pass

    def open(self):
        self.is_shut, self.refused = False, None

    def stored(self):
        """How many pyramids somebody began to put there."""
        with self.lock:
            return self.puts

    def accept(self):
        while True:
            try:
                client, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client:
            if self.is_shut:
                return
            with socket.create_connection(self.target) as engine:
                pair = (client, engine)
                for one in pair:
                    # Heads and bodies come apart: without this one waits until the other is acknowledged.
                    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                with self.lock:
                    self.pairs.add(pair)
                threading.Thread(target=self.copy, args=(engine, client), daemon=True).start()
                self.copy(client, engine, self.lets_through)
                with self.lock:
                    self.pairs.discard(pair)

    def lets_through(self, part):
        """Requests follow each other, and each begins a part of its own: nobody sends two at once."""
        if re.match(rb"PUT \S+\.tif ", part):
            with self.lock:
                self.puts += 1
        return not (self.refused and re.match(self.refused, part))

    @staticmethod
    def copy(source, sink, lets_through=lambda part: True):
        try:
            while part := source.recv(1 << 16):
                if not lets_through(part):
                    break
                sink.sendall(part)
        except OSError:
            pass
        for one in (source, sink):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
