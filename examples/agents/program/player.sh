#!/bin/sh
# A player for parlor play GAME --p2 "cmd:sh player.sh": always the first legal move.
while read -r line; do
    case $line in
    '{"type":"hello"'*) echo '{"type":"hello","version":1}' ;;
    '{"type":"choose"'*)
        id=${line#*'"id":'} moves=${line#*'"moves":['}
        echo "{\"id\":${id%%,*},\"move\":${moves%%[],]*}}"
        ;;
    *) exit ;; # bye
    esac
done
