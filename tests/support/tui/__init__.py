"""What the tests of the screen share: visits by keys and clicks, scenes, pictures as text."""
