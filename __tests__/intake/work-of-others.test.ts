import { castWith } from '../../src/intake/cast-with'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { edgeAt, standing } from '../support/casting'
import { remembering } from '../support/collab-session'
import { standingAt } from '../support/discovery-plan'
import { makeFolder } from '../support/folder'
import { hopingAt } from '../support/hope-session'

describe('where nothing has begun, Lumos says where to look instead', () => {
  const others = {
    discovery: standingAt('clarification'),
    collab: remembering('gather-goals'),
    hope: hopingAt('intent.clarify'),
  }
  const look = async (files: Readonly<Record<string, string>>) => {
    const folder = makeFolder(files)
    return (await castWith(workIn(folder.path, engineer), 'lumos', edgeAt(folder), {})).developer
  }

  test.each(Object.entries(others))('with work of %s', async (workflow, files) => {
    expect(await look(files)).toMatch(
      new RegExp(
        `^- A piece of work of ${workflow} is under way: \`spell ${workflow} status( --work [^\`]+)?\`\\.$`,
        'm',
      ),
    )
  })

  test('with work of several', async () => {
    const all = Object.assign({}, ...Object.values(others))
    expect(await look(all)).toContain('\n- Other workflows have 3 pieces of work under way: `spell work`.\n')
  })

  test('and nothing once a piece of work has begun', async () => {
    expect(await look({ ...others.hope, ...standing('GATHER_EDITING_CONTEXT') })).not.toContain('under way')
  })
})
