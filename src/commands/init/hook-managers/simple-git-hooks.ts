import { dependsOn, packageIn } from '../pieces/package-json'
import type { Hook, Look, Piece } from '../pieces/piece'
import { type HookRunner, idOf, lineFor } from './hook-line'

/** The files of its configuration, in order of precedence; the last is package.json. */
const programs = ['.cjs', '.js', '.mjs'].map((end) => `.simple-git-hooks${end}`)
const configs = [
  ...programs,
  ...programs.map((path) => path.slice(1)),
  '.simple-git-hooks.json',
  'simple-git-hooks.json',
]

/** simple-git-hooks writes the command that its configuration has for a hook into that hook. */
export const simpleGitHooks: HookRunner = {
  name: 'simple-git-hooks',
  title: 'simple-git-hooks',
  detect: (look) => configs.some(look.isThere) || dependsOn(look, 'simple-git-hooks') || inPackage(look) !== undefined,
  pieceFor: pieceIn,
  activate: () => ['npx', '--no-install', 'simple-git-hooks'],
}

function pieceIn(look: Look, hook: Hook): Piece {
  // In braces, so that an operator before it applies to the whole line.
  const command = `{ ${lineFor(hook, '"$1" "$2"')}; }`
  const named = inPackage(look)
  const path = configs.find(look.isThere) ?? (typeof named === 'string' ? named : 'package.json')
  if (!path.endsWith('.json')) return byHand(path, hook, command)
  const at = path === 'package.json' ? ['simple-git-hooks', hook] : [hook]
  return { do: 'keys', path, keys: [{ at, value: command, chain: true }] }
}

/** A JavaScript configuration must be edited by its author. */
const byHand = (path: string, hook: Hook, command: string): Piece => ({
  do: 'block',
  path,
  id: idOf(hook),
  text: command,
  comment: 'slashes',
  place: () => `${path} is a program; add to its ${hook}: && ${command}`,
})

/** Its configuration, or the path of it. */
const inPackage = (look: Look): unknown => packageIn(look)['simple-git-hooks']
