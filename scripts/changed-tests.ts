/**
 * Finds the tests that mirror changed files by their path: a test that only runs the packed program imports nothing of
 * what it tests. `src/commands/undo.ts` has those of `undo` in `__tests__/steps/` and `__tests__/proofs/steps/`, and those of
 * its command in `__tests__/commands/`; `src/commands/undo.command.ts` has the same.
 *
 * @param changed relative to the repository, with `/`
 * @param tests all tests, given alike
 */
export function mirroringTests(changed: readonly string[], tests: readonly string[]): string[] {
  const subjects = changed.filter((path) => /^(?:src|scripts)\//.test(path)).map(subjectOf)
  return tests.filter((test) => {
    const { room, name } = subjectOf(test)
    const isOf = (subject: Subject) => subject.room === room || [subject.room, room].includes('commands')
    return subjects.some((subject) => subject.name === name && isOf(subject))
  })
}

/** What a file is about: the folder below `src/` or that of the tests, and its name up to the first dot. */
interface Subject {
  readonly room: string
  readonly name: string
}

function subjectOf(path: string): Subject {
  const [, room = '', name = ''] = /^(?:src\/|__tests__\/(?:proofs\/)?)?(?:(.*)\/)?([^/.]*)[^/]*$/.exec(path) ?? []
  return { room, name }
}
