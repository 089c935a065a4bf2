"""A player for `parlor play GAME --p2 "cmd:python3 player.py"`: plays any legal move, at random."""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    if question["type"] == "hello":
        answer = {"type": "hello", "version": 1}
    elif question["type"] == "choose":
        answer = {"id": question["id"], "move": random.choice(question["moves"])}
    else:  # bye
        break
    print(json.dumps(answer), flush=True)
