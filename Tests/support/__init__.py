"""What tests of the built programs share: running them, serving with them, and drawing for them."""
