"""What kinds of tiles a service sends."""
import io

from PIL import Image, JpegImagePlugin

EXACT = b"VP8L"


def is_exact(answer):
    return answer.fields["content-type"] == "image/webp" and answer.body[12:16] == EXACT


def keeps_colors(answer):
    """Whether it is JPEG with as many samples of colour as of light, of a quality that letters want."""
    picture = Image.open(io.BytesIO(answer.body))
    finest = Image.open(io.BytesIO(saved(picture.convert("RGB"), 90))).quantization
    return (
        picture.format == "JPEG" and JpegImagePlugin.get_sampling(picture) == 0
        and picture.quantization == finest)


def saved(picture, quality):
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=quality)
    return file.getvalue()
