import { basename, dirname } from 'node:path'

/** The folders of the tests of a source file: those that need no build or a short one, and the proofs. */
const testFolders = ['__tests__', '__tests__/proofs']

/**
 * Finds the tests that mirror changed files by their path: a test that only runs the packed program imports nothing of
 * what it tests. `src/commands/undo.command.ts` has those of `undo` in `__tests__/commands/work/` and
 * `__tests__/proofs/commands/work/`.
 *
 * @param changed relative to the repository, with `/`
 * @param tests all tests, given alike
 */
export function mirroringTests(changed: readonly string[], tests: readonly string[]): string[] {
  const mirrors = new Set(
    changed
      .filter((path) => /^(?:src|scripts)\//.test(path))
      .flatMap((path) => testFolders.map((folder) => `${folder}/${subjectOf(path.replace(/^src\//, ''))}`)),
  )
  return tests.filter((test) => mirrors.has(subjectOf(test)))
}

/** A path up to the first dot of the file's name. */
const subjectOf = (path: string): string => `${dirname(path)}/${basename(path).split('.')[0]}`.replace(/^\.\//, '')
