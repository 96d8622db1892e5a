import { flow, skillStates, skills, type WorkflowState, wordsOfSkills } from './flow'

/** Pure look-ups in the flow, also exported to other programs. */

export const getWorkflowStates = (): readonly WorkflowState[] => flow

export const getState = (id: string): WorkflowState | undefined => flow.find((state) => state.id === id)

/** @returns the skill of a state; null for a router, the end, or an unknown id */
export const getSkillForState = (id: string): string | null => getState(id)?.skill ?? null

/** An alias that matches `skillToState`. */
export const stateToSkill = getSkillForState

/**
 * The id of the first state with this skill, in any case; null if there is none. Twelve states have `collab-clear`;
 * only the session knows which one is meant.
 */
export function skillToState(skill: string): string | null {
  const name = normalized(skill)
  return flow.find((state) => state.skill === name)?.id ?? null
}

const normalized = (name: string): string => name.trim().toLowerCase()

/** The skill of that name, or of the state with that id; undefined if there is none. */
export function skillNamed(name: string): string | undefined {
  const wanted = normalized(name)
  return skills.find((skill) => skill === wanted) ?? getSkillForState(wanted) ?? undefined
}

/** @returns the only state of a skill that is reported by its name or that of its state; undefined as in `stateOfSkill` */
export const stateNamed = (name: string): WorkflowState | undefined => stateOfSkill(skillNamed(name) ?? '')

/** @returns the only state with a skill; undefined for `collab-clear` and for an unknown skill */
export const stateOfSkill = (skill: string): WorkflowState | undefined =>
  skillStates.find((state) => state.skill === skill)

/** Whether a step ends with what the developer decides, by what its entry records; a new order is only shown. */
export const isDecided = ({ skill, built }: Readonly<Record<string, unknown>>): boolean =>
  typeof skill === 'string' &&
  Object.hasOwn(wordsOfSkills, skill) &&
  (built === undefined || skill !== 'ready-to-implement')

/** Whether a verb changes what was agreed on, by any of its callers. */
export const isOfDeveloper = (verb: string): boolean =>
  ['classify', 'rename', 'remove', 'cleanup', 'stop'].includes(verb)
