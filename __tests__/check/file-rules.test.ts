import { historyPath } from '../../src/work/history/history-line'
import type { Workflow } from '../../src/workflow/flow'
import { plan, planned, walkTo } from '../support/discovery-plan'
import { examine } from '../support/doctoring'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { git } from '../support/git'
import { brief, hoped, session, shape } from '../support/hope-session'

interface Work {
  readonly workflow: Workflow
  readonly begin: (folder: Folder) => Promise<unknown>
  readonly look: (folder: Folder) => Promise<{ readonly warnings: readonly string[] }>
  readonly artifact: string
  /** A step that changes nothing of what was handed in. */
  readonly step: (folder: Folder) => Promise<{ readonly warnings: readonly string[] }>
}
const works: Readonly<Record<string, Work>> = {
  discovery: {
    workflow: plan,
    begin: (folder) => walkTo(folder, 'clarification'),
    look: (folder) => planned(folder, 'status'),
    artifact: `${plan.folder}/artifacts/context_discovery_artifact.json`,
    step: (folder) => planned(folder, 'autonomous', { on: true }),
  },
  hope: {
    workflow: session,
    begin: async (folder) => {
      await hoped(folder, { verb: 'start', text: 'Add CSV', engagement: 'Collaborative' })
      await hoped(folder, { verb: 'score', total: 9 })
      await hoped(folder, { verb: 'submit', artifact: brief })
      await hoped(folder, { verb: 'submit', artifact: shape })
    },
    look: (folder) => hoped(folder, { verb: 'status' }),
    artifact: `${session.folder}/round-1/shape.md`,
    step: (folder) => hoped(folder, { verb: 'consult', mode: 'panel', query: 'which way?' }),
  },
}

const foundBy = ({ path: root }: Folder, workflow: Workflow) => examine({ root, workflow, env: {}, now: new Date() })
const commit = (folder: Folder) => {
  git(folder, 'add', '-A')
  git(folder, 'commit', '-qm', 'work')
}

describe.each(Object.entries(works))('what was handed in to %s', (_, { workflow, begin, look, artifact, step }) => {
  test('is as it was, and nothing is said', async () => {
    const folder = makeFolder()
    await begin(folder)
    expect(await foundBy(folder, workflow)).toEqual([])
    expect(JSON.stringify((await look(folder)).warnings)).not.toContain('handed in')
    folder.write({ [artifact]: folder.read(artifact).replaceAll('\n', '\r\n') })
    expect(await foundBy(folder, workflow)).toEqual([])
  })

  test('and was changed since is named, with the command that brings it back; a look and the next step warn of it', async () => {
    const folder = makeRepository()
    await begin(folder)
    commit(folder)
    const was = folder.read(artifact)
    folder.write({ [artifact]: `${was}\n` })
    const [found, ...others] = await foundBy(folder, workflow)
    expect({ found, others }).toMatchObject({
      found: {
        code: 'artifact-changed',
        where: artifact,
        message: expect.stringContaining(`${artifact} was changed after it was handed in (`),
        fix: expect.stringMatching(/ && git show [0-9a-f]{12}:\.\/.* > /),
      },
      others: [],
    })
    const told = `${artifact} was changed after it was handed in. Run \`spell doctor\`.`
    expect((await look(folder)).warnings).toContain(told)
    expect((await step(folder)).warnings).toContain(told)
    expect(folder.read(artifact)).toBe(`${was}\n`)
  })

  test('and is gone is named, with the command that brings it back', async () => {
    const folder = makeRepository()
    await begin(folder)
    commit(folder)
    folder.remove(artifact)
    expect(await foundBy(folder, workflow)).toMatchObject([
      {
        code: 'file-missing',
        where: artifact,
        fix: expect.stringMatching(/^test ! -e \S+ && git (?:restore --source=HEAD --|show) /),
      },
    ])
  })

  test('long ago is known from the history, not only from the lines that the state still has', async () => {
    const folder = makeFolder()
    await begin(folder)
    const path = `${workflow.folder}/state.json`
    const { history, ...document } = JSON.parse(folder.read(path))
    folder.write({ [path]: JSON.stringify({ ...document, history: history.slice(-1) }) })
    folder.write({ [artifact]: `${folder.read(artifact)}\n` })
    expect(folder.read(historyPath(workflow)).trimEnd().split('\n').length).toBeGreaterThan(1)
    expect((await look(folder)).warnings).toContain(
      `${artifact} was changed after it was handed in. Run \`spell doctor\`.`,
    )
  })
})
