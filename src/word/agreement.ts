import type { Environment } from '../disk/environment'
import { ifWritable } from '../disk/user-data'
import { type BoundCommand, waitingIn } from '../proof/consent/bound-command'
import type { Agreed } from '../work/history/history-line'
import type { Work } from '../work/work'
import { readCriterion } from '../workflow/criteria/criterion'
import type { Workflow } from '../workflow/flow'
import { openDigest } from './changes'
import type { WantedWord, WordContext } from './permission'
import { type Proposal, proposalOf } from './proposal'
import { changeIfWritable, type ShownWork, shownAt } from './sessions'
import { shownIn } from './which-session'

/** What a word agrees to. */
export interface Agreement {
  readonly agreed: Omit<Agreed, 'commands'>
  /** The commands that the developer was shown, and that may not run yet. */
  readonly commands: readonly BoundCommand[]
}

/**
 * Compares what was shown with what is there: criteria as a whole, assumptions and open questions as a whole, each
 * command with its recipes. Pure.
 *
 * @returns exactly what was shown and is still so; undefined if that is nothing
 */
export function agreedBy(shown: ShownWork, { work, plan, commands, open }: Proposal): Agreement | undefined {
  if (shown.work !== work) return undefined
  const criteria = shown.criteria !== undefined && shown.criteria === plan?.agreedAs ? shown.criteria : undefined
  const questions = open.filter(({ kind }) => kind === 'question').length
  const isSameOpen = shown.assumptions !== undefined && shown.assumptions === openDigest(open)
  const agreed = {
    ...(criteria !== undefined && { criteria }),
    ...(isSameOpen && { assumptions: open.length - questions, questions, open: open.map(({ key }) => key) }),
  }
  const allowed = waitingIn({ commands }).filter(
    ({ digest, before }) => before !== 'refused' && shown.commands.includes(digest),
  )
  return Object.keys(agreed).length + allowed.length === 0 ? undefined : { agreed, commands: allowed }
}

interface InSession {
  readonly env: Environment
  readonly now: Date
  /** When its host first reported a message. */
  readonly began: Date
}

/**
 * Lets commands run for a piece of work, as `spell allow` does, if their text came into the plan in this session.
 *
 * @returns those that may run now
 * @throws Failure as `keepConsent` does
 */
export async function allowAgreed(
  work: Work,
  { env, now, began }: InSession,
  commands: readonly BoundCommand[],
): Promise<readonly BoundCommand[]> {
  const { plan } = work.flow
  if (!plan || commands.length === 0 || commands.some((each) => each.work === undefined)) return []
  const [{ versionsElsewhere }, { consentsOf, keepConsent }] = await Promise.all([
    import('../git/versions'),
    import('../proof/consent/consent'),
  ])
  // If git cannot tell where a text is from, only the developer can.
  const others = await versionsElsewhere(work.root, plan.file, began, env).catch(() => undefined)
  if (!others) return []
  const own = commands.filter(({ command: { text } }) => !others.some((version) => isIn(version, text, plan)))
  if (own.length === 0) return []
  // What a sandbox cannot allow waits for `spell allow`.
  return (await ifWritable(() => keepConsent(consentsOf(work, [], env), own, 'work', now))) ? own : []
}

/** Whether a plan has the text of a command: as a command, or in any other place, with spaces and line endings of any kind. */
const isIn = (version: string, text: string, { criteria }: Pick<NonNullable<Workflow['plan']>, 'criteria'>): boolean =>
  version.replace(/\s+/g, ' ').includes(text.replace(/\s+/g, ' ')) ||
  criteria(version).some((item) => readCriterion(item).commands.some((command) => command.text === text))

/**
 * Agrees to what was shown, by a word that was seen: allows the commands, and says what the entry of the step records.
 *
 * @returns undefined if nothing that was shown is still so
 * @throws Failure as `proposalOf` and `allowAgreed` do
 */
export async function agree(work: Work, session: InSession, shown: ShownWork): Promise<Agreed | undefined> {
  const agreement = agreedBy(shown, await proposalOf(work, session.env))
  if (!agreement) return undefined
  const { length } = await allowAgreed(work, session, agreement.commands)
  const agreed = { ...agreement.agreed, ...(length > 0 && { commands: length }) }
  return Object.keys(agreed).length > 0 ? agreed : undefined
}

/**
 * What the developer agrees to by an Accio that was seen: what this session had shown when they said it, and nothing else.
 *
 * @param said when, ISO 8601 in UTC
 * @returns undefined if nothing that was shown is still so
 * @throws Failure as `agree` does
 */
export async function agreementBy(
  { work }: WantedWord,
  asking: WordContext,
  said = asking.now.toISOString(),
): Promise<Agreed | undefined> {
  if (!work) return undefined
  const { env, now } = asking
  const { here, key } = await shownIn(asking)
  const session = here.all[key]
  if (!session?.shown) return undefined
  const shown = shownAt(session, said)
  const agreed = shown && (await agree(work, { env, now, began: new Date(session.began) }, shown))
  await changeIfWritable(here, key, now, (before) => {
    if (!before) return undefined
    const { shown: _, ...others } = before
    return others
  })
  return agreed
}
