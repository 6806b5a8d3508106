"""The tile service over HTTP, as strangers and administrators meet it."""
import pytest


@pytest.fixture(scope="module")
def serve(start_service, tmp_path_factory):
    """Starts services that end with the tests of their file."""
    services = []

    def start(folder, *flags, store=None):
        services.append(start_service(folder, *flags, store=store))
        return services[-1]

    yield start
    for service in services:
        service.end()
