import { isCollection } from 'yaml'
import type { BlockPiece } from '../agents/piece'
import { dependsOn } from '../pieces/package-json'
import type { Look } from '../pieces/piece'
import { blockIn, guardId, type HookRunner, hookOf, line, ourHook } from './hook-line'
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
  runs: (look) => /lefthook/i.test(hookOf(look)),
  activate: (look) =>
    look.isThere('node_modules/.bin/lefthook')
      ? ['npx', '--no-install', 'lefthook', 'install']
      : ['lefthook', 'install'],
}

const ourName = `spell-${guardId}`

/** Adds a job if the hook has jobs or nothing, a command if it has commands; to a file that is not YAML nothing. */
function pieceIn(look: Look): BlockPiece {
  const path = configs.find(look.isThere) ?? 'lefthook.yml'
  if (!/\.ya?ml$/.test(path))
    return blockIn(path, [], () => `it is not YAML; add a job with: run = ${JSON.stringify(line)}`)
  const text = look.read(path) || ''
  const job = [`- name: ${ourName}`, `  run: ${JSON.stringify(line)}`]
  const jobs = ['jobs:', ...indented(job)]
  const command = [`${ourName}:`, `  run: ${JSON.stringify(line)}`]
  const has = (...at: string[]) => valueInYaml(text, at)
  const [at, lines] = has(ourHook, 'jobs')
    ? [[ourHook, 'jobs'], job]
    : has(ourHook, 'commands')
      ? [[ourHook, 'commands'], command]
      : isCollection(has(ourHook))
        ? [[ourHook], jobs]
        : [[], [`${ourHook}:`, ...indented(jobs)]]
  return blockIn(path, lines, (now) => placeInYaml(now, at))
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)
