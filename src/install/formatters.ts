import type { Piece } from '../agents/piece'
import { withoutBlocks } from './pieces/block'
import { dependsOn } from './pieces/package-json'
import type { Look } from './pieces/piece'

/** By the file that says what they leave alone: the packages, and the beginnings of their settings. */
const formatters: Readonly<
  Record<string, { readonly packages: readonly string[]; readonly settings: readonly string[] }>
> = {
  // Oxfmt reads it, too.
  '.prettierignore': {
    packages: ['prettier', 'oxfmt'],
    settings: ['', '.json', '.yaml', '.yml', '.js', '.mjs', '.cjs', '.toml'].map((end) => `.prettierrc${end}`),
  },
  '.markdownlintignore': { packages: ['markdownlint-cli'], settings: [] },
}

/** @returns what keeps the formatters of a repository away from what spell has recorded, unless a line does so already */
export const awayFromFormatters = (look: Look): readonly Piece[] =>
  Object.entries(formatters).flatMap(([path, { packages, settings }]): Piece[] => {
    const text = withoutBlocks(look.read(path) || '')
    const isHere = look.isThere(path) || settings.some(look.isThere) || packages.some((name) => dependsOn(look, name))
    if (!isHere || /^\/?\.ai(\/.*)?\s*$/m.test(text)) return []
    return [{ do: 'block', path, id: 'record', text: '.ai/\n', comment: 'hash' }]
  })
