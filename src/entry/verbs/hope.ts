import type { Command } from '../../cli/command'
import { block, blocked, unblock } from '../../commands/hope/blocklist.command'
import { command as bond } from '../../commands/hope/bond.command'
import { command as consult, panel, summon } from '../../commands/hope/consult.command'
import { command as detect } from '../../commands/hope/detect.command'
import { command as engage } from '../../commands/hope/engage.command'
import { command as hook } from '../../commands/hope/hook.command'
import { command as marker } from '../../commands/hope/marker.command'
import { command as prove } from '../../commands/hope/prove.command'
import { command as recover } from '../../commands/hope/recover.command'
import { command as score } from '../../commands/hope/score.command'
import { command as show } from '../../commands/hope/show.command'
import { full, command as start } from '../../commands/hope/start.command'
import { answer, audit, cancel, intent, status, submit } from '../../commands/hope/steps.command'
import { command as wave } from '../../commands/hope/wave.command'
import { sessionOf } from '../../verbs/hope/session-command'
import { standardVerbs } from '../../verbs/standard'

const { history, undo } = standardVerbs({
  workflow: 'hope',
  called: 'session',
  begin: 'spell hope start "…"',
  naming: [],
  meant: async (cli) => sessionOf(cli),
})

/** The commands of `spell hope`, in the order of the work. */
export const commands: readonly Command[] = [
  start,
  full,
  engage,
  score,
  answer,
  submit,
  wave,
  prove,
  consult,
  panel,
  summon,
  bond,
  intent,
  cancel,
  audit,
  status,
  show,
  marker,
  history,
  undo,
  recover,
  detect,
  block,
  unblock,
  blocked,
  hook,
]
