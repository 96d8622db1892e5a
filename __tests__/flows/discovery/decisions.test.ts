import { reviewerIn } from '../../../src/flows/discovery/phases'
import { artifacts, begun, planned, saved, submitted } from '../../support/discovery-plan'
import { makeFolder } from '../../support/folder'

// A reader of the developer's part alone can name each decision that was theirs, and each that was not.

const clarification = {
  resolved_ambiguities: [
    {
      original_question: 'Which separator?',
      human_response: 'a semicolon, as ever',
      final_decision: 'Semicolons everywhere',
    },
    {
      original_question: 'Old tokens?',
      human_response: 'you choose',
      delegated: true,
      final_decision: 'Drop old tokens',
    },
    { original_question: 'Which encoding?', final_decision: 'UTF-8 with a BOM', risk_level: 'HIGH' },
  ],
  decisions: ['Quotes are doubled.'],
}
const theirs = { 'Semicolons everywhere': 'a semicolon, as ever' }
const ofTheAgent = ['Drop old tokens', 'UTF-8 with a BOM', 'Quotes are doubled.']

/** @returns every page that the developer reads on the way from the start to the end */
async function pagesOf(autonomous: boolean): Promise<readonly string[]> {
  const folder = makeFolder()
  const heard = [await planned(folder, 'start', { ...begun, autonomous })]
  for (let { state } = saved(folder); state !== 'verified'; { state } = saved(folder)) {
    const reviewer = reviewerIn(state)
    const artifact = { ...artifacts, clarification }[state as keyof typeof artifacts]
    heard.push(reviewer ? await planned(folder, 'approve', { as: reviewer }) : await submitted(folder, artifact))
  }
  return heard.map(({ developer }) => developer)
}

test('every decision stands on the screens with the words that are passed on, or as one of the agent', async () => {
  const pages = await pagesOf(false)
  const lines = pages.flatMap((page) => page.split('\n'))
  const about = (decision: string) => lines.filter((line) => line.includes(decision))
  for (const [decision, words] of Object.entries(theirs)) {
    expect(about(decision).length).toBeGreaterThan(0)
    for (const line of about(decision)) expect(line).toContain(`(the agent passes on: “${words}”)`)
  }
  for (const decision of ofTheAgent) {
    expect(about(decision).length).toBeGreaterThan(0)
    for (const line of about(decision)) expect(line).toContain('(the agent decided')
  }
  // Where it is decided, and with the last approval.
  const ofOne = pages.map((page) => page.split('Drop old tokens').length - 1)
  expect(ofOne.filter((count) => count > 0)).toEqual([1, 1])
  expect(pages.filter((page) => page.includes('Decided without You'))).toEqual([
    expect.stringContaining('the validation is for you to review'),
  ])
  expect(pages.join()).not.toMatch(/contracts (is|was|has)\b/)
  expect(pages.join()).toContain('Implementation plan, revision 1 (subtasks: 1).')
})

test('in autonomous mode, too, where nothing was reviewed by the developer', async () => {
  const lines = (await pagesOf(true)).flatMap((page) => page.split('\n'))
  for (const decision of ofTheAgent) {
    const about = lines.filter((line) => line.includes(decision))
    expect(about.length).toBeGreaterThan(0)
    for (const line of about) expect(line).toMatch(/the agent decided|Decided without you/)
  }
})
