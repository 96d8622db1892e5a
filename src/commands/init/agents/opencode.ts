import type { Adapter } from '../pieces/adapter'
import { commandsAt, nudgeIn, programOf, withDescription } from './pieces'
import type { Wording } from './texts'

/** OpenCode: AGENTS.md; commands and plugins of a project are in `.opencode/`. */
export const opencode = (wording: Wording): Adapter => ({
  name: 'opencode',
  title: 'OpenCode',
  detect: (look) => ['.opencode', 'opencode.json', 'opencode.jsonc'].some(look.isThere),
  pieces: (look) => [
    nudgeIn('AGENTS.md', wording),
    ...commandsAt(wording, (spell) => `.opencode/commands/${spell}.md`, withDescription),
    {
      do: 'file',
      path: '.opencode/plugins/spell.js',
      text: wording.texts.opencode.replace('{{spell}}', programOf(look)),
      comment: 'slashes',
    },
  ],
})
