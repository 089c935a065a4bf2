"""Reviews of games: every move graded, the story, the chart."""
