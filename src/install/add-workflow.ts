import type { CommandContext } from '../cli/command'
import { attemptAsync, Failure } from '../text/failure'
import { code, firstOf } from '../text/markdown-parts'
import { entryOf } from '../workflows/registry'
import type { Key } from './agents/piece'
import { install } from './init'
import { installContextOf } from './install-context'
import { filedKey } from './pieces/keys'
import { readInstalled } from './pieces/record'

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
  const { choices, files = [] } = readInstalled(ground.root) ?? {}
  if (!choices) return undefined
  const names = [workflow, ...(entryOf(workflow).forAgents ?? []).map(([verb]) => verb)]
  const callsIt = (keys: readonly Key[]) => JSON.stringify(keys).includes(` ${workflow} hook `)
  const own = ground.adapters.agents
    .filter(({ name }) => choices.agents.includes(name))
    .flatMap(({ pieces }) => pieces(ground.look, choices.agents))
    .filter((piece) =>
      piece.do === 'keys' ? callsIt(piece.keys) : names.some((name) => piece.path.includes(`/${name}.`)),
    )
  const isFiled = own.some((piece) => {
    const there = files.find(({ path }) => path === piece.path)
    const digests = new Set(there?.keys?.map(({ digest }) => digest))
    return there && (piece.do !== 'keys' || piece.keys.some((key) => digests.has(filedKey(key).digest)))
  })
  if (own.length === 0 || isFiled) return undefined
  return install(ground, { choices, purpose: 'update', only: own.map(({ path }) => path) }, false)
}
