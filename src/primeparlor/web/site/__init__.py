"""The pages, their static files, and the rules as pages."""
