import { isDeepStrictEqual } from 'node:util'
import type { Piece } from '../agents/piece'
import { code, firstOf } from '../answer/markdown'
import type { CommandContext } from '../cli/command'
import { attemptAsync, Failure } from '../failure/failure'
import { entryOf } from '../flows/registry'
import { install } from './init'
import { installContextOf } from './install-context'
import { readInstalled } from './installed'
import type { Filed } from './pieces/record'

/**
 * Writes the hooks and slash commands of a workflow for the agents that `init` has set up, once: what was removed since
 * stays away.
 *
 * @returns a sentence for the developer that says what was written, or why it could not be; undefined if it is nothing
 */
export async function addWorkflow(workflow: string, cli: CommandContext): Promise<string | undefined> {
  const written = await attemptAsync(() => write(workflow, cli))
  if (written instanceof Failure)
    return `The hooks of ${workflow} for your agents could not be written: ${written.message} Then: \`spell init\``
  const { acts = [], kept = [] } = written ?? {}
  const stay = kept.map(({ path, why }) => `${code(path)}: ${why}`)
  const paths = acts.map(({ path }) => code(path))
  const said = paths.length > 0 ? [`Written for ${workflow}: ${firstOf(paths, 4)}; commit them.`] : []
  return [...said, ...stay].join(' ') || undefined
}

async function write(workflow: string, cli: CommandContext) {
  const ground = await installContextOf(cli)
  const installed = readInstalled(ground.root)
  const { choices, files = [] } = installed ?? {}
  if (!choices) return undefined
  const { agents } = ground.adapters
  const set = agents.filter(({ name }) => choices.agents.includes(name))
  const own = set.flatMap(({ pieces }) => pieces(ground.look, [])).filter(isOf(workflow))
  if (own.length === 0 || own.some((piece) => isFiled(piece, files))) return undefined
  const only = own.map(({ path }) => path)
  return install(ground, { choices, purpose: 'update', only }, false)
}

const isOf = (workflow: string) => {
  const names = [workflow, ...(entryOf(workflow).forAgents ?? []).map(([verb]) => verb)]
  return (piece: Piece): boolean =>
    piece.do === 'keys'
      ? JSON.stringify(piece.keys).includes(` ${workflow} hook `)
      : names.some((name) => piece.path.includes(`/${name}.`))
}

const isFiled = (piece: Piece, files: readonly Filed[]): boolean =>
  files.some(
    ({ path, keys = [] }) =>
      path === piece.path &&
      (piece.do !== 'keys' || keys.some((key) => piece.keys.some((ours) => isDeepStrictEqual(ours, key)))),
  )
