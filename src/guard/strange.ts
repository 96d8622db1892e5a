import { inline } from '../text/markdown-parts'
import { allWork } from '../work/open'
import { loadSettings } from '../work/settings/settings'
import { standard, standardFlow, type WorkflowEntry } from '../workflows/registry'
import { fits, type Gate, settingNameOf } from './guard'

/** What the settings name states with; commits are judged by the six spells and the repository's own workflows alone. */
const lists = [
  { key: 'blockIn', isOfAll: false },
  { key: 'editsOnlyIn', isOfAll: true },
] as const

/** @returns a warning for each pattern of the guards' settings that fits no state. Throws Failure if something cannot be read */
export async function strangeIn(root: string, env: Gate['env']): Promise<readonly string[]> {
  const { SPELL_GUARD_BLOCK_IN, SPELL_GUARD_EDITS_ONLY_IN } = env
  const { guard } = await loadSettings(root, { SPELL_GUARD_BLOCK_IN, SPELL_GUARD_EDITS_ONLY_IN })
  const found: string[] = []
  for (const { key, isOfAll } of lists) {
    const left = without(guard[key], standardFlow.definition.states)
    const strange = left.length > 0 ? without(left, await statesIn(root, isOfAll)) : []
    found.push(...strange.map((pattern) => `guard.${key} has "${inline(pattern)}", which fits no state.`))
  }
  return found
}

const without = (patterns: readonly string[], states: readonly string[]): readonly string[] =>
  patterns.filter((pattern) => !states.some((state) => fits(state, pattern)))

/** The states of the workflows beside the six spells as the settings name them; of one of the repository also those of today's file. */
async function statesIn(root: string, isOfAll: boolean): Promise<readonly string[]> {
  const { workflowsIn } = await import('../work/workflows-here')
  const { namesToday } = await import('../work/own/read-own')
  const kept = (await allWork(root)).filter(({ flow }) => flow.kept)
  const of = async ({ name, fresh, load }: WorkflowEntry) =>
    fresh
      ? namesToday(root, name, 'states').map((state) => `${name}.${state}`)
      : isOfAll && name !== standard
        ? (await load()).open(name).definition.states
        : []
  return [
    ...kept.flatMap(({ flow }) => flow.definition.states.map((state) => settingNameOf(flow, state))),
    ...(await Promise.all((await workflowsIn(root)).map(of))).flat(),
  ]
}
