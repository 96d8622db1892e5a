import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Test files by how many imports lie between them and a source file. */
export type Distances = ReadonlyMap<string, number>

/**
 * Reads the imports of `src/`, `scripts/` and `__tests__/`.
 *
 * @returns a function that computes how far each test is from a source file, by paths relative to the repository
 */
export function relatedTests(): (source: string) => Distances {
  const importers = new Map<string, string[]>()
  for (const folder of ['src', 'scripts', '__tests__']) {
    for (const entry of readdirSync(folder, { recursive: true }) as string[]) {
      const path = posix.join(folder, entry.replaceAll('\\', '/'))
      if (!path.endsWith('.ts') || path.includes('/node_modules/')) continue
      for (const found of importsOf(path)) importers.set(found, [...(importers.get(found) ?? []), path])
    }
  }
  return (source) => {
    const distances = new Map([[source, 0]])
    for (const [path, distance] of distances) {
      for (const importer of importers.get(path) ?? []) {
        if (!distances.has(importer)) distances.set(importer, distance + 1)
      }
    }
    return new Map([...distances].filter(([path]) => path.endsWith('.test.ts')))
  }
}

function importsOf(path: string): string[] {
  const text = readFileSync(path, 'utf8').replace(/^import type .*$/gm, '')
  return [...text.matchAll(/(?:from |import\()'(\.[^']+)'/g)].flatMap(([, from = '']) => {
    const target = posix.join(posix.dirname(path), from)
    return [`${target}.ts`, `${target}/index.ts`].filter(existsSync)
  })
}
