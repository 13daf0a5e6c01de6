"""How a page looks and can be used: accessibility, room, the keyboard, and pictures of before."""

import io
import os
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from harness import ROOT
from PIL import Image, ImageChops

# The narrowest is a screen of 1,280 pixels at 400 % (WCAG 2.2, 1.4.10).
WIDTHS = (320, 768, 1440)
GOLDENS = Path(__file__).parent / "Golden"
DIFFERENCES = ROOT / ".build/pages-diff"
MOST_BYTES = 60_000
# A pixel is another one if a channel differs by more; so many in a thousand may, since rounding differs by machine.
CHANNEL, SHARE = 32, 2


def accessible(page):
    """No serious finding of axe, in light and in dark."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
        serious = [
            f"{one['id']}: {one['help']}\n  " + "\n  ".join(node["html"][:160] for node in one["nodes"][:5])
            for one in found
            if one["impact"] in ("serious", "critical")
        ]
        assert not serious, f"{page.url} in {scheme}:\n" + "\n".join(serious)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")


def fits(page, widths=WIDTHS):
    """Nothing scrolls sideways, nor with letters of twice the size where there is room for them (WCAG 2.2, 1.4.4)."""
    session = page.context.new_cdp_session(page)
    size = page.viewport_size
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        for percent in (100,) if width < 720 else (100, 200):
            fonts = {"standard": 16 * percent // 100, "fixed": 13 * percent // 100}
            session.send("Page.setFontSizes", {"fontSizes": fonts})
            found = page.evaluate(TOO_WIDE)
            assert not found, f"{page.url} is too wide at {width} px, letters of {percent} %:\n" + "\n".join(found)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    session.detach()
    page.set_viewport_size(size)


def walked(page):
    """Reaches everything by Tab, each with a focus that is seen and that nothing covers. Returns how many that were."""
    wanted = page.evaluate(TABBABLE)
    reached, faults, first = set(), [], None
    for _ in range(2 * len(wanted) + 40):
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        # It may still be scrolling there.
        for _ in range(10):
            if now is None or not now["faults"]:
                break
            page.wait_for_timeout(50)
            now = page.evaluate(FOCUSED)
        if now is None:
            continue
        if first is None:
            first = now["key"]
        elif now["key"] == first:
            break
        reached.add(now["key"])
        faults += [f"{fault}: {now['html']}" for fault in now["faults"]]
    faults += [f"Tab never comes to {html}" for key, html in enumerate(wanted) if key not in reached | {first}]
    assert not faults, f"{page.url} by keyboard:\n" + "\n".join(faults)
    return len(reached)


def touchable(page):
    """What is pressed is 44 pixels high at least, on a page opened with `has_touch`."""
    small = page.evaluate(SMALL)
    assert not small, f"{page.url} is hard to press:\n" + "\n".join(small)


def golden(page, name, **options):
    """The page, or a `clip` of it, looks as in Golden/NAME.png. QIX_RECORD=1 records it."""
    file = GOLDENS / f"{name}.png"
    page.evaluate("document.fonts.ready.then(() => true)")
    taken = Image.open(io.BytesIO(page.screenshot(animations="disabled", caret="hide", scale="css", **options)))
    taken = taken.convert("RGB")
    if os.environ.get("QIX_RECORD"):
        GOLDENS.mkdir(exist_ok=True)
        taken.quantize(96, dither=Image.Dither.NONE).save(file, optimize=True)
        assert file.stat().st_size <= MOST_BYTES, f"{file.name} takes more than {MOST_BYTES} bytes: show less"
        return
    assert file.exists(), f"there is no {file}: QIX_RECORD=1 make pages records it"
    wanted = Image.open(file).convert("RGB")
    fault = difference(wanted, taken)
    if fault:
        DIFFERENCES.mkdir(parents=True, exist_ok=True)
        wanted.save(DIFFERENCES / f"{name}-before.png")
        taken.save(DIFFERENCES / f"{name}-now.png")
        raise AssertionError(f"{name} differs {fault}: see .build/pages-diff; QIX_RECORD=1 make pages records it")


def difference(wanted, taken):
    """How two pictures differ, in words; None where they may."""
    if wanted.size != taken.size:
        return f"in size, {taken.size} for {wanted.size}"
    channels = ImageChops.difference(wanted, taken).split()
    strongest = ImageChops.lighter(ImageChops.lighter(channels[0], channels[1]), channels[2])
    others = sum(strongest.histogram()[CHANNEL + 1 :])
    share = 1000 * others / (wanted.width * wanted.height)
    return f"in {others} pixels" if share > SHARE else None


TOO_WIDE = """() => {
  const room = document.documentElement.clientWidth
  if (document.scrollingElement.scrollWidth <= room) return []
  const holders = ["auto", "scroll", "hidden", "clip"]
  const holds = e => e && (holders.includes(getComputedStyle(e).overflowX) || holds(e.parentElement))
  const wide = [...document.body.querySelectorAll("*")].filter(e => {
    const box = e.getBoundingClientRect()
    return (box.right > room + 1 || box.left < -1) && box.width > 0 && !holds(e.parentElement)
  })
  return [`${document.scrollingElement.scrollWidth} px wide`, ...wide.slice(0, 5).map(e => e.outerHTML.slice(0, 120))]
}"""

# Tab comes to one radio button of a group. The focus is looked for around a control, too: it may be hidden behind its
# label.
TABBABLE = """() => {
  const within = [...document.querySelectorAll("dialog:modal")].at(-1) ?? document
  const isOther = e => {
    if (e.type !== "radio" || e.name === "") return false
    const all = [...document.querySelectorAll(`input[type=radio][name="${CSS.escape(e.name)}"]`)]
    const group = all.filter(o => o.form === e.form)
    return e !== (group.find(o => o.checked) ?? group[0])
  }
  const kinds = "a[href], button, input, select, textarea, summary, [contenteditable], [tabindex]"
  const found = [...within.querySelectorAll(kinds)].filter(e =>
    e.tabIndex >= 0 && !e.matches(":disabled") && !e.closest("[inert]") && e.type !== "hidden" && !isOther(e)
      && e.checkVisibility({ visibilityProperty: true }))
  const around = e => [e, e.nextElementSibling, e.parentElement, e.closest("label")].filter(o => o)
  window.qixWalk = new Map(found.map((e, key) =>
    [e, { key, before: around(e).map(o => [o, getComputedStyle(o).boxShadow]) }]))
  return found.map(e => e.outerHTML.slice(0, 120))
}"""

# The label of a box that is ticked is pressed, too, and so is a link within a sentence's line.
SMALL = """() => [...document.querySelectorAll("button, select, summary, textarea, input, a[class]")]
  .filter(e => e.checkVisibility({ visibilityProperty: true }) && !e.disabled)
  .filter(e => !["checkbox", "radio", "range", "hidden"].includes(e.type))
  .filter(e => e.localName !== "a" || getComputedStyle(e).display !== "inline")
  .map(e => [e, e.getBoundingClientRect().height])
  .filter(([, height]) => height > 1 && height < 43.5)
  .map(([e, height]) => `${Math.round(height)} px: ${e.outerHTML.slice(0, 100)}`)"""

FOCUSED = """() => {
  const e = document.activeElement
  if (!e || e === document.body || e === document.documentElement) return null
  const known = window.qixWalk.get(e)
  const faults = []
  const isOutlined = o => {
    const { outlineStyle, outlineWidth } = getComputedStyle(o)
    return outlineStyle === "auto" || (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2)
  }
  const around = known?.before ?? [[e, ""]]
  const isShown = ([o, before]) => isOutlined(o) || getComputedStyle(o).boxShadow !== before
  const shown = around.filter(isShown).map(([o]) => o)
  if (shown.length === 0) faults.push("no focus is seen on")
  else if (known) {
    const seen = shown.at(-1), box = seen.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)]
    const top = document.elementFromPoint(x, y)
    const isFree = top && (seen.contains(top) || top.contains(seen))
    if (!isFree) faults.push(`${top?.outerHTML.slice(0, 60) ?? "the edge"} covers`)
  }
  return { key: known?.key ?? e.outerHTML.slice(0, 200), html: e.outerHTML.slice(0, 120), faults }
}"""
