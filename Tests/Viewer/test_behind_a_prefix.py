"""The pages behind a proxy that has put them below a path of its own."""
import http.client
import http.server
import threading

import pytest

import hands

PREFIX = "/pictures"


class Proxy(http.server.BaseHTTPRequestHandler):
    """As config/nginx.conf has it: the prefix is taken off, and told in a field."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if not self.path.startswith(PREFIX + "/"):
            self.send_error(404)
            return
        upstream = http.client.HTTPConnection(self.server.upstream)
        fields = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
        upstream.request("GET", self.path[len(PREFIX):], headers={**fields, "X-Forwarded-Prefix": PREFIX})
        answer = upstream.getresponse()
        body = answer.read()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("content-length", "transfer-encoding", "connection", "date", "server"):
                self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        upstream.close()

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def proxied(start_service, folder):
    service = start_service(folder, "--trust-forwarded")
    proxy = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    proxy.upstream = service.base.removeprefix("http://")
    threading.Thread(target=proxy.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{proxy.server_port}{PREFIX}"
    proxy.shutdown()
    proxy.server_close()


def failed(page):
    return [told["response"]["url"] for told in page.told("Network.responseReceived") if told["response"]["status"] >= 400
            # The broken image has no thumbnail anywhere.
            and "broken" not in told["response"]["url"]]


def test_the_gallery_leads_to_folders_and_images(page, proxied):
    opened = page(proxied + "/", waits=False)
    opened.wait("[...document.querySelectorAll('#entries img')].some((image) => image.naturalWidth)")
    opened.run("[...document.querySelectorAll('#entries a')].find((link) => /book/.test(link.textContent)).click()")
    opened.wait(f"location.href === '{proxied}/?folder=book' && document.querySelectorAll('#entries img').length === 5")
    opened.run("document.querySelector('#where a').click()")
    opened.wait(f"location.href === '{proxied}/'")
    assert failed(opened) == []


@pytest.mark.parametrize("path", ["/view/large.png", "/view/book/1%20page.png", "/embed/book%2F2%20page.png"])
def test_an_image_opens_however_deep_its_page_lies(page, proxied, path):
    opened = page(proxied + path)
    hands.sharp(opened)
    assert failed(opened) == []
    if path.startswith("/view/book"):
        assert opened.run("document.getElementById('home').href") == f"{proxied}/?folder=book"


def test_what_is_loaded_late_is_found_with_its_style(page, proxied):
    opened = page(proxied + "/view/large.png")
    hands.sharp(opened)
    hands.click(opened, "About this image", ".caption dt")
    assert opened.run(f"[...document.styleSheets].some(({{ href }}) => href === '{proxied}/viewer/style/tools.css')")
    assert failed(opened) == []


def test_an_album_opens(page, proxied):
    opened = page(proxied + "/view/pages.tif#page=2")
    hands.sharp(opened)
    assert opened.run("[viewer.page, viewer.pageCount]") == [1, 3]
    assert failed(opened) == []
