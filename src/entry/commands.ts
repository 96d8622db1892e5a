import type { Command } from '../cli/command'
import { command as check } from '../commands/check/check.command'
import { command as doctor } from '../commands/doctor/doctor.command'
import { command as guard } from '../commands/guard/guard.command'
import { command as history } from '../commands/history/history.command'
import { command as init } from '../commands/init/init.command'
import { command as uninstall } from '../commands/init/uninstall.command'
import { command as update } from '../commands/init/update.command'
import { command as mcp } from '../commands/mcp/mcp.command'
import { command as allow } from '../commands/proof/allow.command'
import { command as proofs } from '../commands/proof/proofs.command'
import { command as prove } from '../commands/proof/prove.command'
import { command as map } from '../commands/report/map/map.command'
import { command as report } from '../commands/report/report.command'
import { command as threads } from '../commands/review/threads.command'
import { command as spell } from '../commands/spells/spell.command'
import { type SpellName, spells } from '../commands/spells/spells'
import { command as statusline } from '../commands/statusline/statusline.command'
import { command as tour } from '../commands/tour/tour.command'
import { command as verify } from '../commands/verify/verify.command'
import { command as watch } from '../commands/watch/watch.command'
import { command as newWork } from '../commands/work/new.command'
import { command as override } from '../commands/work/override.command'
import { command as undo } from '../commands/work/undo.command'
import { command as use } from '../commands/work/use.command'
import { command as work } from '../commands/work/work.command'
import { command as completion } from './completion/completion.command'
import { groups } from './groups'

export const spellCommands: readonly Command[] = (Object.keys(spells) as SpellName[]).map(spell)

/** Every other command, in the order of the help. */
export const otherCommands: readonly Command[] = [
  init,
  update,
  uninstall,
  newWork,
  use,
  undo,
  history,
  prove,
  allow,
  proofs,
  threads,
  report,
  map,
  watch,
  work,
  // Its name up to 0.1.
  { ...work, name: 'workflows', isHidden: true },
  doctor,
  check,
  override,
  guard,
  statusline,
  verify,
  mcp(groups),
  tour,
  completion,
]
