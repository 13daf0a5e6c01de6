"""Packs the web pages of all modules into .build/pages.pack, which scripts/slim.sh puts into the program.

The pack begins with a line of JSON, {"files": [{"name": "console/app.js", "size": 4711, "brotli": 1502}, …]}. Behind it
come the bytes of each file and its bytes as Brotli has them; "brotli" is null where those would not be fewer. The same
sources make the same pack.

esbuild bundles what each Plugins/NAME/Pages/index.html names as @files/…: these entries keep their names, and what they
load later gets names with digests. `typeof QIX_BUNDLED === "undefined"` is true in sources and false in bundles, which
leaves out pages for development. Without esbuild the sources are packed as they are, with those they share.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT / "Sources/Faces/QixPages/Pages"
PACK = ROOT / ".build/pages.pack"
TEXTS = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".webmanifest"}
# Pages for development lie in folders of this name.
DEVELOPMENT = "gallery"
ESBUILD = [
    "--bundle", "--splitting", "--format=esm", "--minify", "--target=es2022", "--charset=utf8", "--legal-comments=none",
    "--chunk-names=parts/[name]-[hash]", "--asset-names=parts/[name]-[hash]", "--define:QIX_BUNDLED=true",
    *(f"--loader:.{kind}=file" for kind in ("png", "svg", "webp", "woff2")), "--log-level=warning",
]


def fail(text):
    sys.exit(f"pages: {text}")


def files_below(folder):
    return sorted(file for file in folder.rglob("*") if file.is_file())


def sources(folder, name):
    """The files of a folder as they are, by the names under which they are served."""
    return {f"{name}/{file.relative_to(folder).as_posix()}": file.read_bytes() for file in files_below(folder)}


def unbundled(folder, name):
    """The files of a folder that esbuild leaves as they are: pictures, pages, descriptions."""
    return {
        path: content for path, content in sources(folder, name).items()
        if not path.endswith((".css", ".js")) and f"/{DEVELOPMENT}/" not in path
    }


def entries(folder):
    """The scripts and style sheets that index.html names, and the service worker."""
    text = (folder / "index.html").read_text(encoding="utf-8")
    found = [*re.findall(r"@files/([\w./-]+\.(?:css|js))\b", text), "sw.js"]
    return sorted({entry for entry in found if (folder / entry).exists()}) or fail(f"{folder}/index.html names no files")


def bundle(folder, name):
    """The files of a folder as esbuild bundles them, and what a browser takes of them at first."""
    with tempfile.TemporaryDirectory() as scratch:
        out, notes = Path(scratch, "out"), Path(scratch, "notes.json")
        made = subprocess.run(
            ["esbuild", *entries(folder), *ESBUILD, f"--outdir={out}", f"--metafile={notes}"], cwd=folder, check=False
        )
        if made.returncode != 0:
            fail(f"esbuild can't bundle {folder.relative_to(ROOT)}, see above")
        outputs = json.loads(notes.read_text())["outputs"]
        below = {(folder / path).resolve().relative_to(out.resolve()).as_posix(): what for path, what in outputs.items()}
        files = {f"{name}/{path}": (out / path).read_bytes() for path in below}
    for path, what in below.items():
        unwanted = [source for source in what["inputs"] if f"/{DEVELOPMENT}/" in f"/{source}"]
        if unwanted:
            fail(
                f'{name}/{path} has {unwanted[0]}, which is for development: import it only where `typeof QIX_BUNDLED'
                ' === "undefined"` stands in the same condition'
            )
    files |= unbundled(folder, name)
    taken = first_load(below, [one for one in entries(folder) if one != "sw.js"], name)
    files[f"{name}/index.html"] = preloading(files[f"{name}/index.html"], taken, name)
    if f"{name}/sw.js" in files:
        # What the worker keeps: all but itself and the page, which it asks for again.
        kept = sorted(path.removeprefix(f"{name}/") for path in files if path not in (f"{name}/sw.js", f"{name}/index.html"))
        files[f"{name}/files.json"] = json.dumps(kept).encode()
    return files, taken


def preloading(page, taken, name):
    """The page, which names the scripts that its own ones import, so that a browser needn't find them one by one."""
    parts = sorted(path.removeprefix(f"{name}/") for path in taken if re.search(r"/parts/chunk-.*\.js$", path))
    links = "".join(f'  <link rel="modulepreload" href="@files/{path}">\n' for path in parts)
    return page.replace(b"</head>", links.encode() + b"</head>")


def first_load(outputs, entry_files, name):
    """The names of index.html, of the entries, of what these import at once, and of one language."""
    paths = {(what.get("entryPoint") or ""): path for path, what in outputs.items()}
    languages = [entry for entry in paths if re.search(r"(^|/)languages/en\.js$", entry)]
    wanted, taken = [paths[entry] for entry in [*entry_files, *languages]], set()
    named = {path.rsplit("/", 1)[-1]: path for path in outputs}
    while wanted:
        path = wanted.pop()
        taken.add(path)
        loaded = [one["path"] for one in outputs[path]["imports"] if one["kind"] == "import-statement"]
        wanted += [file for file in (named[one.rsplit("/", 1)[-1]] for one in loaded) if file not in taken]
    return {f"{name}/{path}" for path in taken} | {f"{name}/index.html"}


def compressed(name, content):
    """The content as Brotli has it; None for what isn't text, or wouldn't be shorter."""
    if Path(name).suffix not in TEXTS or not shutil.which("brotli"):
        return None
    made = subprocess.run(["brotli", "--quality=11", "--stdout", "-"], input=content, capture_output=True, check=True)
    return made.stdout if len(made.stdout) < len(content) else None


def main():
    folders = sorted(page.parent for page in ROOT.glob("Plugins/*/Pages/index.html"))
    files, first = {}, {}
    has_esbuild = bool(shutil.which("esbuild"))
    if folders and not has_esbuild:
        print("pages: without esbuild the sources are packed as they are; apt-get install esbuild", file=sys.stderr)
    if folders:
        files |= unbundled(SHARED, "ground") if has_esbuild else sources(SHARED, "ground")
    if folders and not shutil.which("brotli"):
        print("pages: without brotli all is sent larger than it need be; apt-get install brotli", file=sys.stderr)
    for folder in folders:
        name = folder.parent.name.lower()
        if has_esbuild:
            made, first[name] = bundle(folder, name)
            files |= made
        else:
            files |= sources(folder, name)

    list_of, contents, sent = [], [], {}
    for name, content in sorted(files.items()):
        short = compressed(name, content)
        list_of.append({"name": name, "size": len(content), "brotli": None if short is None else len(short)})
        contents += [content, short or b""]
        sent[name] = len(content if short is None else short)
    head = json.dumps({"files": list_of}, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    PACK.parent.mkdir(exist_ok=True)
    pack = head + b"".join(contents)
    # What is there already keeps its time.
    if not PACK.exists() or PACK.read_bytes() != pack:
        PACK.write_bytes(pack)
    print(f"pages: {len(files)} files, {len(pack)} bytes")
    for name, taken in first.items():
        print(f"pages: {name} loads {sum(sent[file] for file in taken)} bytes at first, in {len(taken)} files")


if __name__ == "__main__":
    main()
