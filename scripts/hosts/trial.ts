import type { Host } from './host'
import type { Asked, Model } from './model/model'
import type { Step } from './model/step'
import { type Ended, makePlace, type Place, run, spellIn, writeIn } from './place'

/** What came of one message. */
export interface Turn extends Ended {
  /** The requests that it led to, in order. */
  readonly asked: readonly Asked[]
}

/** The beginnings of both parts of the answer to the first Accio in a repository. */
export interface Parts {
  readonly agent: string
  readonly developer: string
}

/** One host in a new place. */
export interface Trial {
  readonly host: Host
  readonly place: Place
  readonly model: Model
  readonly parts: Parts
  /** Says a message without a terminal. */
  readonly say: (text: string, ...steps: readonly Step[]) => Promise<Turn>
  /** Says it in the same session. */
  readonly again: Trial['say']
  /** The steps of the piece of work, such as `accio said`. */
  readonly history: () => readonly string[]
  /** Prints whether an expectation is met, and if it is not, what came: by default the steps, and what the model was told. */
  readonly expect: (what: string, isMet: boolean, came?: unknown) => void
}

/** A scenario with what is expected of it; `for` names the hosts that it can be played in, all where there is none. */
export interface Suite {
  readonly for?: readonly Host['name'][]
  readonly play: (trial: Trial, fresh: () => Trial) => Promise<void>
}

/** What the model runs to cast a step itself; its output ends with the code. */
export const casts: Step = { shell: 'node_modules/.bin/spell accio --for ai; echo exit=$?' }

/** The exit code of the nth of these in a turn. */
export const exitOf = ({ asked }: Pick<Turn, 'asked'>, nth = 0): string =>
  asked.flatMap(({ last }) => /exit=(\d+)/.exec(last)?.[1] ?? [])[nth] ?? 'none'

/** A text without Markdown, frames and line breaks: as much as all hosts leave of it. */
export const plain = (text: string): string =>
  text
    .replace(/[*`]/g, '')
    .replace(/[#>_│┃⎿↳|]/g, ' ')
    .replace(/\s+/g, ' ')

/** How often a text has a part. */
export const times = (text: string, part: string): number => plain(text).split(part).length - 1

function short(value: unknown): string {
  const text = plain(`${value}`).trim()
  return text.length > 240 ? `${text.slice(0, 120)} … ${text.slice(-120)}` : text || 'nothing'
}

/** @returns what makes a trial in a new place, and whether all expectations so far were met */
export function trialsOf(host: Host, name: string, model: Model, from: string, parts: Parts) {
  let hasFailed = false
  const print = (what: string, isMet: boolean, came: unknown): void => {
    hasFailed ||= !isMet
    console.log(`${isMet ? 'ok   ' : 'FAILS'} ${host.name} ${name}: ${what}`)
    if (!isMet) console.log(`        came: ${short(came)}`)
  }
  const fresh = (): Trial => {
    const place = makePlace(host.name, from, model.address)
    writeIn(place, host.files(place))
    let turn: Turn | undefined
    const said = async (text: string, isAgain: boolean, steps: readonly Step[]): Promise<Turn> => {
      const before = model.asked.length
      model.play(...steps)
      const ended = await run(place, host.say(text, isAgain), host.env(place))
      turn = { ...ended, asked: model.asked.slice(before) }
      return turn
    }
    const history = () => stepsIn(place)
    const came = () => {
      const told = turn?.asked.map(({ last }) => last.slice(-500))
      return [history().join(', ') || 'no step', ...(told?.length ? told : [turn?.output])].join(' · ')
    }
    return {
      ...{ host, place, model, parts, history },
      expect: (what, isMet, given) => print(what, isMet, given ?? came()),
      say: (text, ...steps) => said(text, false, steps),
      again: (text, ...steps) => said(text, true, steps),
    }
  }
  return { fresh, print, hasFailed: () => hasFailed }
}

function stepsIn(place: Place): readonly string[] {
  const { status, output } = spellIn(place, 'history', '--json')
  if (status !== 0) return []
  const { entries } = JSON.parse(output) as { entries: readonly { spell: string; word: string }[] }
  return entries.map(({ spell, word }) => `${spell} ${word}`)
}

/** Casts as somebody would who has no session: what a copy of a word has left would count here. */
export function expectNothingLeft({ place, expect, history }: Trial, what: string): void {
  const before = history().length
  const { status, output } = spellIn(place, 'accio')
  expect(what, status === 3 && history().length === before, `exit ${status}: ${output}`)
}

/** The two parts of an answer, as a place shows them. */
export const shownBy = (place: Place, spell: string): { readonly ai: string; readonly developer: string } =>
  JSON.parse(spellIn(place, spell, '--json').output)

/** @returns what tells a part from other texts: the beginning of its first line that is long enough */
export function beginning(part: string): string {
  const lines = part.split('\n').filter((line) => !line.startsWith('#') && line.length > 30)
  return plain((lines[0] ?? part).replace(/^\d+\. /, ''))
    .trim()
    .slice(0, 40)
    .trim()
}
