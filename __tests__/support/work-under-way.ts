import { work } from './casting'
import { filesOfItems } from './collab-documents'
import { bring, complete, graph, graphText } from './collab-session'
import { artifacts, planned, submitted, walkTo } from './discovery-plan'
import { type Folder, makeRepository } from './folder'
import { brief, hoped, scored, shape } from './hope-session'

/** Work of each workflow in which much has happened, each step made by the program. */
const walks = {
  engineer: (folder: Folder) => work(folder),
  discovery: async (folder: Folder) => {
    await walkTo(folder, 'validation')
    const again = { trigger: 'requirements_changed', changes: 'Two separators' } as const
    await planned(folder, 'replan', { from: 'contracts', ...again })
    await submitted(folder, artifacts.contracts)
    await planned(folder, 'approve', { as: 'ai' })
  },
  collab: async (folder: Folder) => {
    await bring(folder, { verb: 'start' })
    const titles = ['Fix the header', 'Fix the rows']
    for (const title of titles) await bring(folder, { verb: 'add', title })
    folder.write(filesOfItems(titles))
    await complete(folder, 'collab-start')
    await complete(folder, 'gather-session-goals', 'Kim wants semicolons.')
    for (const _ of ['header', 'rows'])
      for (const skill of ['collab-clear', 'systematic-debugging']) await complete(folder, skill)
    await complete(folder, 'collab-clear')
    const task = (id: string) => `id: ${id}, files: [${id}.js], run: node --check ${id}.js`
    folder.write({ [graph]: graphText(`tasks: [{${task('header')}}, {${task('rows')}, depends-on: [header]}]`) })
    // Once to show the order, once to freeze it.
    for (const skill of ['ready-to-implement', 'ready-to-implement', 'collab-clear']) await complete(folder, skill)
  },
  hope: async (folder: Folder) => {
    await hoped(folder, { verb: 'start', text: 'Add CSV export of orders', engagement: 'Collaborative' })
    await hoped(folder, { verb: 'score', dims: scored, echo: 'Orders as CSV' })
    await hoped(folder, { verb: 'answer', word: 'yes' })
    await hoped(folder, { verb: 'submit', artifact: brief })
    await hoped(folder, { verb: 'submit', artifact: shape })
    await hoped(folder, { verb: 'answer', word: 'skip' })
    await hoped(folder, { verb: 'score', total: 9 })
    await hoped(folder, { verb: 'answer', word: 'yes' })
    const items =
      'ITEMS:\n- header: Write the header (why: rows need one)\n- rows: Write the rows (depends on: header) (why: orders need one)\n- look: Look at it (depends on: rows) (criteria: C1, C2)\n'
    await hoped(folder, { verb: 'submit', artifact: items })
    await hoped(folder, { verb: 'wave', done: [{ id: 'header' }], carry: [] })
  },
}

/** @returns a repository, or the given folder, with work of a workflow that is not over */
export async function workUnderWay(workflow: keyof typeof walks, folder = makeRepository()): Promise<Folder> {
  await walks[workflow](folder)
  return folder
}
