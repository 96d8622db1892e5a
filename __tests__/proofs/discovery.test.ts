import { artifactKey, type Phase, phaseOf, phases, reviewerIn } from '../../src/workflows/discovery/plan'
import {
  artifactFile,
  artifacts,
  begun,
  edgeOfPlan,
  plan,
  planned,
  saved,
  stateFile,
  submitted,
} from '../support/discovery-plan'
import { repair } from '../support/doctoring'
import { copyOf, type Folder, makeFolder } from '../support/folder'

const again = { trigger: 'new_discovery', changes: 'A second module.' }

describe('a plan that was found again', () => {
  /** The next thing that brings a plan nearer to its end; every contract is sent back once. */
  async function step(folder: Folder): Promise<void> {
    const { state, plan: known } = saved(folder)
    const reviewer = reviewerIn(state)
    if (state === 'verified') await planned(folder, 'replan', { ...again, from: 'discovery' })
    else if (!reviewer) await submitted(folder, artifacts[state as Phase])
    else if (state.startsWith('contracts') && !known.revisions.contract_design_artifact)
      await planned(folder, 'revise', { feedback: ['Name the callers.'] })
    else await planned(folder, 'approve', { as: reviewer })
  }

  test.each<[what: string, lose: (folder: Folder) => void]>([
    ['whose state is broken', (folder) => folder.write({ [stateFile]: '{' })],
    ['whose state and backups are gone', (folder) => folder.remove(stateFile, '.ai/.local')],
  ])('%s comes to its end wherever it stood, and writes over nothing', async (_, lose) => {
    const walk = makeFolder()
    await planned(walk, 'start', begun)
    // Through the whole, and half of it once more.
    for (let count = 0; count < 28; count++) {
      await step(walk)
      const folder = copyOf(walk)
      lose(folder)
      await repair(plan, edgeOfPlan(folder))
      const { state, plan: found } = saved(folder)
      const there = Object.keys(folder.contents())
      const claimed = phases.filter((phase) => artifactKey[phase] in found.context_store)
      expect(there).toEqual(expect.arrayContaining([...claimed.map(artifactFile), stateFile]))
      expect(reviewerIn(state) === undefined || claimed.includes(phaseOf(state) as Phase)).toBe(true)
      await planned(folder, 'replan', { ...again, from: 'discovery', force: true })
      for (let more = 0; saved(folder).state !== 'verified' && more < 30; more++) await step(folder)
      expect(saved(folder).state).toBe('verified')
      folder.remove('.')
    }
  })
})
