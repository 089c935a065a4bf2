"""Worker processes for everything that takes thought."""
