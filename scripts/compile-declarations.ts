import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'

/** The declarations of the libraries, relative to the output folder. */
const entries = ['entry/library.d.ts', 'entry/collab-library.d.ts']

/**
 * Writes the TypeScript declarations of the libraries, and those that they refer to, but no others.
 *
 * @param out the target folder
 */
export function compileDeclarations(out: string): void {
  const all = mkdtempSync(join(tmpdir(), 'spell-declarations-'))
  try {
    const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.declarations.json', '--outDir', all], {
      stdio: 'inherit',
    })
    const reachable = new Set(entries)
    for (const path of reachable) {
      const text = readFileSync(join(all, path), 'utf8')
      for (const [, named = ''] of text.matchAll(/ from '(\.[^']*)'/g))
        reachable.add(`${posix.join(posix.dirname(path), named)}.d.ts`)
      cpSync(join(all, path), join(out, path), { recursive: true })
    }
  } finally {
    rmSync(all, { recursive: true, force: true })
  }
}
