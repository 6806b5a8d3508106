"""Another size, another orientation, another screen."""
import math

import pytest

import hands
from hands import show, state
from support.service import wait_until


def middle(page):
    return page.run("(({ x, y }) => [x, y])(viewer.imagePoint({ x: viewer.state.bounds.width / 2, y: viewer.state.bounds.height / 2 }))")


def resize(page, width, height, ratio=1):
    page.size(width, height, ratio)
    # A page in the background hears of it with the next frame that somebody looks at.
    wait_until(lambda: page.picture() and page.run(
        f"viewer.state.bounds.width === {width} && viewer.state.bounds.height === {height}"
        f" && viewer.surface.width === {round(width * ratio)}"))
    hands.ready(page)


def test_rotating_keeps_the_middle_and_the_zoom(page):
    opened = page()
    show(opened, 0.8, 900, 500)
    before = middle(opened)
    resize(opened, 600, 800)
    assert state(opened)["zoomScale"] == 0.8
    assert math.dist(middle(opened), before) < 1
    resize(opened, 800, 600)
    assert math.dist(middle(opened), before) < 1


def test_fit_stays_fit(page):
    opened = page()
    for width, height in [(600, 800), (400, 300), (1000, 700)]:
        resize(opened, width, height)
        now = state(opened)
        bar, tools = now["contentInset"]["top"], now["contentInset"]["bottom"]
        left = height - bar - tools
        assert now["zoomScale"] == pytest.approx(min(width / 3000, left / 2000))
        assert opened.run("viewer.isAtFit")
        # And in the middle of what the bars leave: on a narrow window there is one at the bottom.
        assert (tools > 0) == (width <= 640)
        assert -now["contentOffset"]["y"] == pytest.approx(bar + (left - 2000 * now["zoomScale"]) / 2, abs=0.51)


def test_another_pixel_ratio_takes_another_level(page):
    opened = page()
    show(opened, 0.45, 0, 0)
    level = "viewer.calculator.tiles(0, viewer.place, 0, 0, viewer.image)[0].reduction"
    assert opened.run(level) == 1
    resize(opened, 800, 600, 2)
    assert state(opened)["zoomScale"] == pytest.approx(0.45)
    assert opened.run(level) == 0
    assert opened.run("[viewer.surface.width, viewer.surface.height]") == [1600, 1200]
    resize(opened, 800, 600, 1.1)
    assert opened.run(level) == 1


def test_filling_instead_of_fitting(page):
    opened = page()
    opened.run("viewer.setAttribute('fit', 'fill'); viewer.load('/images/large.png')")
    hands.ready(opened)
    now = state(opened)
    bar = now["contentInset"]["top"]
    assert now["zoomScale"] == pytest.approx(max(800 / 3000, (600 - bar) / 2000))


def test_indicators_keep_clear_of_the_bar_and_fade(page):
    opened = page()
    thumb = "viewer.shadowRoot.querySelector('.indicator.vertical')"
    show(opened, 0.8, 700, 0)
    bar = opened.run("document.getElementById('bar').offsetHeight")
    assert opened.run(f"(viewer.scrollToTop({{ animated: false }}), {thumb}.classList.contains('shown'))")
    hands.rest(opened)
    opened.wait(f"Math.abs({thumb}.getBoundingClientRect().top - {bar}) < 1")
    box = opened.run(f"(({{ top, right, height }}) => [top, right, height])({thumb}.getBoundingClientRect())")
    assert box[1] <= 800
    assert box[2] == pytest.approx((600 - bar) * 600 / (2000 * 0.8 + bar), rel=0.02)
    opened.wait(f"getComputedStyle({thumb}).opacity === '0'")
    opened.run("viewer.zoomToFit()")
    opened.wait(f"{thumb}.hidden")
