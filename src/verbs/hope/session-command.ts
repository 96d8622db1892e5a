import { inline } from '../../answer/markdown'
import { castContextOf } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { givenFile } from '../../cli/given-text'
import type { Option } from '../../cli/options'
import type { WorkMeant } from '../../cli/work-meant'
import { exit, Failure } from '../../failure/failure'
import { hope } from '../../flows/hope'
import { maxArtifactBytes } from '../../flows/hope/artifact'
import { oneOf } from '../../flows/hope/marker'
import type { EventPayload } from '../../flows/hope/payload'
import { placeIn, type SessionPlace } from '../../flows/hope/states'
import { nearest } from '../../flows/nearest'
import type { CurrentResults } from '../../proof/current-results'
import { openWork } from '../../work/open'
import { castOn, outputOfWork, standingsNow } from '../instances'

/** @returns the session of a repository, and the context of a cast */
export async function sessionOf(cli: CommandContext): Promise<WorkMeant> {
  const ctx = castContextOf(cli, 'hope')
  return { work: await openWork(ctx.root, { flow: hope() }), ctx }
}

export const act = async (cli: CommandContext, brought: EventPayload): Promise<Output> =>
  outputOfWork(await castOn(await sessionOf(cli), brought.verb, brought), cli)

/** @returns as `standingsNow`, if the session is in this state */
export async function standingsAt(cli: CommandContext, main: SessionPlace): Promise<Partial<CurrentResults>> {
  const meant = await sessionOf(cli)
  return placeIn(meant.work.saved.current) === main ? standingsNow(meant) : {}
}

export const headHere = (cli: CommandContext): string | undefined => castContextOf(cli, 'hope').head?.()

/** @returns the content of a file, relative to the working directory, or of stdin. Throws Failure (usage) */
export const documentFrom = (cli: CommandContext, file: string, fix: string): string =>
  givenFile(file, maxArtifactBytes, fix, cli)

/** @returns a typed number; NaN for anything else, which is rejected with its place */
export function numberIn(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined
  return /^-?\d{1,15}(\.\d{1,9})?$/.test(typed.trim()) ? Number(typed) : Number.NaN
}

/** @returns the matching word of a list, in any case. Throws Failure (usage) with the nearest word */
export function choiceIn<Word extends string>(
  words: readonly Word[],
  said: string,
  flag: string,
  command: string,
): Word {
  const word = oneOf(words, said)
  if (word) return word
  const message = `${flag} must be one of ${words.join(', ')}, not "${inline(said)}".`
  const option = flag.startsWith('--') ? `${flag} ` : ''
  throw new Failure(exit.usage, 'usage', message, `${command} ${option}${nearest(said, words)[0]}`)
}

export const optionIn = <Word extends string>(
  words: readonly Word[],
  said: string | undefined,
  flag: string,
  command: string,
): Word | undefined => (said === undefined ? undefined : choiceIn(words, said, flag, command))

export const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

export const horizonOption = {
  key: 'horizon',
  flag: '--horizon',
  value: 'HORIZON',
  help: 'how far ahead it carries: Tactical, Strategic, Existential',
} as const satisfies Option
export const feasibleOption = {
  key: 'feasible',
  flag: '--feasible',
  value: 'AXIS',
  help: 'what limits it most: time, solo, cost, tools, access, none; with a bound: "time (2h)"',
} as const satisfies Option
