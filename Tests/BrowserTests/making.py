"""Files that are dropped on a page."""

import base64
import pathlib

DROP = """
([target, files]) => {
    const transfer = new DataTransfer();
    for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
    }
    for (const kind of ['dragover', 'drop']) {
        document.querySelector(target).dispatchEvent(new DragEvent(kind, { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }
}
"""
TYPES = {".png": "image/png", ".jpg": "image/jpeg"}


def dropped(page, target: str, *pictures: pathlib.Path) -> None:
    """As a hand that lets go of files over an element; browsers let no program move real ones."""
    files = [
        {"name": one.name, "type": TYPES[one.suffix], "base64": base64.b64encode(one.read_bytes()).decode()} for one in pictures
    ]
    page.evaluate(DROP, [target, files])
