import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, type Host } from './host'
import type { Asked, Model } from './model/model'
import type { Step } from './model/step'
import { makePlace, type Place, run, spellIn, writeIn } from './place'

/** One host in a new place. */
export type Trial = ReturnType<typeof openTrial>

/** A scenario with what is expected of it; where a host has no such thing, it ends at once. */
export type Suite = (trial: Trial, fresh: () => Trial) => Promise<void>

/** What all trials of a run share. */
export interface Ground {
  /** What every place begins as. */
  readonly seed: string
  /** The beginnings of both parts of the answer to the first Accio in a repository. */
  readonly parts: Readonly<Record<'agent' | 'developer', string>>
  /** Prints whether an expectation is met, and if it is not, what came. */
  readonly print: (what: string, isMet: boolean, came: unknown) => void
}

export function openTrial(host: Host, model: Model, { seed, parts, print }: Ground) {
  const place = makePlace(host.name, seed, model.address)
  writeIn(place, host.files(place))
  let turn: { readonly output: string; readonly asked: readonly Asked[] } = { output: '', asked: [] }
  const said = async (text: string, isAgain: boolean, steps: readonly Step[]) => {
    const before = model.asked.length
    model.play(...steps)
    const output = await run(place, commandOf(host, isAgain, text), host.env(place))
    turn = { output, asked: model.asked.slice(before) }
    return turn
  }
  /** The steps of the piece of work, such as `accio said`. */
  const history = (): readonly string[] => {
    const file = join(place.root, '.ai/task/history.jsonl')
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
    return lines.map((line) => JSON.parse(line)).map(({ trigger, word }) => `${trigger} ${word}`.toLowerCase())
  }
  const came = () => {
    const told = turn.asked.map(({ last }) => last.slice(-500))
    return [history().join(', ') || 'no step', ...(told.length ? told : [turn.output])].join(' · ')
  }
  return {
    ...{ host, model, place, parts, history },
    /** Says a message without a terminal, to a model that does these steps. */
    say: (text: string, ...steps: readonly Step[]) => said(text, false, steps),
    /** Says it in the same session. */
    again: (text: string, ...steps: readonly Step[]) => said(text, true, steps),
    /** By default the steps came, and what the model was told. */
    expect: (what: string, isMet: boolean, given?: unknown) => print(what, isMet, given ?? came()),
  }
}

/** What the model runs to cast a step itself; its output ends with the code. */
export const casts: Step = { shell: 'node_modules/.bin/spell accio --for ai; echo exit=$?' }

/** The exit code of the nth of these in a turn. */
export const exitOf = ({ asked }: { readonly asked: readonly Asked[] }, nth = 0): string =>
  asked.flatMap(({ last }) => /exit=(\d+)/.exec(last)?.[1] ?? [])[nth] ?? 'none'

/** A text without Markdown, frames and line breaks: as much as all hosts leave of it. */
export const plain = (text: string): string =>
  text
    .replace(/[*`]/g, '')
    .replace(/[#>_│┃⎿↳|]/g, ' ')
    .replace(/\s+/g, ' ')

/** How often a text has a part. */
export const times = (text: string, part: string): number => plain(text).split(part).length - 1

/** @returns what tells both parts of an answer from other texts: the beginning of the first line that is long enough */
export function partsOf(place: Place, spell: string): Ground['parts'] {
  const { ai, developer } = JSON.parse(spellIn(place, spell, '--json').output)
  const beginning = (part: string): string => {
    const line = part.split('\n').find((each) => !each.startsWith('#') && each.length > 30) ?? part
    return plain(line.replace(/^\d+\. /, ''))
      .slice(0, 40)
      .trim()
  }
  return { agent: beginning(ai), developer: beginning(developer) }
}
