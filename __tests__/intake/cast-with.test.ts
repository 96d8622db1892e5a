import { castWith } from '../../src/intake/cast-with'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { edgeAt, standing } from '../support/casting'
import { makeClone } from '../support/github-clone'
import { startGitHub } from '../support/github-server'
import { describeOnPosix } from '../support/posix'

const comments = '.ai/task/comments.md'

describeOnPosix('Reparo', () => {
  async function cast(settings: string, spell = 'reparo') {
    const github = await startGitHub({ 'acme/shop': { pullRequests: [{ number: 7 }] } })
    const folder = makeClone(github, {
      ...standing('GATHER_EDITING'),
      '.ai/task/plan.md': '# Export\n\n- [ ] a\n',
      '.ai/spell.json': settings,
    })
    const ctx = { ...edgeAt(folder), env: github.env }
    await castWith(workIn(ctx.root, engineer), spell, ctx, {})
    return { asked: github.asked.length, files: Object.keys(folder.contents()), folder }
  }

  test('fetches where the settings say so, whether a user or an agent casts it', async () => {
    const { asked, folder } = await cast('{ "review": { "fetch": true } }')
    expect(asked).toBe(3)
    expect(folder.read(comments)).toContain('#7 `Export orders`')
  })

  test('asks no server if they do not', async () => {
    const { asked, files } = await cast('{}')
    expect(asked).toBe(0)
    expect(files).toContain(comments)
  })

  test('is the only spell that does', async () => {
    expect((await cast('{ "review": { "fetch": true } }', 'accio')).asked).toBe(0)
  })
})
