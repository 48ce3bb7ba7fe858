"""Pictures of one sheet with strokes similar to writing: in daylight, and a smaller oblique one with bright ink on a dark sheet.
"""

import random

from three_captures import png, projective

WIDTH, HEIGHT = 900, 1200
SMALL_WIDTH, SMALL_HEIGHT = 700, 900
#: Points on the smaller picture and on the sheet.
TILT = [((30, 25), (0, 0)), ((665, 12), (WIDTH, 0)), ((680, 880), (WIDTH, HEIGHT)), ((14, 890), (0, HEIGHT))]


def strokes(seed: int) -> list[bytearray]:
    """Returns rows of grey levels."""
    numbers = random.Random(seed)
    rows = [bytearray([225]) * WIDTH for _ in range(HEIGHT)]
    for line in range(110, HEIGHT - 90, 38):
        x, end = 70, WIDTH - numbers.randint(70, 280)
        while x < end:
            for row in range(line - numbers.randint(9, 26), line):
                rows[row][x : x + 4] = b"\x32" * 4
            x += numbers.randint(7, 32)
    return rows


def daylight(seed: int = 1) -> bytes:
    rows = strokes(seed)
    return png(WIDTH, HEIGHT, lambda x, y: (rows[y][x],) * 3)


def ultraviolet(seed: int = 1) -> bytes:
    rows = strokes(seed)
    a, b, c, d, e, f, g, h, i = projective(TILT)

    def colour(x: int, y: int) -> tuple[int, int, int]:
        depth = g * (x + 0.5) + h * (y + 0.5) + i
        across, down = int((a * (x + 0.5) + b * (y + 0.5) + c) // depth), int((d * (x + 0.5) + e * (y + 0.5) + f) // depth)
        grey = 255 - rows[down][across] if 0 <= across < WIDTH and 0 <= down < HEIGHT else 8
        return (grey // 2, grey // 2, grey)

    return png(SMALL_WIDTH, SMALL_HEIGHT, colour)
