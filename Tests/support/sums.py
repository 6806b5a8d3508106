"""Checksums as the server writes them."""


def _entry(number):
    for _ in range(8):
        number = number >> 1 ^ (0x82F63B78 if number & 1 else 0)
    return number


_TABLE = [_entry(number) for number in range(256)]


def crc32c(data):
    sum = 0xFFFFFFFF
    for byte in data:
        sum = sum >> 8 ^ _TABLE[(sum ^ byte) & 0xFF]
    return sum ^ 0xFFFFFFFF
