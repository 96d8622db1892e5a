import type { Command, Examples } from '../../cli/command'
import { command as consult, panel, summon } from '../../commands/hope/consult.command'
import { command as hook } from '../../commands/hope/hook.command'
import { command as show } from '../../commands/hope/show.command'
import { command as start } from '../../commands/hope/start.command'
import { answer, cancel, engage, intent, score, status, submit, wave } from '../../commands/hope/steps.command'
import { entryOf } from '../../flows/registry'
import { sessionOf } from '../../verbs/hope/session-command'
import { standardVerbs } from '../../verbs/standard'

const { history, prove, undo, recover } = standardVerbs(entryOf('hope'), sessionOf)

export const commands: readonly Command[] = [
  start,
  engage,
  score,
  answer,
  submit,
  wave,
  prove,
  consult,
  panel,
  summon,
  intent,
  cancel,
  status,
  show,
  history,
  undo,
  recover,
  hook,
]

export const examples: Readonly<Record<string, Examples>> = {
  start: [
    ['spell hope start "Build a JWT login"', 'Begin a session'],
    ['spell hope start "Fix the typo in the README" --points 1', 'Begin trivial work at once'],
  ],
  engage: [['spell hope engage Guided', 'Be asked at every step']],
  score: [['spell hope score --outcome 2 --scope 2 --constraints 1 --success 2 --done 1', 'Say how clear it is']],
  answer: [['spell hope answer proceed', 'Give the word of the developer']],
  submit: [['spell hope submit shape.md', 'Hand in the shape']],
  wave: [['spell hope wave --done rows,header --carry "docs: no time"', 'Report a wave']],
  prove: [['spell hope prove', 'Run the commands of the criteria']],
  consult: [
    ['spell hope consult panel "JWT or sessions?"', 'Ask for several views'],
    ['spell hope consult done findings.md', 'Hand in what was found'],
  ],
  panel: [['spell hope panel "JWT or sessions?"', 'Ask for several views']],
  summon: [['spell hope summon "Is this token safe?"', 'Ask one expert']],
  intent: [['spell hope intent "Sessions instead of JWT"', 'Change what is wanted']],
  cancel: [['spell hope cancel', 'Stop after this wave']],
  status: [['spell hope status', 'See what is to be done now']],
  show: [['spell hope show > pull-request.md', 'Have the round as one document']],
  history: [['spell hope history --limit 5', 'List the newest five steps']],
  undo: [['spell hope undo', 'Take back the last step']],
  recover: [['spell hope recover', 'Rebuild a session whose state is damaged']],
  hook: [['spell hope hook subagent-start', 'Answer an agent’s hook']],
}
