import { isDecided } from './decisions'
import { stateOfSkill } from './lookups'

/** What an entry of the history says besides its states, for people: what was reported, of what, and who decided it. */
export function retell(about: Readonly<Record<string, unknown>>): string {
  const { skill, item, batch, tasks, task, status, number, type, title, choice, said, added } = about
  const isSkill = typeof skill === 'string'
  return [
    isSkill && `\`${skill}\``,
    task !== undefined && `\`${task}\` ${status}`,
    number !== undefined && [`item ${number}`, type, title && `“${title}”`].filter(Boolean).join(' '),
    Array.isArray(added) && added.map((one) => `item ${one?.number}, ${one?.type}: ${one?.title}`).join('; '),
    choice,
    isSkill && item !== undefined && `item ${item}`,
    batch !== undefined && `${String(batch).replace('batch-', 'wave ')}: ${[tasks].flat().join(', ')}`,
    decisionIn(said, isSkill && isDecided(stateOfSkill(skill)?.id ?? '')),
  ]
    .filter(Boolean)
    .join(', ')
}

const decisionIn = (said: unknown, isDecision: boolean): string | false =>
  typeof said === 'string'
    ? `the developer: “${said}”`
    : isDecision && 'reported by the agent, without the developer’s words'
