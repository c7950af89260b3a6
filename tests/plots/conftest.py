"""What the figure tests share: reading the texts of Axes and the contrast of two colors."""

import numpy as np
import pytest
from matplotlib.text import Text


@pytest.fixture
def words_in():
    """Return a function that lists the words written in Axes, titles included."""

    def read(axes):
        return [text.get_text() for text in axes.findobj(Text) if text.get_text()]

    return read


@pytest.fixture
def contrast():
    """Return WCAG 2's contrast ratio of two #rrggbb colors, from 1 to 21."""

    def luminance(code):
        return linear(code) @ [0.2126, 0.7152, 0.0722]

    def ratio(one, other):
        low, high = sorted((luminance(one), luminance(other)))
        return (high + 0.05) / (low + 0.05)

    return ratio


@pytest.fixture
def as_seen():
    """Return a function from a color and a kind of color vision to what is seen, as a point in Oklab."""

    def point(code, kind):
        return _oklab(np.clip(np.array(VISION[kind]) @ linear(code), 0, 1))

    return point


def linear(code):
    """Give the linear red, green and blue of #rrggbb (IEC 61966-2-1)."""
    values = np.array([int(code[at : at + 2], 16) / 255 for at in (1, 3, 5)])
    return np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)


# Machado, Oliveira and Fernandes (2009), table 1, severity 1.
VISION = {
    "usual": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}


def _oklab(rgb):
    # Ottosson (2020), "A perceptual color space for image processing".
    cones = np.cbrt(
        np.array(
            [
                [0.4122214708, 0.5363325363, 0.0514459929],
                [0.2119034982, 0.6806995451, 0.1073969566],
                [0.0883024619, 0.2817188376, 0.6299787005],
            ]
        )
        @ rgb
    )
    mix = [
        [0.2104542553, 0.7936177850, -0.0040720468],
        [1.9779984951, -2.4285922050, 0.4505937099],
        [0.0259040371, 0.7827717662, -0.8086757660],
    ]
    return np.array(mix) @ cones
