import { flow, skillStates, skills, type WorkflowState } from './flow'

/** Look-ups in the flow, which other programs have, too. All are pure. */

/** @returns the 34 states, in the order of the work */
export const getWorkflowStates = (): readonly WorkflowState[] => flow

/** @returns the state of that id, undefined where there is none */
export const getState = (id: string): WorkflowState | undefined => flow.find((state) => state.id === id)

/** @returns the skill that is performed in a state; null for routers, for the end, and for what is no state */
export const getSkillForState = (id: string): string | null => getState(id)?.skill ?? null

/** The same under the name that goes with `skillToState`. */
export const stateToSkill = getSkillForState

/**
 * @param skill in any case, with blanks around it
 * @returns the id of the first state with this skill, null where there is none. `collab-clear` belongs to twelve: of those
 *   only the session itself knows which it is
 */
export function skillToState(skill: string): string | null {
  const name = normalized(skill)
  return flow.find((state) => state.skill === name)?.id ?? null
}

const normalized = (name: string): string => name.trim().toLowerCase()

/**
 * @param name of a skill, or the id of a state, which stands for its skill
 * @returns the skill, undefined where there is none of that name
 */
export function skillNamed(name: string): string | undefined {
  const wanted = normalized(name)
  return skills.find((skill) => skill === wanted) ?? getSkillForState(wanted) ?? undefined
}

/** @returns the one state in which a skill is performed; undefined for `collab-clear` and for what is no skill */
export const stateOfSkill = (skill: string): WorkflowState | undefined =>
  skillStates.find((state) => state.skill === skill)
