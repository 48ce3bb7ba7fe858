"""A fake camera for pages, which shows what a test paints, and films for Chromium's own fake camera."""

import json
import pathlib
import subprocess

from serving import ROOT

# Corners as fractions of the picture, clockwise from the top left: where an upright page should be.
IN_PLACE = [[0.15, 0.12], [0.84, 0.13], [0.86, 0.88], [0.14, 0.87]]

# A scene for each status, as changes to a page in position.
SCENES = {
    "nothing": {"quad": None},
    "weak": {"hidden": 0.55},
    "far": {"quad": [[0.35, 0.35], [0.65, 0.35], [0.65, 0.66], [0.35, 0.66]]},
    "steep": {"quad": [[0.34, 0.1], [0.68, 0.1], [0.92, 0.9], [0.08, 0.9]]},
    "outside": {"quad": [[0.45, 0.12], [1.2, 0.13], [1.2, 0.88], [0.44, 0.87]]},
    "moving": {"speed": 0.25},
}

# Replaces the camera by a canvas. `scenery` is the scene shown, `camera` the capabilities; `constraints` records the constraints
# applied.
CAMERA = """
(() => {
    if (!navigator.mediaDevices || !location.protocol.startsWith('http')) return;
    window.scenery = { quad: IN_PLACE, speed: 0, hidden: 0, seed: 0 };
    window.camera = { torch: false, refusal: null, started: 0 };
    window.constraints = [];
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: WIDTH, height: HEIGHT });
    const context = canvas.getContext('2d');
    const paint = (now) => {
        const { quad, speed, hidden, seed } = window.scenery;
        context.fillStyle = '#4a4038';
        context.fillRect(0, 0, WIDTH, HEIGHT);
        if (quad) {
            const shift = speed === 0 ? 0 : (Math.abs(((now / 1000) * speed * 2) % 0.2 - 0.1) - 0.05);
            const at = quad.map(([x, y]) => [(x + shift) * WIDTH, y * HEIGHT]);
            context.fillStyle = '#e8e2d4';
            context.beginPath();
            for (const point of at) context.lineTo(...point);
            context.fill();
            context.fillStyle = '#5a5148';
            const [left, right, top, bottom] = [Math.max(at[0][0], at[3][0]), Math.min(at[1][0], at[2][0]), Math.max(at[0][1], at[1][1]), Math.min(at[2][1], at[3][1])];
            for (let y = top + 30; y < bottom - 30; y += 17) for (let x = left + 30 + ((seed * 37 + y * 7) % 23); x < right - 40; x += 22) context.fillRect(x, y, 14, 5);
            // Something as bright as the page lies at its side, so that this has no edge there.
            context.fillStyle = '#e8e2d4';
            if (hidden > 0) context.fillRect(right - 4, top, WIDTH, (bottom - top) * hidden);
        }
        requestAnimationFrame(paint);
    };
    requestAnimationFrame(paint);
    delete window.ImageCapture;
    navigator.mediaDevices.getUserMedia = async () => {
        if (window.camera.refusal) throw new DOMException('refused', window.camera.refusal);
        window.camera.started += 1;
        const stream = canvas.captureStream();
        const [track] = stream.getVideoTracks();
        const { torch } = window.camera;
        track.getCapabilities = () => ({ torch });
        track.applyConstraints = async (given) => { window.constraints.push(given); };
        window.camera.track = track;
        return stream;
    };
})();
"""


def script(width: int = 480, height: int = 640) -> str:
    """Returns a script that runs before the page's own scripts and replaces its camera."""
    return CAMERA.replace("IN_PLACE", json.dumps(IN_PLACE)).replace("WIDTH", str(width)).replace("HEIGHT", str(height))


def film(path: pathlib.Path, scenes: list[dict], width: int = 480, height: int = 640) -> pathlib.Path:
    """Writes a film for Chromium's fake camera, ten frames a second."""
    content = json.dumps({"width": width, "height": height, "rate": 10, "scenes": scenes})
    subprocess.run(["node", ROOT / "Tests/BrowserTests/write_film.mjs", path, content], check=True, timeout=120)
    return path
