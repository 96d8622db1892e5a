import type { Failure } from '../text/failure'

/** Every rule of `spell check`, and what it proves: docs/reference/rules.md. Findings of `spell doctor` have the same names. */
export const rules = {
  'git-refuses': 'git works here',
  'settings-wrong': 'the settings are valid',
  'ignored-by-git': 'git ignores nothing that spell records',
  'merge-conflict': 'no merge is left unsettled, and no file has the markers of one',
  merged: 'settled merges name a commit that has the work',
  'state-unreadable': 'the state can be read',
  'state-removed': 'the state is there if its history is',
  'state-line-changed': 'the history within the state is unchanged',
  'state-older': 'the state is as new as its history',
  'state-by-hand': 'the history leads to the state',
  'context-by-hand': 'what a workflow remembers is what its last step left',
  'state-without-history': 'work that has begun has a history',
  'history-unreadable': 'the history can be read',
  'history-line-broken': 'each line is an entry of spell',
  'history-chain-broken': 'no line was changed, removed, added or moved',
  'history-walk-illegal': 'the workflow has each step',
  'history-begins-midway': 'the history has its beginning',
  'history-torn': 'the last line is whole',
  'history-behind': 'the history has every line of the state',
  'step-unfinished': 'the last step is finished',
  'history-removed': 'no history of the base is gone',
  'history-rewritten': 'histories continue those of the base',
  'results-missing': 'finished tasks and reviews had results',
  'completed-early': 'work was completed only with every criterion met',
  'criteria-ticked': 'criteria were ticked around a finished task or review, or with a proof',
  'criteria-changed': 'criteria were removed, reworded or given other commands only while planning, or agreed to',
  'plan-not-understood': 'what looks like a box, a command, an expectation or a name is one',
  'criterion-not-proven': 'what counts as met is shown, on the files that are judged',
  'criterion-without-command': 'if the settings ask for it: each criterion has a command, or `by: developer`',
  'proof-broken': 'no proof was changed, removed, moved or taken from other work',
  'rerun-failed': 'with `--rerun`: each command passes',
  'settings-weaker': 'the settings ask for no less proof than those of the base',
  'word-weaker': 'the setting `word` is no weaker than that of the base',
  'definition-changed': 'the workflow that a piece of work has kept is the one that it goes by',
  'workflow-unproven': 'each workflow of the repository is proven',
  'archived-file-changed': 'archived files are unchanged',
  'archived-file-missing': 'archived files are there',
  'artifact-changed': 'what was submitted is unchanged',
  'artifact-missing': 'what was submitted is there',
  'archived-early': 'archived sessions are over',
  'file-missing': 'the files that the state needs are there',
  'file-unreadable': 'the files can be read',
  'link-outside': 'no link leads out of the root',
  'link-in-the-way': 'no link is in the place of a file',
  'in-the-way': 'no file is in the place of a folder, or the reverse',
  'error-state': 'no work waits for a missing file',
  'pending-archive': 'applied reviews are archived',
  'work-not-complete': 'with `--require complete` or the like: new work is complete',
  'work-by-override': 'with `--require complete` or the like, or `--rerun`: no override led to the end of new work',
  'nothing-to-compare': 'with `--require complete` or the like: there is a base',
  'work-missing': 'with `--require-work`: there is new work',
  'word-unseen': "with `--require word`: each step that takes the developer's word has one that spell has seen",
  'workflow-changed': 'with `--no-overrides`: no workflow has changed together with work that goes by it',
  override: 'with `--no-overrides`: no step was made by an override',
  undo: 'with `--no-overrides`: no step was undone',
  autonomous: 'with `--no-overrides`: no human review was skipped',
  adopted: 'with `--no-overrides`: nothing was repaired, and no change by hand adopted',
} as const
export type Rule = keyof typeof rules

const stands = 'finds out the state, and keeps the file'
const restarted = 'keeps the file beside the work, and begins a new history that names its last line'

/** What `spell doctor --fix` does about findings; of the others only the user can act. */
export const repairs = {
  'merge-conflict': 'lets the side go on that is named: `--side mine` or `--side theirs`',
  'state-unreadable': stands,
  'state-removed': stands,
  'state-line-changed': 'takes the lines from the history, and keeps the file',
  'state-older': 'goes on where the history ends; `spell undo` then takes the last step back',
  'state-by-hand': 'adds a line to the history that says so',
  'context-by-hand': 'takes back what the last step has left, and keeps the file',
  'history-line-broken': restarted,
  'history-chain-broken': restarted,
  'history-unreadable': restarted,
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
  | 'hook-broken'
  | 'word-lost'

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
  return { code, where, ...(line !== undefined && { line }), message, ...(fix && { fix }), ...(repair && { repair }) }
}

/** @param why what git says of a folder that is not the user's, or that it cannot read */
export const gitRefuses = ({ message, fix }: Failure): Finding => finding('git-refuses', '.', message, fix)

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
export type PastFinding = Finding & Pick<LinePlace, 'index'>

export const pastFinding = (
  place: Place & { readonly index: number },
  code: Code,
  message: string,
  fix?: string,
): PastFinding => ({ ...finding(code, place, message, fix), index: place.index })

/** @returns what is noted of what is there today: it is always new */
export const notedToday = (place: Place, message: string, code: Code = 'criterion-not-proven'): PastFinding => ({
  ...finding(code, { line: 1, ...place }, message),
  index: Number.POSITIVE_INFINITY,
})
