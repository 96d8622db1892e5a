import { phases, states } from '../../../src/workflows/discovery/phases'
import { rows } from '../../../src/workflows/discovery/table'
import { makeFolder } from '../../support/folder'
import {
  artifactFile,
  artifacts,
  planned,
  planTexts,
  simple,
  standingAt,
  submitted,
  walkTo,
} from '../../support/planning'

test('every row has a text, and every text a row', () => {
  expect(Object.keys(planTexts.rows).sort()).toEqual([...new Set([...rows.map(({ id }) => id), 'undo'])].sort())
})

test.each(states)(
  'in %s both parts are whole: no placeholder is left, no name of a state reaches the developer',
  async (state) => {
    for (const autonomous_mode of [false, true]) {
      const { ai, developer } = await planned(makeFolder(standingAt(state, { autonomous_mode })), 'status')
      expect(`${ai}${developer}`).not.toMatch(/\{\{|undefined/)
      expect(ai).toContain('### Rules')
      expect(developer).not.toMatch(/_awaiting_|complexity_decision/)
    }
  },
)

test('an agent gets the artifacts of the phases before, and the reviewer the one at hand, too', async () => {
  const quoted = async (state: (typeof states)[number]) => {
    const { ai } = await planned(makeFolder(standingAt(state)), 'status')
    return phases.filter((phase) => ai.includes(`### Text of \`${artifactFile(phase)}\``))
  }
  expect(await quoted('discovery')).toEqual([])
  expect(await quoted('contracts')).toEqual(['discovery', 'clarification'])
  expect(await quoted('contracts_awaiting_human_review')).toEqual(['discovery', 'clarification', 'contracts'])
})

test('what was left behind by a replan is not handed on', async () => {
  const folder = makeFolder(standingAt('verified'))
  const { ai } = await planned(folder, 'replan', {
    from: 'implementation_plan',
    trigger: 'implementation_failed',
    changes: 'It does not fit.',
    preserve: ['contracts'],
    invalidate: ['The export is one function.'],
  })
  expect(ai).toContain(artifactFile('contracts'))
  expect(ai).not.toContain(artifactFile('discovery'))
  expect(ai).toContain('It does not fit.\nNo longer true:\n- The export is one function.')
})

test('a discovery whose tools failed is taken, with a warning', async () => {
  const folder = makeFolder(standingAt('discovery'))
  const { warnings } = await submitted(folder, { ...artifacts.discovery, tool_failures: ['grep', 'glob'] })
  expect(warnings).toEqual(['Discovery is partial: 2 of its tools failed. There may be gaps.'])
})

test('what is called simple and is not is taken, with a warning', async () => {
  const folder = makeFolder(standingAt('discovery'))
  const { warnings } = await submitted(folder, { ...simple, integration_points: ['the shop'] })
  expect(warnings).toEqual([expect.stringContaining('contracts will not be skipped')])
})

test('a question without an answer is warned of, however it is spaced', async () => {
  const asked = { ...artifacts.discovery, questions: ['Which separator?', 'Which  encoding?'] }
  const folder = makeFolder(
    standingAt(
      'clarification',
      {},
      {
        discovery: {
          ...asked,
          ambiguities_discovered: [{ question: 'Which separator?' }, { question: 'Which  encoding?' }],
        },
      },
    ),
  )
  const { warnings } = await submitted(folder, { resolved_ambiguities: [{ original_question: 'which encoding? ' }] })
  expect(warnings).toEqual(['A question of the discovery has no answer: Which separator?'])
})

test('what was decided alone at a high risk is warned of until the plan is verified', async () => {
  const folder = makeFolder()
  const risky = { resolved_ambiguities: [{ final_decision: 'Semicolons everywhere', risk_level: 'high' }] }
  await walkTo(folder, 'clarification')
  await planned(folder, 'autonomous', { on: true })
  const { warnings } = await submitted(folder, risky)
  expect(warnings).toEqual(['Decided without you, at a high risk: Semicolons everywhere'])
  await planned(folder, 'approve')
  for (const phase of ['contracts', 'implementation_plan', 'validation'] as const) {
    expect((await planned(folder, 'status')).warnings).toEqual(warnings)
    await submitted(folder, artifacts[phase])
    await planned(folder, 'approve')
  }
  expect((await planned(folder, 'status')).warnings).toEqual([])
})

test('from the fourth replan on it is asked whether the task is cut well', async () => {
  const folder = makeFolder(standingAt('contracts'))
  const again = { from: 'discovery', trigger: 'new_discovery', changes: 'More.' }
  const warned: number[] = []
  for (let count = 1; count <= 5; count++) {
    if ((await planned(folder, 'replan', again)).warnings.length > 0) warned.push(count)
  }
  expect(warned).toEqual([4, 5])
})

test('an autonomous plan asks nobody while it clarifies', async () => {
  const { ai } = await planned(makeFolder(standingAt('clarification', { autonomous_mode: true })), 'status')
  expect(ai).toContain('choose the safest option')
  expect(ai).not.toContain('Lead one conversation')
})
