/**
 * Every rule of `spell check`, and what it proves. Rules shared with `spell doctor` have the same names. docs/check.md
 * describes each.
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
  'criterion-not-proven': 'each ticked criterion with a command is proven',
  'proof-broken': 'no proof was changed, left out, put in or taken from elsewhere',
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
    'with `--require complete` or `proven`: the work is complete; with `verified`, `done` or `completed`, that of one workflow',
  'work-in-progress': 'with `--require idle`: no work is in progress',
  override: 'with `--no-overrides`: no step was made around the table',
  undo: 'with `--no-overrides`: no step was taken back',
  autonomous: 'with `--no-overrides`: no review of a human was left to autonomous mode or a setting',
  adopted: 'with `--no-overrides`: nothing was repaired, or taken over from a change by hand',
} as const
export type Rule = keyof typeof rules

/** The place of a finding. */
export interface Place {
  /** The file or folder, relative to the root. */
  readonly where: string
  /** From 1, if one line can be named. */
  readonly line?: number
}

/** A violated rule. */
export interface Violation extends Place {
  readonly rule: Rule
  /** What happened, a sentence. */
  readonly message: string
  /** A command to paste, or a short instruction. */
  readonly fix: string
}

/** @param place the line, with its index if it is in a history; returned unchanged */
export const violation = <P extends Place>(rule: Rule, place: P, message: string, fix: string): P & Violation => ({
  ...place,
  rule,
  message,
  fix,
})

/** An entry among all that are followed. */
export interface LinePlace extends Required<Place> {
  /** Counts the entries of a piece of work, from 0. */
  readonly index: number
}

/** A rule that was violated when an entry was written. */
export type Happened = Violation & Pick<LinePlace, 'index'>

/** An event that is allowed unless `--no-overrides` forbids it. */
export interface Noted extends LinePlace {
  readonly rule: 'merged' | 'criterion-not-proven' | 'override' | 'undo' | 'autonomous' | 'adopted'
  readonly message: string
}
