import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix } from 'node:path'

/** What the libraries' declarations are called, below the folder that they are written to. */
const entries = ['entry/library.d.ts', 'entry/collab-library.d.ts']

/**
 * Writes what TypeScript has to know of the libraries: their declarations, and those that they name. What else the program is
 * made of is nobody's business.
 *
 * @param out where the files go
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
