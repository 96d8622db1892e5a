import { isSeq } from 'yaml'
import type { Hook } from '../pieces/piece'
import { blockIn, type HookRunner, hookOf, idOf, lineFor } from './hook-line'
import { placeInYaml, valueInYaml } from './yaml-place'

const config = '.pre-commit-config.yaml'

/** The program pre-commit runs the hooks that its configuration lists; ours is a `local` one. */
export const preCommit: HookRunner = {
  name: 'pre-commit',
  title: 'pre-commit',
  detect: (look) => look.isThere(config),
  pieceFor: (look, hook) => {
    const text = look.read(config) || ''
    const hasRepositories = valueInYaml(text, ['repos']) !== undefined
    const entry = entryOf(hook, stageOf(hook, text))
    const lines = hasRepositories ? entry : ['repos:', ...entry.map((line) => `  ${line}`)]
    return blockIn(config, hook, lines, (now) => placeInYaml(now, hasRepositories ? ['repos'] : []))
  },
  // prek is a rewrite of it.
  runs: (look, hook) => /\bpre-commit\.com\b|\bprek\b|\bhook-impl\b/.test(hookOf(look, hook)),
  activate: (_, hooks) => ['pre-commit', 'install', ...hooks.flatMap((hook) => ['-t', hook])],
}

/** Without a stage of its own a hook has the default ones of the team. Before 3.2 a commit was called `commit`. */
function stageOf(hook: Hook, text: string): string | undefined {
  if (hook !== 'pre-commit') return hook
  const defaults = valueInYaml(text, ['default_stages'])
  const all: readonly unknown[] = isSeq(defaults) ? (defaults.toJSON() as unknown[]) : []
  return all.length === 0 || all.includes(hook) ? undefined : all.some(isOld) ? 'commit' : hook
}

const isOld = (stage: unknown): boolean => ['commit', 'push', 'merge-commit'].includes(String(stage))

/** Runs even if no staged file matches. `exec` replaces the shell, so that the script sees its caller. */
const entryOf = (hook: Hook, stage: string | undefined): string[] => [
  '- repo: local',
  '  hooks:',
  `    - id: spell-${idOf(hook)}`,
  `      name: spell ${idOf(hook)}`,
  `      entry: sh -c '${lineFor(hook, '"$1"').replace(' sh ', ' exec sh ')}' --`,
  '      language: system',
  '      always_run: true',
  ...(hook === 'pre-commit' ? ['      pass_filenames: false'] : []),
  ...(stage === undefined ? [] : [`      stages: [${stage}]`]),
]
