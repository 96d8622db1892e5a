import { isCollection } from 'yaml'
import type { BlockPiece, Piece } from '../agents/piece'
import { withoutBlocks } from '../pieces/block'
import { dependsOn } from '../pieces/package-json'
import type { Hook, Look } from '../pieces/piece'
import { blockIn, type HookRunner, hookOf, idOf, lineFor } from './hook-line'
import { placeInYaml, valueInYaml } from './yaml-place'

/** @returns the files of its configuration, in order of precedence; with `-local` those of one developer alone */
export const lefthookFiles = (local: '' | '-local' = ''): string[] =>
  ['lefthook', '.lefthook', '.config/lefthook'].flatMap((name) =>
    ['yml', 'yaml', 'json', 'jsonc', 'toml'].map((format) => `${name}${local}.${format}`),
  )
const configs = lefthookFiles()

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

function pieceIn(look: Look, hook: Hook): Piece {
  const path = configs.find(look.isThere) ?? 'lefthook.yml'
  const text = look.read(path) || ''
  if (/\.jsonc?$/.test(path)) return inJson(path, text, hook)
  return path.endsWith('.toml') ? inToml(path, text, hook) : inYaml(path, text, hook)
}

/** Adds a job if the hook has jobs or nothing, a command if it has commands. */
function inYaml(path: string, text: string, hook: Hook): BlockPiece {
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

/** A TOML table can stand anywhere, so it goes to the end. */
function inToml(path: string, text: string, hook: Hook): BlockPiece {
  const others = withoutBlocks(text)
  const run = `run = ${JSON.stringify(runOf(hook))}`
  const lines = new RegExp(`^\\s*\\[\\[\\s*${hook}\\.jobs\\s*\\]\\]`, 'm').test(others)
    ? [`[[${hook}.jobs]]`, `name = "${nameOf(hook)}"`, run]
    : [`[${hook}.commands.${nameOf(hook)}]`, run]
  const isInline = new RegExp(`^\\s*(${hook}\\s*=|${hook}\\.|\\[${hook}\\][^[]*^\\s*(commands|jobs)\\s*=)`, 'm').test(
    others,
  )
  return blockIn(path, hook, lines, (now) =>
    isInline ? `it has ${hook} in one line, which nothing can be added to.` : { offset: now.length, indent: '' },
  )
}

function inJson(path: string, text: string, hook: Hook): Piece {
  const run = runOf(hook)
  const key = /"jobs"\s*:/.test(text)
    ? { at: [hook, 'jobs'], value: { name: nameOf(hook), run }, append: true }
    : { at: [hook, 'commands', nameOf(hook)], value: { run } }
  return { do: 'keys', path, keys: [key] }
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)
