/** A problem. */
export interface Finding {
  /** Stable. */
  readonly code: Code
  /** The file or folder, relative to the root. */
  readonly where: string
  /** From 1, if one line of the file can be named. */
  readonly line?: number
  /** What is wrong, a sentence. */
  readonly message: string
  /** What `--fix` does about it; absent if only the user can act. */
  readonly repair?: string
  /** What the user can do. */
  readonly advice?: string
}

const stands = 'finds out the state, and keeps the file'
const anew = 'keeps the file beside the work, and begins a new history that names its last line'

/** All kinds of findings, and what `--fix` does about them. docs/cli.md describes each. */
export const repairs = {
  'in-the-way': undefined,
  'link-outside': undefined,
  'link-in-the-way': undefined,
  'merge-conflict': 'lets the side go on that is named: `--side mine` or `--side theirs`',
  'state-unreadable': stands,
  'state-removed': stands,
  'state-line-changed': 'takes the lines from the history, and keeps the file',
  'state-older': 'goes on where the history ends; `spell undo` then takes the last step back',
  'state-by-hand': 'adds a line to the history that says so',
  'context-by-hand': 'takes back what the last step has left, and keeps the file',
  'history-line-broken': anew,
  'history-chain-broken': anew,
  'history-unreadable': anew,
  'history-walk-illegal': undefined,
  'history-begins-midway': undefined,
  'history-torn': 'completes it from the state, or sets it aside',
  'history-behind': 'adds them to the history',
  'proof-broken': 'keeps the proofs before it, and the file beside the work',
  'step-unfinished': 'finishes it, as the next spell would',
  'repair-unfinished': 'adds the line to the history that tells of it',
  leftovers: 'removes them, as the next spell would',
  'lock-stale': 'takes it away, as the next spell would',
  'backup-unreadable': 'sets it aside',
  'local-not-ignored': 'writes its .gitignore',
  'file-missing': undefined,
  'file-unreadable': undefined,
  'archived-file-changed': undefined,
  'artifact-changed': undefined,
  'settings-wrong': undefined,
  'installed-unreadable': undefined,
  'installed-outdated': undefined,
  'installed-missing': undefined,
  'installed-left': undefined,
  'installed-blocked': undefined,
  'hook-missing': undefined,
} as const
export type Code = keyof typeof repairs

/**
 * @param advice a command to paste, or an instruction for the user
 * @param repair what `--fix` does about this finding, if that is more specific than for its kind
 */
export function finding(
  code: Code,
  where: string,
  message: string,
  advice?: string,
  repair: string | undefined = repairs[code],
): Finding {
  return { code, where, message, ...(repair && { repair }), ...(advice && { advice }) }
}

/** @returns the finding, with the line of its file if one can be named */
export const atLine = (line: number | undefined, { code, where, ...rest }: Finding): Finding => ({
  code,
  where,
  ...(line !== undefined && { line }),
  ...rest,
})
