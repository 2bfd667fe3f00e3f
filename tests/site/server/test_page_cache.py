"""What the page cache keeps, for whom, and above all what it doesn't."""

import gzip

import brotli
import pytest

from scrapsite.server.cache.pagecache import PageCache
from scrapsite.server.cache.pages import Page, PageStore
from tests.site.server.support import ask

pytestmark = pytest.mark.django_db(transaction=True)


async def test_a_public_page_is_kept_for_visitors(cached):
    first, second = await ask(cached, path="/public/"), await ask(cached, path="/public/")
    assert first.status == second.status == 200
    assert first.body == second.body
    assert second.headers["cache-control"] == "public, no-cache"
    assert "Cookie" in second.headers["vary"]
    assert second.headers["etag"] == first.headers["etag"]
    assert int(second.headers["content-length"]) == len(second.body)


async def test_a_template_response_is_labelled_once_rendered(cached):
    first, _ = await ask(cached, path="/public-template/"), await ask(cached, path="/public-template/")
    assert (first.body, len(cached.store)) == (b"rendered 1", 1)


@pytest.mark.parametrize(
    "change",
    [
        {"query": "n=2"},
        {"headers": {"Host": "127.0.0.1"}},
        {"scheme": "https"},
        {"headers": {"X-Forwarded-Proto": "https"}},
    ],
)
async def test_query_host_and_scheme_have_pages_of_their_own(cached, change):
    first = await ask(cached, path="/public/")
    assert (await ask(cached, path="/public/", **change)).body != first.body
    assert (await ask(cached, path="/public/")).body == first.body


async def test_a_new_data_version_forgets_the_old_pages(cached, version):
    first = await ask(cached, path="/public/")
    version[0] = "two"
    assert (await ask(cached, path="/public/")).body != first.body


async def test_a_page_made_before_a_change_is_not_served_after_it(guarded, version):
    async def changes_meanwhile(scope, receive, send):
        version[0] += "+"
        await guarded(scope, receive, send)

    cached = PageCache(changes_meanwhile, lambda: version[0])
    first = await ask(cached, path="/public/")
    assert (await ask(cached, path="/public/")).body != first.body


async def test_pages_grow_old(guarded):
    cached = PageCache(guarded, lambda: "one", seconds=-1)
    first = await ask(cached, path="/public/")
    assert (await ask(cached, path="/public/")).body != first.body


@pytest.mark.parametrize(
    "headers",
    [{"Cookie": "a=1"}, {"Authorization": "Bearer x"}, {"HX-Request": "true"}, {"Range": "bytes=0-"}],
)
async def test_anyone_with_something_personal_goes_past(cached, headers):
    kept = await ask(cached, path="/public/")
    own = await ask(cached, path="/public/", headers=headers)
    assert own.body != kept.body
    assert len(cached.store) == 1
    if "Cookie" in headers or "Authorization" in headers:
        assert own.headers["cache-control"] == "private, no-store"
        assert "etag" not in own.headers


@pytest.mark.parametrize("path", ["/with-token/", "/with-cookie/", "/with-session/"])
async def test_nothing_with_a_token_or_a_cookie_is_ever_kept(cached, path):
    reply = await ask(cached, path=path)
    assert reply.status == 200
    assert reply.headers["cache-control"] == "private, no-store"
    assert "etag" not in reply.headers
    assert len(cached.store) == 0


async def test_a_cookie_added_behind_the_back_of_the_label_is_not_kept(caplog):
    async def app(scope, receive, send):
        headers = [(b"cache-control", b"public, no-cache"), (b"etag", b'"1"'), (b"set-cookie", b"a=1")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"x"})

    cached = PageCache(app, lambda: "one")
    await ask(cached)
    assert len(cached.store) == 0
    assert "cookie" in caplog.text


@pytest.mark.parametrize("path", ["/page/", "/public-missing/", "/stream/", "/nowhere/", "/file/10/"])
async def test_only_what_opted_in_and_went_well_is_kept(cached, path):
    await ask(cached, path=path)
    assert len(cached.store) == 0


async def test_only_get_is_kept_and_head_is_answered_from_it(cached):
    for method in ("HEAD", "POST"):
        await ask(cached, method, "/public/")
    assert len(cached.store) == 0
    kept = await ask(cached, path="/public/")
    head = await ask(cached, "HEAD", "/public/")
    assert (head.body, head.headers["content-length"]) == (b"", str(len(kept.body)))


@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
async def test_a_known_page_is_not_sent_again(cached, form):
    etag = (await ask(cached, path="/public/")).headers["etag"].removeprefix("W/")
    reply = await ask(cached, path="/public/", headers={"If-None-Match": form.format(etag)})
    assert (reply.status, reply.body, reply.headers["etag"]) == (304, b"", f"W/{etag}")


async def test_a_changed_page_is_sent(cached):
    await ask(cached, path="/public/")
    assert (await ask(cached, path="/public/", headers={"If-None-Match": '"other"'})).status == 200


async def test_pages_are_compressed_for_those_who_can_read_it(cached):
    plain = await ask(cached, path="/public/")
    for accepted, coding, unpack in [
        ("gzip, deflate, br", "br", brotli.decompress),
        ("gzip;q=1.0, br;q=0", "gzip", gzip.decompress),
        ("deflate", None, bytes),
    ]:
        reply = await ask(cached, path="/public/", headers={"Accept-Encoding": accepted})
        assert reply.headers.get("content-encoding") == coding
        assert unpack(reply.body) == plain.body
        assert int(reply.headers["content-length"]) == len(reply.body)


async def test_the_first_visitor_gets_the_page_compressed_too(cached):
    """A page is kept for a minute, so somebody is the first each minute, and got four times as many bytes."""
    first = await ask(cached, path="/public/", headers={"Accept-Encoding": "br"})
    assert first.headers["content-encoding"] == "br"
    assert brotli.decompress(first.body) == (await ask(cached, path="/public/")).body


async def test_very_long_addresses_are_not_kept(cached):
    await ask(cached, path="/public/", query="n=" + "9" * 2000)
    assert len(cached.store) == 0


def page(size):
    return Page([], b"x" * size, b'"1"', 0.0)


def test_the_least_recently_used_page_goes_first():
    store = PageStore(entries=2)
    store.put("a", page(1))
    store.put("b", page(1))
    store.get("a")
    store.put("c", page(1))
    assert (store.get("a") is None, store.get("b") is None, store.get("c") is None) == (False, True, False)


def test_bytes_are_bounded_and_counted_right():
    store = PageStore(total_bytes=100_000)
    for number in range(50):
        store.put(number % 7, page(10_000))
        assert store.bytes <= 100_000
    store.put("huge", page(60_000))
    assert store.get("huge") is None
    store.clear()
    assert (store.bytes, len(store)) == (0, 0)


async def test_what_is_the_same_for_all_is_kept_whoever_asks(guarded):
    """With a cookie of any kind one could have it made anew each time otherwise."""
    cached = PageCache(guarded, lambda: "one", same_for_all=["/public/"])
    first = await ask(cached, path="/public/", headers={"Cookie": "any=1"})
    second = await ask(cached, path="/public/", headers={"Authorization": "Bearer any"})
    assert (first.status, first.body) == (200, second.body)
    other = await ask(cached, path="/public-template/", headers={"Cookie": "any=1"})
    assert (other.status, len(cached.store)) == (200, 1)
