import { judgeCommit } from '../../src/guard/guard'
import { Failure } from '../../src/text/failure'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { texts } from './casting'
import type { Folder } from './folder'

/** What the program says of a commit. */
export async function verdictOf({ path }: Pick<Folder, 'path'>): Promise<'passed' | 'blocked' | 'unreadable'> {
  try {
    const { verdict } = await judgeCommit(workIn(path, engineer), { prefix: '', env: {}, texts })
    return verdict === 'blocked' ? 'blocked' : 'passed'
  } catch (error) {
    if (error instanceof Failure) return 'unreadable'
    throw error
  }
}

/**
 * The name in the second line of a state, if its form is the one that spell writes. Shells drop NULs as they read, but for
 * zsh.
 */
export const nameIn = (bytes: string, shell: readonly string[] = []): string | undefined =>
  /^\{\n {2}"current_state": "([A-Z_]+)",\n/.exec(shell[0] === 'zsh' ? bytes : bytes.replaceAll('\0', ''))?.[1]

export const waits = (state: string) => state.startsWith('PR_APPLIED_PENDING_ARCHIVE_')

/** What can become of a state file, and whether its second line keeps the form that spell writes. */
// biome-ignore format: a case is a line
export const damages: readonly (readonly [what: string, keepsForm: boolean, write: (text: string) => string])[] = [
  ['as it was written', true, (text) => text],
  ['minified', false, (text) => JSON.stringify(JSON.parse(text))],
  ['indented with tabs', false, (text) => JSON.stringify(JSON.parse(text), null, '\t')],
  ['indented by an editor', true, (text) => `${JSON.stringify(JSON.parse(text), null, 2)}\n`],
  ['with the line endings of Windows', false, (text) => text.replaceAll('\n', '\r\n')],
  ['with a mark at its beginning', false, (text) => `\uFEFF${text}`],
  ['with a space at the end of its first line', false, (text) => text.replace('{', '{ ')],
  ['with its keys in another order', false, (text) => text.replace(/( {2}"current_state".*),\n([\s\S]*?)\n}/, '$2,\n$1\n}')],
  ['with an escape in its name', false, (text) => text.replace(/"([A-Z])([A-Z_]+",\n)/, '"\\u0041$2')],
  ['with an escape in its key', false, (text) => text.replace('current_state', 'current_stat\\u0065')],
  ['with a space before the comma', false, (text) => text.replace('",\n', '" ,\n')],
  ['without the comma', false, (text) => text.replace('",\n', '"\n')],
  ['without a name', false, (text) => text.replace(/"[A-Z_]+",\n/, '"",\n')],
  ['with a name in lower case', false, (text) => text.replace(/"[A-Z_]+",\n/, (name) => name.toLowerCase())],
  ['with its key twice in one line', false, (text) => text.replace('",\n', '", "current_state": "PR_APPLIED_PENDING_ARCHIVE_G",\n')],
  ['cut off after its second line', false, (text) => text.split('\n').slice(0, 2).join('\n')],
  ['cut off in its second line', false, (text) => text.slice(0, 20)],
  ['in conflict', false, (text) => text.replace('{\n', '{\n<<<<<<< HEAD\n')],
  ['broken below its second line', true, (text) => `${text}}`],
  ['empty', false, () => ''],
]
