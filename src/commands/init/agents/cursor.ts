import type { Adapter } from '../pieces/adapter'
import { commandsAt, hookCommand, hooksIn } from './pieces'
import type { Wording } from './texts'

/** Cursor: rules, commands and hooks of a project are in `.cursor/`. */
export const cursor = (wording: Wording): Adapter => ({
  name: 'cursor',
  title: 'Cursor',
  detect: (look) => look.isThere('.cursor') || look.isThere('.cursorrules'),
  pieces(look) {
    const run = (args: string) => ({ command: hookCommand(look, args) })
    return [
      {
        do: 'file',
        path: '.cursor/rules/spell.mdc',
        text: `---\ndescription: Working with spell\nalwaysApply: true\n---\n\n${wording.texts.nudge}`,
        comment: 'html',
      },
      ...commandsAt(
        wording,
        (spell) => `.cursor/commands/${spell}.md`,
        (_, text) => text,
      ),
      hooksIn(
        '.cursor/hooks.json',
        {
          sessionStart: run('lumos --for ai --brief --hook cursor'),
          beforeShellExecution: run('guard tool --agent cursor'),
          preToolUse: { ...run('guard tool --agent cursor'), matcher: 'Write|Edit|StrReplace|Delete' },
        },
        1,
      ),
    ]
  },
})
