import { defineCommand } from '../../cli/command'
import { exit } from '../../failure/failure'
import type { Condition } from '../../flows/collab/flow'
import { getWorkflowStates } from '../../flows/collab/lookups'

/** Prints the table of the states. */
export const command = defineCommand({
  name: 'states',
  summary: 'Print all states with their skills and where they lead',
  options: [],
  async run() {
    const states = getWorkflowStates()
    const lines = states.map(({ id, skill, display, transitions }, index) => [
      String(index + 1),
      id,
      skill ?? '–',
      display,
      transitions.map(({ to, condition }) => inWords(to, condition)).join('; ') || '–',
    ])
    const head = ['#', 'State', 'Skill', 'Called', 'Leads to']
    return {
      document: { schemaVersion: 1, kind: 'states', ok: true, workflow: 'collab', states, warnings: [] },
      markdown: `${[head, head.map(() => '---'), ...lines].map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`,
      exitCode: exit.done,
    }
  },
})

function inWords(to: string, condition: Condition | undefined): string {
  if (!condition || condition.type === 'always') return to
  if (condition.type === 'item_type') return `${to} (${condition.value})`
  return `${to} (${condition.type.replaceAll('_', ' ')})`
}
