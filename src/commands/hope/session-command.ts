import { resolve } from 'node:path'
import type { Answer } from '../../answer/answer'
import { inline } from '../../answer/markdown'
import { type CastContext, cast } from '../../cast/cast'
import { outputOf } from '../../cli/answer-output'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { givenText } from '../../cli/given-text'
import type { Option, Options } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { workingFolder } from '../../store/disk/root'
import { hope } from '../../workflows/hope'
import { maxArtifactBytes } from '../../workflows/hope/artifact'
import { oneOf } from '../../workflows/hope/marker'
import type { EventPayload } from '../../workflows/hope/payload'
import { nearest } from '../../workflows/nearest'
import type { PieceOfWork } from '../verbs/standard'

/** What the verbs take beside the options of all commands; numbers as they were typed. */
export interface SessionOptions extends Options {
  type?: string
  engagement?: string
  horizon?: string
  feasible?: string
  points?: string
  irreversible?: true
  touches?: string
  approach?: string
  total?: string
  maxWaves?: string
  budget?: string
  force?: true
  outcome?: string
  scope?: string
  constraints?: string
  success?: string
  done?: string
  domain?: string
  reuse?: true
  carry?: readonly string[]
  stall?: readonly string[]
  cost?: string
  mustNot?: string
  pick?: string
  blocker?: readonly string[]
  side?: true
  independence?: string
  files?: string
  coordination?: string
  reset?: true
  now?: true
  apply?: true
  confused?: true
  marker?: string
}

export const optionsIn = ({ options }: CommandContext): SessionOptions => options as SessionOptions

/** @returns the session of a repository, and the outside world */
export const sessionOf = (cli: CommandContext): PieceOfWork => ({ workflow: hope(), ctx: castContextOf(cli, 'hope') })

/** Casts an event on the session, and puts the answer into the form that was asked for. */
export async function act(cli: CommandContext, brought: EventPayload): Promise<Output> {
  const ctx = castContextOf(cli, 'hope')
  return outputOfSession(await castOn(ctx, brought), cli)
}

/** The time comes with an event. */
export const castOn = (ctx: CastContext, brought: EventPayload): Promise<Answer> =>
  cast(hope(), brought.verb, ctx, undefined, { ...brought, at: ctx.now.toISOString() })

export const outputOfSession = (answer: Answer, { options }: CommandContext): Output =>
  outputOf(answer, options.for ?? 'both', true)

/** @returns the text of a file that is named as it is from the working folder, or of stdin. Throws Failure (usage) */
export function textFrom(cli: CommandContext, file: string, fix: string): string {
  return givenText(file === '-' ? file : resolve(workingFolder(cli.options.cwd), file), maxArtifactBytes, fix, cli)
}

/** @returns a number as it was typed; NaN, which is refused with its place, for whatever is none */
export const parseNumber = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : /^-?\d{1,15}(\.\d{1,9})?$/.test(text.trim()) ? Number(text) : Number.NaN

/** @returns the word of a list that is meant, in any case. Throws Failure (usage) with the nearest for any other */
export function parseChoice<const Words extends readonly string[]>(
  words: Words,
  said: string | undefined,
  flag: string,
  command: string,
): Words[number] | undefined {
  if (said === undefined) return undefined
  const word = oneOf(words, said)
  if (word) return word
  const message = `${flag} must be one of ${words.join(', ')}, not "${inline(said)}".`
  const option = flag.startsWith('--') ? `${flag} ` : ''
  throw new Failure(exit.usage, 'usage', message, `${command} ${option}${nearest(said, words)[0]}`)
}

/** @returns words with commas between them */
export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** Nothing that was not given, so that what is there was said. */
export const definedOnly = <T extends object>(values: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never

export const horizonOption: Option<string> = {
  key: 'horizon',
  flag: '--horizon',
  value: 'HORIZON',
  help: 'how far ahead it carries: Tactical, Strategic, Existential',
}
export const feasibleOption: Option<string> = {
  key: 'feasible',
  flag: '--feasible',
  value: 'AXIS',
  help: 'what limits it most: time, solo, cost, tools, access, none; with a bound: "time (2h)"',
}
