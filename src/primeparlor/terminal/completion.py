"""Shell completion, made from the commands themselves so that it cannot fall behind them."""

from __future__ import annotations

import argparse

from primeparlor.games import GAMES
from primeparlor.match import HUMAN
from primeparlor.players import SEATS

BASH = """\
# Completion of parlor. Use it with: source <(parlor completion bash)
_parlor() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
    case "$before" in
        --p1|--p2) words="{seats}" ;;
        --record) compopt -o default; return ;;
        *) case "${{COMP_WORDS[1]}}" in
{cases}
            *) words="{commands}" ;;
        esac ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && words="{commands}"
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -F _parlor parlor
"""

ZSH = """\
#compdef parlor
# Completion of parlor. Use it with: source <(parlor completion zsh)
_parlor() {{
    local -a choices
    case "${{words[CURRENT-1]}}" in
        --p1|--p2) choices=({seats}) ;;
        --record) _files; return ;;
        *) case "${{words[2]}}" in
{cases}
            *) choices=({commands}) ;;
        esac ;;
    esac
    (( CURRENT == 2 )) && choices=({commands})
    compadd -- $choices
}}
compdef _parlor parlor
"""


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """The completion script for bash or zsh."""
    template, case = {
        "bash": (BASH, '            {}) words="{}" ;;'),
        "zsh": (ZSH, "            {}) choices=({}) ;;"),
    }[shell]
    words = _words(parser)
    cases = "\n".join(case.format(command, " ".join(found)) for command, found in words.items())
    commands = [*words, *_options(parser)]
    return template.format(seats=" ".join([HUMAN, *SEATS]), cases=cases, commands=" ".join(commands))


def _words(parser: argparse.ArgumentParser) -> dict[str, list[str]]:
    """What may follow each command."""
    rooms = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction)).choices
    found = {}
    for command, room in rooms.items():
        listed = [word for action in room._actions for word in action.choices or ()]
        games = [*GAMES] if any(action.dest == "game" for action in room._actions) else []
        found[command] = [*games, *listed, *_options(room)]
    return found


def _options(parser: argparse.ArgumentParser) -> list[str]:
    return [
        option for action in parser._actions for option in action.option_strings if option.startswith("--")
    ]
