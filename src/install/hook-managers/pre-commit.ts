import type { Hook } from '../pieces/piece'
import { blockIn, type HookRunner, idOf, lineFor } from './hook-line'
import { placeInYaml, valueInYaml } from './yaml-place'

const config = '.pre-commit-config.yaml'

/** The program pre-commit runs the hooks that its configuration lists; ours is a `local` one. */
export const preCommit: HookRunner = {
  name: 'pre-commit',
  title: 'pre-commit',
  detect: (look) => look.isThere(config),
  pieceFor: (look, hook) => {
    const hasRepositories = valueInYaml(look.read(config) || '', ['repos']) !== undefined
    const lines = hasRepositories ? entryOf(hook) : ['repos:', ...entryOf(hook).map((line) => `  ${line}`)]
    return blockIn(config, hook, lines, (text) => placeInYaml(text, hasRepositories ? ['repos'] : []))
  },
  activate: (_, hooks) => ['pre-commit', 'install', ...hooks.flatMap((hook) => ['-t', hook])],
}

/** Runs even if no staged file matches. `exec` replaces the shell, so that the script sees its caller. */
const entryOf = (hook: Hook): string[] => [
  '- repo: local',
  '  hooks:',
  `    - id: spell-${idOf(hook)}`,
  `      name: spell ${idOf(hook)}`,
  `      entry: sh -c '${lineFor(hook, '"$1"').replace(' sh ', ' exec sh ')}' --`,
  '      language: system',
  '      always_run: true',
  ...(hook === 'pre-commit' ? ['      pass_filenames: false'] : [`      stages: [${hook}]`]),
]
