/**
 * Every rule of `spell check`, and what it proves. Findings of `spell doctor` have the same names; docs/check.md and
 * docs/cli.md describe each.
 */
export const rules = {
  'settings-wrong': 'the settings have no mistake',
  'merge-conflict': 'no merge of two sides of one piece of work is left unsettled',
  merged: 'the commit that a settled merge names as the other side has that work',
  'state-unreadable': 'the state can be read',
  'state-removed': 'the state is there where its history is',
  'state-line-changed': 'no line of the history within the state was changed',
  'state-older': 'the state is as new as its history',
  'state-by-hand': 'the history leads to where the state stands',
  'context-by-hand': 'what a workflow remembers, each of the four, is what the last step has left',
  'state-without-history': 'work that has begun has a history',
  'history-unreadable': 'the history can be read',
  'history-line-broken': 'each line of the history is one of ours',
  'history-chain-broken': 'no line was changed, left out, put in or moved',
  'history-walk-illegal': 'each step is one that the workflow has',
  'history-begins-midway': 'the history begins at the start, or with the archive of the work before',
  'history-torn': 'the last line of the history is whole',
  'history-behind': 'the history has every line that the state has',
  'step-unfinished': 'the last step is finished',
  'history-removed': 'the history that the base has is still there',
  'history-rewritten': 'the history goes on from where the base left it',
  'results-missing': 'each task and review that was finished had results',
  'completed-early': 'the work was complete only when every criterion was met',
  'criteria-ticked': 'criteria were ticked only around a finished task or review',
  'criteria-dropped': 'criteria were taken out only while planning',
  'criteria-reworded': 'criteria were reworded only while planning',
  'criterion-command-changed': 'commands of criteria were changed only while planning',
  'criterion-not-proven': 'each criterion that counts as met is shown, on the files that are judged',
  'criterion-without-command': 'where the settings ask for it, each criterion has a command, or is for the developer',
  'proof-broken': 'no proof was changed, left out, put in or taken from elsewhere, also since the base',
  'rerun-failed': 'with `--rerun`: each command of a ticked criterion passes here',
  'settings-weaker': 'the settings ask for no less proof than those of the base',
  'archived-file-changed': 'archived files are unchanged',
  'archived-file-missing': 'archived files are still there',
  'artifact-changed': 'what was handed in to a plan or a session is as it was',
  'artifact-missing': 'what was handed in to a plan or a session is still there',
  'archived-early': 'a session in the archive was over when it went there',
  'file-missing': 'the files that the state needs are there',
  'file-unreadable': 'the files of the work can be read',
  'link-outside': 'no link leads out of the root',
  'link-in-the-way': 'no link stands where a file belongs',
  'in-the-way': 'no file is where a folder belongs, or the other way round',
  'error-state': 'the work does not wait for a file that is missing',
  'pending-archive': 'no applied review waits to be archived',
  'work-not-complete':
    'with `--require complete` or `proven`: work that is new is complete; with `verified`, `done` or `completed`, that of one workflow',
  'work-by-override': 'with `--require complete` or `proven`, or `--rerun`: no override led to the end of the work',
  'nothing-to-compare': 'with `--require complete` or `proven`: there is a base that says what is new',
  'work-missing': 'with `--require-work`: the change comes with work',
  'work-in-progress': 'with `--require idle`: no work is in progress',
  override: 'with `--no-overrides`: no step was made around the table',
  undo: 'with `--no-overrides`: no step was taken back',
  autonomous: 'with `--no-overrides`: no review of a human was left to autonomous mode or a setting',
  adopted: 'with `--no-overrides`: nothing was repaired, or taken over from a change by hand',
} as const
export type Rule = keyof typeof rules

const stands = 'finds out the state, and keeps the file'
const anew = 'keeps the file beside the work, and begins a new history that names its last line'

/** What `spell doctor --fix` does about findings; of the others only the user can act. */
export const repairs = {
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
  'history-torn': 'completes it from the state, or sets it aside',
  'history-behind': 'adds them to the history',
  'proof-broken': 'begins a new log, so that each criterion needs a new run, and keeps the file beside the work',
  'step-unfinished': 'finishes it, as the next spell would',
  'repair-unfinished': 'adds the line to the history that tells of it',
  leftovers: 'removes them, as the next spell would',
  'lock-stale': 'takes it away, as the next spell would',
  'backup-unreadable': 'sets it aside',
  'local-not-ignored': 'writes its .gitignore',
} as const

/** Every finding: the rules of `spell check`, and what only `spell doctor` finds. */
export type Code =
  | Rule
  | keyof typeof repairs
  | 'installed-unreadable'
  | 'installed-outdated'
  | 'installed-missing'
  | 'installed-left'
  | 'installed-blocked'
  | 'hook-missing'

export interface Place {
  /** The file or folder, relative to the root. */
  readonly where: string
  /** From 1, if one line can be named. */
  readonly line?: number
}

/** What is wrong, or what a reader of a history should know. */
export interface Finding extends Place {
  /** Stable. */
  readonly code: Code
  /** What happened, a sentence. */
  readonly message: string
  /** A command to paste, or a sentence that says what helps. */
  readonly fix?: string
  /** What `spell doctor --fix` does about it; absent if only the user can act. */
  readonly repair?: string
}

/** @param repair what `--fix` does about this finding, if that is more specific than for its kind */
export function finding(
  code: Code,
  place: string | Place,
  message: string,
  fix?: string,
  repair: string | undefined = (repairs as Partial<Record<Code, string>>)[code],
): Finding {
  const { where, line }: Place = typeof place === 'string' ? { where: place } : place
  return {
    code,
    where,
    ...(line !== undefined && { line }),
    message,
    ...(fix && { fix }),
    ...(repair && { repair }),
  }
}

/** What concerns several pieces of work, such as a wrong setting, is one finding. */
export const distinct = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((found) => [JSON.stringify(found), found])).values(),
]

/** An entry among all that are followed. */
export interface LinePlace extends Required<Place> {
  /** Counts the entries of a piece of work, from 0. */
  readonly index: number
}

/** A finding about an entry when it was written; of what is there today the index is none. */
export type Happened = Finding & Pick<LinePlace, 'index'>

export const happened = (
  place: Place & { readonly index: number },
  code: Code,
  message: string,
  fix?: string,
): Happened => ({
  ...finding(code, place, message, fix),
  index: place.index,
})

/** @returns what is noted of what is there today: it is always new */
export const notedToday = (place: Place, message: string): Happened => ({
  ...finding('criterion-not-proven', { line: 1, ...place }, message),
  index: Number.POSITIVE_INFINITY,
})
