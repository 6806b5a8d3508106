"""Tiles asked for by a list, as one stream: what a viewer lacks, and nothing else."""
import email.parser
import email.policy


def parts(answer):
    head = f"Content-Type: {answer.fields['Content-Type']}\r\n\r\n".encode()
    message = email.parser.BytesParser(policy=email.policy.HTTP).parsebytes(head + answer.body)
    return [(part["Content-Location"], part.get_payload(decode=True)) for part in message.iter_parts()]


def test_the_tiles_of_a_list_come_in_its_order_with_the_bytes_of_their_addresses(drawn_service):
    address = "/images/3001x2003.png/viewport/tiles"
    answer = drawn_service.get(f"{address}?tiles=4/0_0,1/5_3,0/11_7,1/0_0,4/0_0")
    assert answer.status == 200
    found = parts(answer)
    named = [location.split("/tiles/")[1].split(".")[0] for location, _ in found]
    # What is asked for twice comes once.
    assert named == ["4/0_0", "1/5_3", "0/11_7", "1/0_0"]
    for location, body in found:
        assert drawn_service.get(location).body == body


def test_a_list_stands_for_itself(drawn_service):
    address = "/images/3001x2003.png/viewport/tiles"
    assert drawn_service.get(f"{address}?tiles=0/0_0&zoom=1").status == 400
    assert drawn_service.get(f"{address}?tiles=").status == 400
    assert drawn_service.get(f"{address}?tiles=0/12_0").status == 404
