"""Models of the API, one module per subject: what clients send, and what they get.

FastAPI checks requests against these models and describes both in /api/openapi.json, from which the types of
the page are generated. Answers are not checked again when they are sent: tests compare them with the models.
"""
