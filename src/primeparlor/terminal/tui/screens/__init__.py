"""The screens, one module or folder each."""
