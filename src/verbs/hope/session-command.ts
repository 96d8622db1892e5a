import { castContextOf } from '../../cli/cast-context'
import type { CommandContext, Output } from '../../cli/command'
import { givenFile } from '../../cli/given-text'
import type { Option } from '../../cli/options'
import type { WorkMeant } from '../../cli/work-meant'
import { hope } from '../../flows/hope'
import { maxArtifactBytes } from '../../flows/hope/artifact'
import { payloadOf, type Typed } from '../../flows/hope/payload'
import { placeIn, type SessionPlace } from '../../flows/hope/states'
import type { CurrentResults } from '../../proof/current-results'
import { openWork } from '../../work/open'
import { castOn, outputOfWork, standingsNow } from '../instances'

/** @returns the session of a repository, and the context of a cast */
export async function sessionOf(cli: CommandContext): Promise<WorkMeant> {
  const ctx = castContextOf(cli, 'hope')
  return { work: await openWork(ctx.root, { flow: hope() }), ctx }
}

export const act = async (cli: CommandContext, typed: Typed): Promise<Output> =>
  outputOfWork(await castOn(await sessionOf(cli), typed.verb, payloadOf(typed)), cli)

/** @returns as `standingsNow`, if the session is in this state */
export async function standingsAt(cli: CommandContext, main: SessionPlace): Promise<Partial<CurrentResults>> {
  const meant = await sessionOf(cli)
  return placeIn(meant.work.saved.current) === main ? standingsNow(meant) : {}
}

export const headHere = (cli: CommandContext): string | undefined => castContextOf(cli, 'hope').head?.()

/** @returns the content of a file, relative to the working directory, or of stdin. Throws Failure (usage) */
export const documentFrom = (cli: CommandContext, file: string, fix: string): string =>
  givenFile(file, maxArtifactBytes, fix, cli)

export const splitList = (text = ''): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** How the developer takes part, besides how much. */
export const participation = [
  {
    key: 'horizon',
    flag: '--horizon',
    value: 'HORIZON',
    help: 'how far ahead it carries: Tactical, Strategic, Existential',
  },
  {
    key: 'feasible',
    flag: '--feasible',
    value: 'AXIS',
    help: 'what limits it most: time, solo, cost, tools, access, none; with a bound: "time (2h)"',
  },
] as const satisfies readonly Option[]
