import { castContextOf } from '../cast/cast-context'
import { turnOf } from '../cast/turn'
import { defineCommand, documentOutput, type Output } from '../cli/command'
import { isAvailable } from '../engine/definition'
import { peekTransition } from '../engine/reduce'
import { attemptAsync, exit, Failure } from '../text/failure'
import { refuseWithoutDeveloper } from '../word/developer'
import type { WordContext } from '../word/permission'
import { openWork } from '../work/open'
import { settingsOf } from '../work/settings/settings'
import type { Work } from '../work/work'

export const command = defineCommand({
  name: 'say',
  summary: 'Say a word for the agent beside this terminal; developer only',
  argument: {
    name: 'word',
    help: 'a spell, a command that only you decide, "accio until complete" for 20 steps, or stop to end that',
    many: true,
  },
  options: [],
  async run(first, cli, further) {
    const typed = [first ?? '', ...further].join(' ').trim()
    const ctx = castContextOf(cli)
    const { wordNamed, sayTyped } = await import('../word/say-word')
    const ended = typed.toLowerCase() === 'stop' ? await endGrant(ctx) : undefined
    if (ended) return ended
    const [, called = typed, untilComplete] = /^(\S+)(\s+until\s+complete)$/i.exec(typed) ?? []
    const { workflow } = await settingsOf(ctx)
    const word = await wordNamed(called, ctx.root, workflow)
    if (word === undefined) throw await noWord(called, ctx, workflow)
    if (untilComplete && word !== 'accio')
      throw new Failure(exit.usage, 'usage', 'Only Accio can be said until the work is complete.', `spell say ${word}`)
    const line = untilComplete ? 'spell say "accio until complete"' : `spell say ${word}`
    await refuseWithoutDeveloper(cli, line, ['is the word of the developer', 'is typed in a terminal'])
    await sayTyped(ctx, { words: { [word]: 1 }, untilComplete: untilComplete !== undefined })
    if (!untilComplete)
      return said({ word }, `“${word}” is said, for one step. Tell the agent beside this terminal to go on.`)
    const { grantedSteps: steps } = await import('../word/sessions')
    const text = `The agent may cast **Accio** until the work is complete, ${steps} steps at most. End it: \`spell say stop\`.`
    return said({ word, granted: true, steps }, text)
  },
})

const said = (fields: object, text: string): Output => documentOutput('say', true, fields, `${text}\n`)

/** What was not understood, and which words let a step happen now. */
async function noWord(typed: string, asking: WordContext, workflow: string): Promise<Failure> {
  const work = await attemptAsync(() => openWork(asking.root, { workflow, env: asking.env, isLook: true }))
  const words = work instanceof Failure ? [] : await wordsNow(work, asking)
  const now = words.length > 0 ? ` Now you can say ${words.join(', ')}; the map has all.` : ''
  return new Failure(exit.usage, 'unknown-word', `“${typed}” is no word that lets a step happen.${now}`, 'spell map')
}

/** @returns the words that are awaited, then those of the other events that the table answers now */
async function wordsNow(work: Work, asking: WordContext): Promise<readonly string[]> {
  const { definition, facts, words } = work.flow
  const { current, context } = work.saved
  const now = facts(work.probe, await settingsOf(asking), context, undefined, current)
  const isOpen = (event: string) => isAvailable(peekTransition(definition, current, event, now).row.kind)
  const { words: awaited = [] } = await turnOf(work, asking)
  return [
    ...new Set([...awaited, ...definition.events.filter((event) => words[event] === 'its name' && isOpen(event))]),
  ]
}

/** @returns undefined if nothing was said that goes on: then “stop” is a word of a workflow. Throws Failure `not-kept` */
async function endGrant(ctx: WordContext): Promise<Output | undefined> {
  const { endGrants, grantsHere } = await import('../word/with-words')
  const count = await endGrants(ctx)
  if (((await grantsHere(ctx))?.keys.length ?? 0) > 0) throw stillThere()
  return count > 0 ? said({ granted: false }, 'It has ended. The next **Accio** takes a word again.') : undefined
}

function stillThere(): Failure {
  const message =
    '“Accio until complete” cannot be ended from here, as in a sandbox: what is kept of it cannot be written.'
  const fix = 'spell say stop   # the developer, in a terminal; or “wait” as a message'
  return new Failure(exit.notPossible, 'not-kept', message, fix)
}
