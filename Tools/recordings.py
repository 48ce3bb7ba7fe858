#!/usr/bin/env python3
"""Regenerates the sample's recordings: texts of clauses, spoken by espeak-ng, with a cue for each word.

    Tools/recordings.py [FOLDER [CLAUSE…]]        by default data/magna-carta and its clauses 12, 39 and 40

Needs Debian's libespeak-ng1, espeak-ng-data and lame. Builds and tests do not need it: its output is in the repository. The times
of the cues are the synthesizer's own, to the millisecond.
"""
import ctypes
import json
import pathlib
import subprocess
import sys
import wave

SYNCHRONOUS, POSITION_IN_CHARACTERS, UTF8, WORD = 2, 1, 1, 1
VOICES = {"en": b"en-gb", "fr": b"fr-fr"}
LABEL = {"en": "Synthetic voice (espeak-ng)", "fr": "Voix de synthèse (espeak-ng)"}
SPEED, SPEED_PARAMETER = 150, 1


class Identifier(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("unique", ctypes.c_uint), ("text_position", ctypes.c_int), ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int), ("sample", ctypes.c_int), ("user_data", ctypes.c_void_p), ("id", Identifier),
    ]


Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(Event))


class Synthesizer:
    def __init__(self):
        self.library = ctypes.CDLL("libespeak-ng.so.1")
        self.rate = self.library.espeak_Initialize(SYNCHRONOUS, 0, None, 0)
        if self.rate <= 0:
            sys.exit("recordings.py: espeak-ng cannot be initialized; expected its data (espeak-ng-data)")
        self.callback = Callback(self._take)
        self.library.espeak_SetSynthCallback(self.callback)
        self.library.espeak_SetParameter(SPEED_PARAMETER, SPEED, 0)

    def _take(self, samples, count, events):
        if samples and count > 0:
            self.sound += ctypes.string_at(samples, count * 2)
        place = 0
        while events[place].type != 0:
            if events[place].type == WORD:
                self.words.append((events[place].audio_position, events[place].text_position - 1))
            place += 1
        return 0

    def speak(self, text, language):
        """Returns the sound, and the start in milliseconds of the word at each position of the text."""
        self.sound, self.words = bytearray(), []
        self.library.espeak_SetVoiceByName(VOICES[language])
        spoken = text.encode() + b"\0"
        self.library.espeak_Synth(spoken, len(spoken), 0, POSITION_IN_CHARACTERS, 0, UTF8, None, None)
        return bytes(self.sound), self.words


def stamp(milliseconds):
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 60:02}:{seconds % 60:02}.{rest:03}"


def cues(text, words, length):
    """Returns a cue for each word of the text as it is written, with the punctuation that follows it."""
    starts = {}
    for time, place in words:
        # For words written as one, such as "d’impôt", the first part counts.
        first = max((text.rfind(space, 0, place + 1) for space in " \n"), default=-1) + 1
        starts.setdefault(first, time)
    places = sorted(starts)
    for index, place in enumerate(places):
        end = starts[places[index + 1]] if index + 1 < len(places) else length
        word = text[place:].split()[0]
        if end > starts[place]:
            yield f"{stamp(starts[place])} --> {stamp(end)}\n{word}\n"


def main(folder="data/magna-carta", *clauses):
    folder = pathlib.Path(folder)
    synthesizer = Synthesizer()
    for language in VOICES:
        texts = json.loads((folder / f"texts/{language}.json").read_text())
        target = folder / "audio" / language
        target.mkdir(parents=True, exist_ok=True)
        for clause in clauses or ("12", "39", "40"):
            text = texts[clause]["title"] + "\n\n" + texts[clause]["translation"]
            sound, words = synthesizer.speak(text, language)
            length = len(sound) // 2 * 1000 // synthesizer.rate
            header = f"WEBVTT\n\nNOTE {LABEL[language]}\n"
            (target / f"{clause}.vtt").write_text("\n".join([header, *cues(text, words, length)]))
            samples = target / f"{clause}.wav"
            with wave.open(str(samples), "wb") as file:
                file.setparams((1, 2, synthesizer.rate, 0, "NONE", ""))
                file.writeframes(sound)
            subprocess.run(["lame", "--quiet", "-m", "m", "-b", "24", str(samples), str(target / f"{clause}.mp3")], check=True)
            samples.unlink()
    about = json.dumps({"label": LABEL}, ensure_ascii=False, indent=2)
    (folder / "audio/about.json").write_text(about + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
