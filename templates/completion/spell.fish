# Completes spell in fish. Once: spell completion fish > ~/.config/fish/completions/spell.fish

function __spell_offers
    type -q spell; or return
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l offers (spell completion --words (count $before) $before "$current" 2>/dev/null)
    # fish wants the whole word, also of --flag=path.
    set -l flag (string match -r -- '^--[^=]+=' "$current")
    set -l path (string replace -- "$flag" '' "$current")
    switch "$offers[1]"
        case ':file'
            __fish_complete_path "$path" | string replace -r -- '^' "$flag"
        case ':directory'
            __fish_complete_directories "$path" | string replace -r -- '^' "$flag"
        case '?*'
            printf '%s\n' $offers
    end
end

complete -c spell -f -k -a '(__spell_offers)'
