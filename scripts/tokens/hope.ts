import { bytesOf, listening, type Place } from './place'

const brief = 'OBJECTIVE: Orders leave as CSV\nACCEPTANCE:\n- a header row\n- must NOT lose an order\n'
const shape = 'CRITERIA:\n- a header row\n- a row for each order\nMUST NOT:\n- change an order\n- need a database\n'
const items =
  'ITEMS:\n- header: Write the header (criteria: C1)\n- rows: Write the rows (depends on: header) (criteria: C2)\n- docs: Write the docs (why: who exports orders reads them)\n'
const findings = 'FINDINGS: none\nCHECKED:\n- C1, C2, M1, M2: orders.js, with a comma in a name\n'

type Line = readonly [args: readonly string[], input?: string]

/** A session with every required step, and no detours. */
const session: readonly Line[] = [
  [['start', 'Add CSV export of orders', '--engagement', 'Collaborative', '--max-waves', '3']],
  [['score', '--total', '8']],
  [['submit', '-'], brief],
  [['submit', '-'], shape],
  [['consult', 'review', 'does it hold?']],
  [['consult', 'done', '-'], findings],
  [['score', '--total', '9']],
  [['answer', 'yes']],
  [['submit', '-'], items],
  [['wave', '--done', 'header: the first line names the columns', '--done', 'docs']],
  [['wave', '--done', 'rows: three orders, three rows']],
  [['submit', '-'], findings],
  [['answer', 'satisfied']],
]

/** A one-line change: the request is its shape. */
const typo: readonly Line[] = [
  [['start', 'Fix typo in README\nDONE: README says receive', '--points', '1']],
  [['wave', '--done', 'do: grep -c receive README.md says 1']],
  [['answer', 'satisfied']],
]

const walk =
  (lines: readonly Line[]) =>
  (place: Place): number => {
    const { heard, say } = listening(place)
    for (const [args, input] of lines) {
      if (args[0] === 'wave') place.write('README.md', 'receive\n')
      say(['hope', ...args], input)
    }
    const { main } = JSON.parse(place.say(['hope', 'status', '--json']))
    if (main !== 'completed') throw new Error(`the session ends in ${main}`)
    return bytesOf(heard)
  }

/** @returns bytes of all answers */
export const walkHope = walk(session)
/** @returns bytes of all answers */
export const walkTypo = walk(typo)
