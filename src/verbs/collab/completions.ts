import type { CompletionRequest } from '../../cli/command'
import { getSkillForState } from '../../flows/collab/lookups'
import { clearings, givenTypes, reportedStatuses, sessionIn } from '../../flows/collab/session'
import { openWave } from '../../flows/collab/tasks'
import { completionsOf } from '../instances'
import { choices } from './cleanup'
import { sessionOf, sessions } from './session-command'

export async function completions(asked: CompletionRequest): Promise<readonly string[] | undefined> {
  const { verb, at, cli } = asked
  if (verb === undefined || at === sessions.flag) return completionsOf(asked, sessions, () => sessionOf(cli))
  if (at === '--type') return givenTypes
  if (at === '--clear') return clearings
  if (typeof at === 'string') return undefined
  if (verb === 'cleanup' && at.length === 0) return choices
  if (verb === 'classify' && at.length === 1) return givenTypes
  if (!['classify', 'rename', 'remove', 'complete-skill', 'task'].includes(verb)) return undefined

  const { work } = await sessionOf(cli)
  const { current, context } = work.saved
  const session = sessionIn(context)
  const tasks = openWave(session)?.tasks ?? []
  if (verb === 'task' && at.length === 0) return tasks.map(({ id }) => id)
  if (verb === 'task' && at.length === 1)
    return tasks.flatMap(({ id, status }) => (id === at[0] ? reportedStatuses.filter((other) => other !== status) : []))
  if (at.length > 0) return []
  if (verb !== 'complete-skill') return session.workItems.map(({ number }) => String(number))
  // Others can be completed manually by a user who knows their names.
  return [getSkillForState(current) ?? []].flat()
}
