import { bytesOf, listening, type Place } from './place'

const words = 'The export reads orders in the order of their numbers and writes one line for each of them. '
/** Text of the length of real artifacts. */
const prose = (bytes: number) => words.repeat(Math.ceil(bytes / words.length)).slice(0, bytes)
const separator = 'Which separator do users expect?'

/** The five artifacts, 9 kB in total. */
const artifacts: readonly object[] = [
  {
    codebase_understanding: { overview: prose(1500) },
    complexity_assessment: 'HIGH',
    relevant_files: ['src/orders.ts', 'src/export.ts'],
    ambiguities_discovered: [{ question: separator }],
  },
  {
    resolved_ambiguities: [
      { original_question: separator, human_response: 'A semicolon, please.', final_decision: prose(1600) },
    ],
  },
  { interface_design: prose(1800) },
  {
    subtasks: ['ST-1', 'ST-2', 'ST-3'].map((subtask_id) => ({
      subtask_id,
      title: prose(60),
      operation: 'CREATE',
      description: prose(530),
      verify: 'npm test',
      acceptance_criteria: ['A header row'],
    })),
  },
  { final_approval_status: 'APPROVED', approval_reasoning: prose(1700) },
]

/** @returns bytes of all answers of one plan: each artifact submitted, and approved by both */
export function walkDiscovery(place: Place): number {
  const { heard, say } = listening(place)
  say(['discovery', 'start', 'Add CSV export', '--goal', 'Orders leave as CSV', '--ac', 'A header row'])
  for (const artifact of artifacts) {
    say(['discovery', 'submit', '-'], JSON.stringify(artifact, null, 2))
    const brief = heard.at(-1) ?? ''
    const names = new Set([...(brief.match(/\bK\d+(?=: )/g) ?? []), ...(brief.match(/(?<=\*\*)[a-z]+(?=\*\*)/g) ?? [])])
    const found = [...names].map((name) => `${name}: the header row was opened, ${name} holds`)
    say(['discovery', 'approve', ...found.flatMap((text) => ['--finding', text])])
    say(['discovery', 'approve', '--as', 'human'])
  }
  const { to } = JSON.parse(place.say(['discovery', 'status', '--json']))
  if (to !== 'verified') throw new Error(`the plan ends in ${to}`)
  return bytesOf(heard)
}
