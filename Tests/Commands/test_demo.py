"""The picture that a new user sees first."""

from PIL import Image

from support.command import run


def test_the_demo_is_a_sound_jpeg_that_is_cut_like_any_other(tmp_path):
    assert run("demo", "--side", "2048", "demo.jpg", cwd=tmp_path).returncode == 0
    with Image.open(tmp_path / "demo.jpg") as image:
        image.load()
        assert image.format == "JPEG" and image.size == (2048, 2048)
        # Strips drawn by different threads meet without a seam: the middle flower is symmetric.
        colours = image.resize((64, 64)).getcolors(4096)
        assert len(colours) > 1000
        for row in range(64, 2048, 64):
            above, below = image.crop((0, row - 1, 2048, row)), image.crop((0, row, 2048, row + 1))
            difference = sum(abs(a - b) for a, b in zip(above.tobytes(), below.tobytes()))
            assert difference / (3 * 2048) < 40
    assert [entry.name for entry in tmp_path.iterdir()] == ["demo.jpg"]
    cut = run("cut", "--json", "demo.jpg", "demo.tif", cwd=tmp_path)
    assert cut.returncode == 0 and '"width":2048,"height":2048' in cut.stdout


def test_progress_is_seen(tmp_path):
    shown = run(
        "demo", "--side", "2048", "--progress", "always", "demo.jpg", cwd=tmp_path, text=False)
    assert shown.returncode == 0 and shown.stdout == b""
    # Not as text: it would have its carriage returns replaced.
    lines = shown.stderr.decode().split("\r")
    assert lines[1].startswith("[....................]   ") and lines[1].endswith("%  drawing")
    assert "[####################] 100%  drawing" in lines
    # The line is taken back.
    assert lines[-1] == "\x1b[K"
    quiet = run("demo", "--force", "--side", "2048", "--progress", "never", "demo.jpg", cwd=tmp_path)
    assert (quiet.returncode, quiet.stderr) == (0, "")


def test_a_picture_that_is_there_is_kept(tmp_path):
    (tmp_path / "mine.jpg").write_bytes(b"mine")
    answer = run("demo", "--side", "2048", "mine.jpg", cwd=tmp_path)
    assert answer.returncode == 2 and "mine.jpg is there already" in answer.stderr
    assert (tmp_path / "mine.jpg").read_bytes() == b"mine"
    assert run("demo", "nowhere/demo.jpg", cwd=tmp_path).returncode == 3
