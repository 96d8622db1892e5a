import type { Command } from '../cli/command'
import { command as allow } from '../commands/allow.command'
import { command as check } from '../commands/check.command'
import { command as confirm } from '../commands/confirm.command'
import { command as doctor } from '../commands/doctor.command'
import { command as guard } from '../commands/guard.command'
import { command as history } from '../commands/history.command'
import { command as init } from '../commands/init.command'
import { command as map } from '../commands/map.command'
import { command as newWork } from '../commands/new.command'
import { command as prove } from '../commands/prove.command'
import { command as report } from '../commands/report.command'
import { command as say } from '../commands/say.command'
import { command as spell } from '../commands/spell.command'
import { command as statusline } from '../commands/statusline.command'
import { command as tour } from '../commands/tour.command'
import { command as undo } from '../commands/undo.command'
import { command as uninstall } from '../commands/uninstall.command'
import { command as update } from '../commands/update.command'
import { command as verify } from '../commands/verify.command'
import { command as watch } from '../commands/watch.command'
import { command as word } from '../commands/word.command'
import { command as work } from '../commands/work.command'
import { command as workflow } from '../commands/workflow.command'
import { type SpellName, spells } from '../workflows/engineer/spells'
import { command as completion } from './completion/completion.command'
import { groupsIn } from './groups'
import { command as mcp } from './mcp.command'

export const spellCommands: readonly Command[] = (Object.keys(spells) as SpellName[]).map((name) => ({
  ...spell(name),
  ...(name === 'accio' && { soughtAs: ['start', 'begin', 'go', 'continue'] }),
}))

/** The commands that the help lists, by its headings. */
export const listed: Readonly<Record<string, readonly Command[]>> = {
  'To begin:': [init],
  'While you work:': [prove, allow, confirm, undo],
  'At the end:': [report, newWork],
}

/** The commands that `--help --all` lists, too. */
export const unlisted: readonly Command[] = [
  doctor,
  work,
  check,
  tour,
  watch,
  history,
  map,
  say,
  workflow,
  verify,
  update,
  uninstall,
  completion,
]

/** What agents, hooks and prompts start. */
export const forPrograms: readonly Command[] = [guard, word(() => import('./cast-word')), statusline, mcp(groupsIn)]

export const otherCommands: readonly Command[] = [...Object.values(listed).flat(), ...unlisted, ...forPrograms]
