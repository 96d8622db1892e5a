import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Step } from '../model/step'
import { git, type Place, spellIn, writeIn } from '../place'
import { type Suite, type Trial, times } from '../trial'

/** Spells, each with what is written after it. */
type Walk = readonly (readonly [spell: string, path: string, text: string])[]

function walk(place: Place, steps: Walk): void {
  for (const [spell, path, text] of steps) {
    spellIn(place, spell)
    writeIn(place, { [`root/.ai/task/${path}`]: text })
  }
  git(place, 'add', '-A')
}

const taskOf = (name: string) => `---\ntask_name: ${name}\n---\n\nPrint one line per order.\n`
const planOf = (box: string) =>
  `# Export\n\n## Acceptance Criteria\n\n- [${box}] Orders are printed\n  - run: \`node --check orders.js\`\n`
const intoTask: Walk = [
  ['accio', 'context.md', 'Orders as CSV\n'],
  ['accio', 'plan.md', planOf(' ')],
  ['accio', 'task.md', taskOf('print')],
]
const intoReview: Walk = [
  ...intoTask,
  ['reparo', 'comments.md', '# Comments\n\nQuote the fields\n'],
  ['accio', 'review-task.md', taskOf('quote')],
  ['accio', 'review-task-results.md', 'Quoted.\n'],
]

/** Commits wait for the end of a review; what spell writes is not edited by hand. */
export const guard: Suite = async ({ say, expect, place }) => {
  walk(place, intoReview)
  const file = join(place.root, '.ai/task/state.json')
  const now = () => [git(place, 'rev-list', '--count', 'HEAD'), readFileSync(file, 'utf8')]
  const [commits, state] = now()
  const ways = ['git commit -am x', 'SPELL_GUARD=0 git commit -am x', "bash -c 'git commit --no-verify -am x'"]
  const commands = ways.map((shell) => ({ shell }))
  const { asked } = await say('Commit it.', ...commands, { overwrite: [file, '{}\n'] }, 'Done.', 'Done.')
  const answers = asked.slice(1).map(({ last }) => last)
  expect('a commit in Review in progress is refused in three ways', now()[0] === commits)
  expect('the reason reaches the model', /Review in progress/.test(answers[0] ?? ''), answers[0])
  const isKept = now()[1] === state && /spell/.test(answers[3] ?? '')
  expect('overwriting state.json is refused, or asked about', isKept, answers[3])
}

/** The agent does not stop with a ticked criterion that nothing has proven. */
export const stop: Suite = async ({ host, say, expect, place }) => {
  // Its plugin is told once the agent has stopped.
  if (host.name === 'opencode') return
  walk(place, [...intoTask, ['accio', 'plan.md', planOf('x')]])
  writeIn(place, { 'root/.ai/task/task-results.md': 'Printed.\n' })
  git(place, 'add', '-A')
  git(place, 'commit', '-qm', 'wip')
  const { asked } = await say('Go on.', 'The task is done.', 'Really.', 'Really.')
  const isTold = asked.slice(1).some(({ last }) => /ticked criterion has not passed/.test(last))
  expect('the reason not to stop reaches the model', isTold)
}

const accio: Step = { tool: 'accio' }
// The server takes a moment to start.
const wait: Step = { shell: 'sleep 4' }

/** The tools cast what the developer has said, and nothing else. */
export const mcp: Suite = async (trial, fresh) => {
  const withServer = (one: Trial): Trial => {
    writeIn(one.place, one.host.mcp(one.place))
    return one
  }
  const { say, history, expect, parts } = withServer(trial)
  const { asked } = await say('Look around.', wait, { tool: 'lumos' }, accio, 'Done.')
  // Codex lists them to its JavaScript only.
  const isListed = asked.some(({ text }) => /spell[^a-z"]{1,3}accio/.test(text))
  expect('the tools are listed', isListed || /Response to the AI/.test(asked[2]?.last ?? ''))
  expect('`accio` without a word is refused', /Accio/.test(asked[3]?.last ?? '') && !history().length)
  const kept = withServer(fresh())
  await kept.say('accio, but keep the header', wait, accio, accio, 'Done.')
  kept.expect('`accio` serves a kept word, once', kept.history().join() === 'accio said')
  const cast = withServer(fresh())
  const [, , answer] = (await cast.say('accio', wait, accio, 'Done.')).asked
  const isRefused = answer && !times(answer.last, parts.agent) && cast.history().join() === 'accio said'
  cast.expect('after a word that is cast, `accio` is refused', !!isRefused)
}
