import type { Piece } from '../agents/piece'
import { dependsOn, packageIn } from '../pieces/package-json'
import type { Hook, Look } from '../pieces/piece'
import { type HookRunner, hookOf, idOf, lineFor } from './hook-line'

/** The files of its configuration, in order of precedence; the last is package.json. */
const ends = ['.cjs', '.js', '.mjs']
const programs = ['.simple-git-hooks', 'simple-git-hooks'].flatMap((name) => ends.map((end) => name + end))
const configs = [...programs, '.simple-git-hooks.json', 'simple-git-hooks.json']

/** simple-git-hooks writes the command that its configuration has for a hook into that hook. */
export const simpleGitHooks: HookRunner = {
  name: 'simple-git-hooks',
  title: 'simple-git-hooks',
  detect: (look) => configs.some(look.isThere) || dependsOn(look, 'simple-git-hooks') || inPackage(look) !== undefined,
  pieceFor: pieceIn,
  // Older versions write the command alone.
  runs: (look, hook) => /SKIP_SIMPLE_GIT_HOOKS|\{ \[ ! -f \.ai\//.test(hookOf(look, hook)),
  // Of a configuration that is a program the user adds the line, and runs it then.
  activate: (look) => (programs.some(look.isThere) ? undefined : ['npx', '--no-install', 'simple-git-hooks']),
}

function pieceIn(look: Look, hook: Hook): Piece {
  // A list of its own, before any other: `x &`, `exec x` and `x || true` leave nothing to what follows them.
  const command = `{ ${lineFor(hook, '"$1" "$2"')}; } || exit;`
  const named = inPackage(look)
  const path = configs.find(look.isThere) ?? (typeof named === 'string' ? named : 'package.json')
  if (!path.endsWith('.json')) return byHand(path, hook, command)
  const at = path === 'package.json' ? ['simple-git-hooks', hook] : [hook]
  return { do: 'keys', path, keys: [{ at, value: command, chain: 'first' }] }
}

/** A JavaScript configuration must be edited by its author. */
const byHand = (path: string, hook: Hook, command: string): Piece => ({
  do: 'block',
  path,
  id: idOf(hook),
  text: command,
  comment: 'slashes',
  place: () => `${path} is a program; begin its ${hook} with: ${command}`,
})

/** Its configuration, or the path of it. */
const inPackage = (look: Look): unknown => packageIn(look)['simple-git-hooks']
