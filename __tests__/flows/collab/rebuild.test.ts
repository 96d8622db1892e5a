import fc from 'fast-check'
import { Failure } from '../../../src/failure/failure'
import { definition } from '../../../src/flows/collab'
import { skills } from '../../../src/flows/collab/flow'
import { getSkillForState } from '../../../src/flows/collab/lookups'
import type { EventPayload } from '../../../src/flows/collab/payload'
import { rebuildIn } from '../../../src/flows/collab/rebuild'
import { undo } from '../../../src/steps/undo'
import { workIn } from '../../../src/work/work'
import {
  bring,
  complete,
  contextIn,
  design,
  graph,
  graphText,
  session,
  sessionEdge,
  statePath,
} from '../../support/collab-session'
import { type Folder, makeFolder } from '../../support/folder'
import { pastOf } from '../../support/past-steps'
import { isProving } from '../../support/proving'
import { withSureShare } from '../../support/random'

const rebuild = rebuildIn(definition)

const pastIn = (folder: Folder) => pastOf(folder, session)
const stateIn = (folder: Folder): string => JSON.parse(folder.read(statePath)).current_state
const asSaved = (folder: Folder) => ({ state: stateIn(folder), context: contextIn(folder), isReplayed: true })

/** Does it, or is refused. */
const attempted = (doing: Promise<unknown>) =>
  doing.catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error
  })

async function begun(...titles: readonly string[]): Promise<Folder> {
  const folder = makeFolder()
  await bring(folder, { verb: 'start' })
  for (const title of titles) await bring(folder, { verb: 'add', title })
  return folder
}

test('the history tells a session again, whatever was done in it, in whatever order, and taken back', async () => {
  const number = fc.integer({ min: 1, max: 4 })
  const type = fc.constantFrom('code', 'task')
  const id = fc.constantFrom('a', 'b', 'item-1', 'item-2')
  const status = fc.constantFrom('in_progress', 'completed', 'failed')
  const document = '## Work Items\n### Item 4: Four\n**Type:** task\n'
  const act = fc.oneof(
    { weight: 12, arbitrary: fc.constant('next' as const) },
    { weight: 1, arbitrary: fc.constant('undo' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...skills).map((name) => ({ verb: 'complete-skill', name, note: 'So.' })) },
    { weight: 1, arbitrary: fc.constantFrom('Add it', 'Fix it').map((title) => ({ verb: 'add', title })) },
    { weight: 1, arbitrary: fc.record({ verb: fc.constant('classify'), number, type }) },
    { weight: 1, arbitrary: fc.record({ verb: fc.constant('remove'), number }) },
    { weight: 1, arbitrary: fc.constant({ verb: 'items', document }) },
    { weight: 4, arbitrary: fc.record({ verb: fc.constant('task'), id, status }) },
  ) as fc.Arbitrary<'next' | 'undo' | EventPayload>
  const seen = new Set<string>()
  await withSureShare(
    fc.asyncProperty(fc.boolean(), fc.array(act, { minLength: 10, maxLength: 70 }), async (isImported, walk) => {
      const folder = isImported ? await begun() : await begun('Fix the header', 'Set up the job')
      folder.write({
        [design]: '## Work Items\n### Item 2: Two\n**Type:** bugfix\n',
        [graph]: graphText('tasks: [{id: a}, {id: b, depends-on: [a]}]'),
      })
      for (const one of walk) {
        const skill = getSkillForState(stateIn(folder))
        if (one === 'undo') await attempted(undo(workIn(sessionEdge(folder).root, session), sessionEdge(folder)))
        else if (one === 'next') await (skill === null ? undefined : complete(folder, skill, 'Go on.'))
        else await attempted(bring(folder, one, one.verb === 'complete-skill' ? one.note : undefined))
        // From then on the design has what an honest agent writes.
        if (contextIn(folder).workItems?.length) folder.remove(design)
        if (contextIn(folder).workItems === undefined) await bring(folder, { verb: 'start' })
      }
      seen.add(stateIn(folder))
      const past = pastIn(folder)
      expect(rebuild({ probe: {}, past })).toEqual(asSaved(folder))
      // What the document of tasks says meanwhile changes nothing.
      const middle = past.length >> 1
      const base = {
        state: past[middle]?.from ?? '',
        context: rebuild({ probe: {}, past: past.slice(0, middle) }).context,
      }
      if (middle > 0) expect(rebuild({ probe: {}, past: past.slice(middle), base })).toEqual(asSaved(folder))
      folder.remove('.')
    }),
    isProving ? 25 : 4,
    () => expect(seen.size).toBeGreaterThan(isProving ? 4 : 1),
  )
})

test('without a history all items are lost, and it says so', () => {
  expect(rebuild({ probe: {}, past: [] })).toMatchObject({
    state: 'gather-goals',
    lost: ['all work items', 'the tasks'],
  })
})

test('without its beginning a history gives the items that the rest names, and no number is used again', async () => {
  const folder = await begun('Add it', 'Fix it', 'Set it up')
  await bring(folder, { verb: 'classify', number: 3, type: 'task' })
  const [, , ...past] = pastIn(folder)
  const { state, context, lost } = rebuild({ probe: {}, past })
  expect({ state, lost }).toEqual({
    state: 'gather-goals',
    lost: ['earlier work items', 'what was designed', 'the tasks'],
  })
  expect(context).toMatchObject({
    lastNumber: 3,
    workItems: [
      { number: 2, title: 'Fix it' },
      { number: 3, title: 'Set it up', type: 'task' },
    ],
  })
})
