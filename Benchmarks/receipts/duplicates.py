"""How many copies of receipts the program knows again, and whether it takes any other one for a copy.

Hands in every picture of a folder as one user, then copies of each as another: warped, cropped, blurred, recompressed,
turned, under another light. A copy is known when it is refused as used; a person catches it when it waits.

    python3 Benchmarks/receipts/duplicates.py FOLDER [--qix .build/release/qix] [--limit N]

Takes OpenCV for Python (PyPI: opencv-python-headless) and a program with the libraries of `make lens`.
"""

import argparse
import collections
import glob
import json
import os
import random
import subprocess
import tempfile

import cv2
import numpy


def warped(picture, dice):
    height, width = picture.shape[:2]
    corners = numpy.float32([[0, 0], [width, 0], [width, height], [0, height]])
    moved = corners + numpy.float32([[dice.uniform(-0.03, 0.03) * width, dice.uniform(-0.02, 0.02) * height] for _ in corners])
    way = cv2.getPerspectiveTransform(corners, moved)
    return cv2.warpPerspective(picture, way, (width, height), borderValue=(200, 200, 200))


def cropped(picture, dice):
    height, width = picture.shape[:2]
    share = [dice.uniform(0.01, 0.04) for _ in range(4)]
    return picture[int(height * share[0]):int(height * (1 - share[1])), int(width * share[2]):int(width * (1 - share[3]))]


def blurred(picture, dice):
    return cv2.GaussianBlur(picture, (0, 0), 1.0 if max(picture.shape[:2]) < 1500 else 1.6)


def turned(picture, dice):
    height, width = picture.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), dice.choice([-3, 3]), 1)
    return cv2.warpAffine(picture, way, (width, height), borderValue=(255, 255, 255))


def relit(picture, dice):
    height, width = picture.shape[:2]
    y, x = numpy.mgrid[0:height, 0:width]
    light = 0.55 + 0.45 * (x / width) * (0.6 + 0.4 * y / height)
    noise = numpy.random.default_rng(dice.randrange(1 << 30)).standard_normal(picture.shape)
    return numpy.clip(picture * light[..., None] + 6 * noise, 0, 255).astype(numpy.uint8)


def recompressed(picture, dice):
    return cv2.imdecode(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 40])[1], 1)


def rephotographed(picture, dice):
    return recompressed(relit(warped(blurred(picture, dice), dice), dice), dice)


COPIES = [warped, cropped, blurred, turned, relit, recompressed, rephotographed]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--qix", default=".build/release/qix")
    parser.add_argument("--limit", type=int)
    parser.add_argument("--seed", type=int, default=7)
    arguments = parser.parse_args()
    pictures = sorted(glob.glob(os.path.join(arguments.folder, "*.jpg")))[: arguments.limit]
    with tempfile.TemporaryDirectory() as folder:
        home = os.path.join(folder, "home")
        key = os.path.join(folder, "vault.key")
        environment = dict(os.environ, QIX_HOME=home, QIX_VAULT_KEY_FILE=key)

        def qix(*words, given=None):
            return subprocess.run([arguments.qix, *words], env=environment, input=given, capture_output=True, text=True)

        def done(*words, given=None):
            outcome = qix(*words, given=given)
            if outcome.returncode != 0:
                raise SystemExit(f"qix {' '.join(words)}: {outcome.stderr}")

        def hand_in(path, user):
            outcome = qix("shake", "receipt", "--user", user, "--campaign", "all", "--image", path, "--json")
            if outcome.returncode == 0:
                return json.loads(outcome.stdout)["outcome"]
            return json.loads(outcome.stderr.strip().splitlines()[-1])["error"]["code"]

        done("init", "--quiet")
        done("vault", "init", "--key-file", key, "--quiet")
        done("setting", "set", "receiptshake.open-reviews", "1000")
        campaign = {
            "name": "all", "brand": "Acme", "title": "Receipts", "start": "2020-01-01", "end": "2099-01-01",
            "time-zone": "UTC", "award": {"fixed": 1},
            "shakes": {"receipt": {"age": "P99Y", "confidence": 0}},
        }
        done("campaign", "create", "--file", "-", given=json.dumps(campaign))
        done("campaign", "fund", "all", "--amount", "1000000")
        done("campaign", "start", "all")
        for user in ("first", "second"):
            done("user", "create", "--external-id", user)
        originals = collections.Counter()
        known = []
        for path in pictures:
            word = hand_in(path, "first")
            originals[word] += 1
            if word in ("won", "waits"):
                known.append(path)
            else:
                print(f"{os.path.basename(path)}: {word}")
        print(f"originals: {dict(originals)}")
        dice = random.Random(arguments.seed)
        total = collections.Counter()
        for copy in COPIES:
            words = collections.Counter()
            for path in known:
                target = os.path.join(folder, "copy.jpg")
                cv2.imwrite(target, copy(cv2.imread(path), dice), [cv2.IMWRITE_JPEG_QUALITY, 92])
                word = hand_in(target, "second")
                words[word] += 1
                if word != "receiptshake.used-already":
                    print(f"{os.path.basename(path)} {copy.__name__}: {word}")
            total += words
            print(f"{copy.__name__}: {words['receiptshake.used-already']} of {len(known)} known again, {dict(words)}")
        count = sum(total.values())
        refused = total["receiptshake.used-already"]
        print(f"all copies: {refused} of {count} known again ({refused / count:.3%}), {total['waits']} for a person")
        print(f"originals taken for copies: {originals['receiptshake.used-already']} of {len(pictures)}")


if __name__ == "__main__":
    main()
