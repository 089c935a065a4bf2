"""Shell completion, generated from the argument parser so that it cannot fall behind the commands.

Both shells run the same body. Its inputs are the word `before` the one that is typed, and all words `given`
so far. It sets `offer` to the words that may come next, and `files` where a file may.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

from primeparlor.core import State
from primeparlor.games import GAMES
from primeparlor.notation import form_of
from primeparlor.players import list_completions

BASH = """\
# Completion of parlor. Use it with: source <(parlor completion bash)
_parlor() {{
    local word="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}"
    local given="${{COMP_WORDS[*]:1:COMP_CWORD-1}}"
{body}
    case "$files$word" in yes-*) ;; yes*) offer=""; compopt -o default 2>/dev/null ;; esac
    COMPREPLY=($(compgen -W "$offer" -- "$word"))
    case "${{COMPREPLY[0]}}" in *=) compopt -o nospace 2>/dev/null ;; esac
}}
complete -F _parlor parlor
"""

ZSH = """\
#compdef parlor
# Completion of parlor. Use it with: source <(parlor completion zsh)
_parlor() {{
    local before="${{words[CURRENT-1]}}" given="${{words[2,CURRENT-1]}}"
{body}
    [ -n "$files" ] && _files
    compadd -- ${{=offer}}
}}
compdef _parlor parlor
"""

BODY = """\
    given="$given "
    while :; do case "$given" in
        {valued}) given="${{given#* }}"; given="${{given#* }}" ;;
        --*) given="${{given#* }}" ;;
        *) break ;;
    esac; done
    local command="${{given%% *}}" game="" offer="" files=""
    case " $given " in
{games}
    esac
    case "$before" in
{values}
        *) case "$command" in
{options}
        esac
        case "$command $game" in
{words}
        esac ;;
    esac"""


def build_script(shell: str, parser: argparse.ArgumentParser) -> str:
    """Return the completion script for bash or zsh."""
    actions = parser._actions
    subparsers = next(action for action in actions if isinstance(action, argparse._SubParsersAction)).choices
    valued = [option for action in actions if action.nargs != 0 for option in action.option_strings]
    body = BODY.format(
        valued="|".join(f'"{option} "*' for option in valued),
        games=_format_cases((f'*" {game} "*', f"game={game}") for game in GAMES),
        values=_format_cases(_list_values([parser, *subparsers.values()])),
        options=_format_cases(
            [('""', _format_offer([*subparsers, *_list_options(parser)]))]
            + [
                (command, _format_offer([*_list_choices(subparser), *_list_options(subparser)]))
                for command, subparser in subparsers.items()
            ]
        ),
        words=_format_cases(
            pair for command, subparser in subparsers.items() for pair in _list_words(command, subparser)
        ),
    )
    return {"bash": BASH, "zsh": ZSH}[shell].format(body=body)


def _format_cases(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"        {pattern}) {command} ;;" for pattern, command in pairs)


def _format_offer(words: Iterable[str]) -> str:
    return f'offer="$offer {" ".join(words)}"'


def _list_values(subparsers: Iterable[argparse.ArgumentParser]) -> Iterator[tuple[str, str]]:
    """Yield each option that takes a value, with its completions; numbers have none."""
    actions = (action for subparser in subparsers for action in subparser._actions if action.nargs != 0)
    for option, action in {option: found for found in actions for option in found.option_strings}.items():
        seats = list_completions() if action.metavar == "SEAT" else []
        yield option, "files=yes" if action.metavar == "FILE" else _format_offer(action.choices or seats)


def _list_words(command: str, subparser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """Yield the completions of a command's positional arguments: a file; or a game, and then its keys."""
    kinds = [action.metavar for action in subparser._actions if not action.option_strings]
    if "FILE" in kinds:
        yield f'"{command} "', "files=yes"
    if "GAME" in kinds:
        yield f'"{command} "', _format_offer(GAMES)
    for game in GAMES.values():
        rules = game.Rules.numbers
        keys = {"RULE=NUMBER": [*rules], "KEY=VALUE": [*rules, *_list_position_keys(game)]}
        found = [f"{key}=" for kind in kinds for key in keys.get(str(kind), ())]
        if found:
            yield f'"{command} {game.name}"', _format_offer(found)


def _list_position_keys(game: type[State]) -> tuple[str, ...]:
    """Return the keys of a position; () if a game's form is broken, so that other games still complete."""
    try:
        return form_of(game).keys
    except Exception:  # a game from another package may raise anything
        return ()


def _list_choices(subparser: argparse.ArgumentParser) -> list[str]:
    """Return the choices of a command's positional arguments, where it has a list of them."""
    return [
        word for action in subparser._actions if not action.option_strings for word in action.choices or ()
    ]


def _list_options(parser: argparse.ArgumentParser) -> list[str]:
    return [
        option for action in parser._actions for option in action.option_strings if option.startswith("--")
    ]
