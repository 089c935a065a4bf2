"""Shell completion, made from the commands themselves so that it cannot fall behind them."""

from __future__ import annotations

import argparse

from primeparlor.games import GAMES
from primeparlor.match import HUMAN
from primeparlor.notation import FORMS
from primeparlor.players import SEATS

BASH = """\
# Completion of parlor. Use it with: source <(parlor completion bash)
_parlor() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" words=""
    case "${{COMP_WORDS[1]}}" in
{cases}
    esac
    local given
    for given in "${{COMP_WORDS[@]:2:COMP_CWORD-2}}"; do
        case "$given" in
{keys}
        esac
    done
    [ "$COMP_CWORD" -eq 1 ] && words="{commands}"
    case "$before" in
        --p1|--p2) words="{seats}" ;;
        --record|resume|replay) case "$word" in -*) ;; *) words=""; compopt -o default 2>/dev/null ;; esac ;;
    esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
    case "${{COMPREPLY[0]}}" in *=) compopt -o nospace 2>/dev/null ;; esac
}}
complete -F _parlor parlor
"""

ZSH = """\
#compdef parlor
# Completion of parlor. Use it with: source <(parlor completion zsh)
_parlor() {{
    local -a choices
    case "${{words[2]}}" in
{cases}
    esac
    local given
    for given in "${{words[@]:2}}"; do
        case "$given" in
{keys}
        esac
    done
    (( CURRENT == 2 )) && choices=({commands})
    case "${{words[CURRENT-1]}}" in
        --p1|--p2) choices=({seats}) ;;
        --record|resume|replay) _files ;;
    esac
    compadd -- $choices
}}
compdef _parlor parlor
"""


def script(shell: str, parser: argparse.ArgumentParser) -> str:
    """The completion script for bash or zsh."""
    template, case, more = {
        "bash": (BASH, '{}) words="{}" ;;', '{}) words="$words {}" ;;'),
        "zsh": (ZSH, "{}) choices=({}) ;;", "{}) choices=($choices {}) ;;"),
    }[shell]
    words = _words(parser)
    cases = [f"        {case.format(command, ' '.join(found))}" for command, found in words.items()]
    keys = {
        game.name: " ".join(f"{key}=" for key in (*game.Rules.numbers, *FORMS[game.name].keys))
        for game in GAMES.values()
    }
    return template.format(
        cases="\n".join(cases),
        keys="\n".join(f"            {more.format(*name_and_keys)}" for name_and_keys in keys.items()),
        commands=" ".join([*words, *_options(parser)]),
        seats=" ".join([HUMAN, *SEATS]),
    )


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
