"""What the tests of the coach share."""
