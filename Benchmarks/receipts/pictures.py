"""Pictures of receipts whose truth is known, changed as asked: a file for each, and a line of JSON for each in `list`.

    python3 pictures.py FOLDER WORK CHANGE FORMAT [MOST]

FOLDER has img/*.jpg and key/*.json; where it is empty, receipts are drawn. FORMAT is ppm or jpg. A line is {"file",
"name", "key"}; keys have dates as 2018-03-25 and totals in hundredths. Each picture has its own chances, the same every
time. Needs Debian's Pillow.
"""

import datetime
import glob
import io
import json
import os
import random
import re
import shutil
import sys

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont


def unchanged(image, chance):
    return image


def rotated(image, chance):
    return image.rotate(-3, expand=True, fillcolor=(255, 255, 255), resample=Image.BICUBIC)


def blurred(image, chance):
    return image.filter(ImageFilter.GaussianBlur(1.0 if max(image.size) < 1500 else 1.6))


def cropped(image, chance):
    width, height = image.size
    return image.crop((width // 50, height // 50, width - width // 50, height - height // 50))


def recompressed(image, chance):
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", quality=40)
    return Image.open(buffer).convert("RGB")


def warped(image, chance):
    """The corners elsewhere: the paper seen from aside."""
    width, height = image.size
    corners = [(0, 0), (width, 0), (width, height), (0, height)]
    moved = [(x + chance.uniform(-0.03, 0.03) * width, y + chance.uniform(-0.02, 0.02) * height) for x, y in corners]
    return image.transform(image.size, Image.PERSPECTIVE, projection(moved, corners), Image.BICUBIC, fillcolor=(200,) * 3)


def projection(seen, meant):
    """The eight numbers of the map that brings what is seen to where it is meant, by elimination."""
    rows = []
    for (x, y), (u, v) in zip(seen, meant):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    for column in range(8):
        pivot = max(range(column, 8), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(8):
            if row != column:
                factor = rows[row][column]
                rows[row] = [value - factor * other for value, other in zip(rows[row], rows[column])]
    return [row[8] for row in rows]


def relit(image, chance):
    """Light that falls off to one corner, and a dim camera's noise."""
    light = Image.new("L", (64, 64))
    light.putdata([round(255 * (0.55 + 0.45 * x / 63 * (0.6 + 0.4 * y / 63))) for y in range(64) for x in range(64)])
    light = light.resize(image.size, Image.BICUBIC)
    image = ImageChops.multiply(image, Image.merge("RGB", [light] * 3))
    noise = Image.merge("RGB", [Image.effect_noise(image.size, 6) for _ in range(3)])
    return ImageChops.add(image, noise, 1, -128)


def rephotographed(image, chance):
    return recompressed(relit(warped(blurred(image, chance), chance), chance), chance)


CHANGES = dict(none=unchanged, rotate=rotated, blur=blurred, crop=cropped, jpeg=recompressed, warp=warped, light=relit,
               all=rephotographed)


def day(text):
    text = text.strip().title()
    for form in ("%d/%m/%Y", "%d-%m-%Y", "%d/%m/%y", "%d-%m-%y", "%Y-%m-%d", "%d %b %Y", "%d/%b/%Y", "%d.%m.%Y"):
        try:
            return datetime.datetime.strptime(text, form).date().isoformat()
        except ValueError:
            pass
    return text


def cents(text):
    text = re.sub("[^0-9.]", "", text or "")
    return round(float(text) * 100) if text else None


def drawn():
    chance = random.Random(4711)
    font = ImageFont.truetype("/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf", 24)
    for number in range(3):
        date = datetime.date(2024, 1, 1) + datetime.timedelta(chance.randrange(300))
        prices = [chance.randrange(100, 5000) for _ in range(4)]
        total = sum(prices)
        paid = total // 1000 * 1000 + 1000
        rows = ["CORNER SHOP %d LTD" % (number + 1), "12 HIGH STREET",
                "DATE %s %02d:%02d" % (date.strftime("%d/%m/%Y"), chance.randrange(8, 20), chance.randrange(60)),
                "RECEIPT NO %06d" % chance.randrange(10**6)]
        rows += ["ARTICLE %s %12.2f" % ("ABCD"[i], price / 100) for i, price in enumerate(prices)]
        rows += ["TOTAL %14.2f" % (total / 100), "CASH %15.2f" % (paid / 100), "CHANGE %13.2f" % ((paid - total) / 100)]
        image = Image.new("RGB", (640, 100 + 44 * len(rows)), (248, 248, 244))
        draw = ImageDraw.Draw(image)
        for place, row in enumerate(rows):
            draw.text((60, 40 + 44 * place), row, font=font, fill=(30, 30, 34))
        yield "drawn-%d" % number, None, image, dict(company=rows[0], date=date.isoformat(), total="%.2f" % (total / 100))


def stored(folder):
    for path in sorted(glob.glob(folder + "/img/*.jpg")):
        name = os.path.basename(path)[:-4]
        try:
            key = json.load(open(folder + "/key/" + name + ".json"))
        except FileNotFoundError:
            continue
        yield name, path, Image.open(path).convert("RGB"), key


def main():
    folder, work, change, form = sys.argv[1:5]
    most = int(sys.argv[5]) if len(sys.argv) > 5 else None
    assert change in CHANGES, "there is no change '" + change + "'"
    with open(work + "/list", "w") as out:
        for number, (name, path, image, key) in enumerate(stored(folder) if folder else drawn()):
            if number == most:
                break
            file = "%d.%s" % (number, form)
            if form == "jpg" and change == "none" and path:
                shutil.copyfile(path, work + "/" + file)
            else:
                CHANGES[change](image, random.Random(name + change)).save(work + "/" + file, quality=92)
            key = dict(company=key.get("company"), date=day(key.get("date", "")), total=cents(key.get("total")))
            out.write(json.dumps(dict(file=file, name=name, key=key)) + "\n")


main()
