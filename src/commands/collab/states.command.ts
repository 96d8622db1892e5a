import { documentOutput } from '../../cli/answer-output'
import { defineCommand } from '../../cli/command'
import type { Condition } from '../../flows/collab/flow'
import { getWorkflowStates } from '../../flows/collab/lookups'
import { noCell, table } from '../../markdown/table'

export const command = defineCommand({
  name: 'states',
  summary: 'Print all states with their skills and where they lead',
  options: [],
  async run() {
    const states = getWorkflowStates()
    const lines = states.map(({ id, skill, display, transitions }, index) => [
      String(index + 1),
      id,
      skill ?? noCell,
      display,
      transitions.map(({ to, condition }) => conditionText(to, condition)).join('; ') || noCell,
    ])
    const markdown = `${table(['#', 'State', 'Skill', 'Called', 'Leads to'], lines)}\n`
    return documentOutput('states', true, { workflow: 'collab', states }, markdown)
  },
})

function conditionText(to: string, condition: Condition | undefined): string {
  if (!condition || condition.type === 'always') return to
  if (condition.type === 'item_type') return `${to} (${condition.value})`
  return `${to} (${condition.type.replaceAll('_', ' ')})`
}
