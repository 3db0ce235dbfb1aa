/** The scripts only ask `nani complete` for the words, so that they fit every release. */
export const scripts = {
  bash: `_nani() {
  local IFS=$'\\n'
  COMPREPLY=($(nani complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f1))
}
complete -o default -F _nani nani
`,
  zsh: `#compdef nani
_nani() {
  local -a found
  found=("\${(@f)$(nani complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  found=("\${(@)found//:/\\\\:}")
  found=("\${(@)found/$'\\t'/:}")
  if [[ -n "$found" ]]; then _describe nani found; else _files; fi
}
if [[ "\${funcstack[1]}" = _nani ]]; then _nani; else compdef _nani nani; fi
`,
  fish: `complete -c nani -a '(nani complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
} as const
