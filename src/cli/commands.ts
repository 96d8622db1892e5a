import { command as check } from './check'
import type { Command } from './command'
import { command as completion } from './completion'
import { command as doctor } from './doctor'
import { command as guard } from './guard'
import { command as history } from './history'
import { command as init } from './init'
import { command as mcp } from './mcp'
import { command as newWork } from './new'
import { command as override } from './override'
import { type SpellName, command as spell, spells } from './spell'
import { command as threads } from './threads'
import { command as tour } from './tour'
import { command as undo } from './undo'
import { command as uninstall } from './uninstall'
import { command as update } from './update'
import { command as verify } from './verify'
import { command as workflows } from './workflows'

export const spellCommands: readonly Command[] = (Object.keys(spells) as SpellName[]).map(spell)

/** Every other command, in the order of the help. */
export const otherCommands: readonly Command[] = [
  init,
  update,
  uninstall,
  newWork,
  undo,
  history,
  threads,
  workflows,
  doctor,
  check,
  override,
  guard,
  verify,
  mcp,
  tour,
  completion,
]
