import { isCollection } from 'yaml'
import type { BlockPiece } from '../agents/piece'
import { dependsOn } from '../pieces/package-json'
import type { Hook, Look } from '../pieces/piece'
import { blockIn, type HookRunner, hookOf, idOf, lineFor } from './hook-line'
import { placeInYaml, valueInYaml } from './yaml-place'

/** The files of its configuration, in order of precedence. */
const configs = ['lefthook', '.lefthook', '.config/lefthook'].flatMap((name) =>
  ['yml', 'yaml', 'json', 'jsonc', 'toml'].map((format) => `${name}.${format}`),
)

/** Lefthook runs the jobs or commands that its configuration lists for a hook. */
export const lefthook: HookRunner = {
  name: 'lefthook',
  title: 'Lefthook',
  detect: (look) => configs.some(look.isThere) || dependsOn(look, 'lefthook'),
  pieceFor: pieceIn,
  runs: (look, hook) => /lefthook/i.test(hookOf(look, hook)),
  activate: (look) =>
    look.isThere('node_modules/.bin/lefthook')
      ? ['npx', '--no-install', 'lefthook', 'install']
      : ['lefthook', 'install'],
}

const nameOf = (hook: Hook): string => `spell-${idOf(hook)}`
const runOf = (hook: Hook): string => lineFor(hook, '{1} {2}')

/** Adds a job if the hook has jobs or nothing, a command if it has commands; to a file that is not YAML nothing. */
function pieceIn(look: Look, hook: Hook): BlockPiece {
  const path = configs.find(look.isThere) ?? 'lefthook.yml'
  if (!/\.ya?ml$/.test(path))
    return blockIn(path, hook, [], () => `it is not YAML; add a job with: run = ${JSON.stringify(runOf(hook))}`)
  const text = look.read(path) || ''
  const job = [`- name: ${nameOf(hook)}`, `  run: ${JSON.stringify(runOf(hook))}`]
  const jobs = ['jobs:', ...indented(job)]
  const command = [`${nameOf(hook)}:`, `  run: ${JSON.stringify(runOf(hook))}`]
  const has = (...at: string[]) => valueInYaml(text, at)
  const [at, lines] = has(hook, 'jobs')
    ? [[hook, 'jobs'], job]
    : has(hook, 'commands')
      ? [[hook, 'commands'], command]
      : isCollection(has(hook))
        ? [[hook], jobs]
        : [[], [`${hook}:`, ...indented(jobs)]]
  return blockIn(path, hook, lines, (now) => placeInYaml(now, at))
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)
