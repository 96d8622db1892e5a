import { isSeq } from 'yaml'
import { blockIn, guardId, type HookRunner, hookOf, line, ourHook } from './hook-line'
import { placeInYaml, valueInYaml } from './yaml-place'

const config = '.pre-commit-config.yaml'

/** The program pre-commit runs the hooks that its configuration lists; ours is a `local` one. */
export const preCommit: HookRunner = {
  name: 'pre-commit',
  title: 'pre-commit',
  detect: (look) => look.isThere(config),
  pieceFor: (look) => {
    const text = look.read(config) || ''
    const hasRepositories = valueInYaml(text, ['repos']) !== undefined
    const entry = entryOf(stageOf(text))
    const lines = hasRepositories ? entry : ['repos:', ...entry.map((line) => `  ${line}`)]
    return blockIn(config, lines, (now) => placeInYaml(now, hasRepositories ? ['repos'] : []))
  },
  // prek is a rewrite of it.
  runs: (look) => /\bpre-commit\.com\b|\bprek\b|\bhook-impl\b/.test(hookOf(look)),
  activate: () => ['pre-commit', 'install', '-t', ourHook],
}

/** Without a stage of its own a hook has the default ones of the team. Before 3.2 a commit was called `commit`. */
function stageOf(text: string): string | undefined {
  const defaults = valueInYaml(text, ['default_stages'])
  const all: readonly unknown[] = isSeq(defaults) ? (defaults.toJSON() as unknown[]) : []
  if (all.length === 0 || all.includes(ourHook)) return undefined
  return all.some((stage) => ['commit', 'push', 'merge-commit'].includes(String(stage))) ? 'commit' : ourHook
}

/** Runs even if no staged file matches. `exec` replaces the shell, so that the script sees its caller. */
const entryOf = (stage: string | undefined): string[] => [
  '- repo: local',
  '  hooks:',
  `    - id: spell-${guardId}`,
  `      name: spell ${guardId}`,
  `      entry: sh -c '${line.replace(' sh ', ' exec sh ')}' --`,
  '      language: system',
  '      always_run: true',
  '      pass_filenames: false',
  ...(stage === undefined ? [] : [`      stages: [${stage}]`]),
]
