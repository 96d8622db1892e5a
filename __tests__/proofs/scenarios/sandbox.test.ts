import { linesOf } from '../../support/casting'
import { makeRepository, wholeTree } from '../../support/folder'
import { commitAll, git } from '../../support/git'
import { inSandbox } from '../../support/packed-read-only'
import { sessionIn } from '../../support/packed-words'

// The default sandbox of Codex: commands may write the repository, but neither git's folder nor the account's.

const sandboxed = (inSandbox ? describe : describe.skip) as typeof describe

/** A word and more: it is kept for the agent. */
const kept = 'Good. Accio, and mind the header.'

/** Work that has begun, in a clone whose hooks run outside of the sandbox. */
function begun() {
  const folder = makeRepository({ '.ai/spell.json': '{"word":"required"}' })
  const session = sessionIn(folder)
  const { env, says, runs } = session
  says(kept)
  runs(['accio'])
  folder.write({ '.ai/task/context.md': '# Context\n\nOrders are copied by hand.\n' })
  commitAll(folder)
  const agent = (...args: readonly string[]) => {
    const call = { tool_name: 'Bash', tool_input: { command: `spell ${args.join(' ')}` }, session_id: 'one' }
    runs(['guard', 'tool', '--agent', 'claude'], JSON.stringify({ ...call, cwd: folder.path }))
    return inSandbox?.(folder.path, env.XDG_STATE_HOME, args, env)
  }
  return { folder, ...session, agent }
}

sandboxed('in a sandbox', () => {
  test('an agent casts once on a kept word, whatever it then does to the step', () => {
    const { folder, says, agent, asks } = begun()
    says(kept)
    expect(agent('accio')).toMatchObject({ exitCode: 0, stderr: '' })
    expect(JSON.parse(linesOf(folder).at(-1) ?? '{}')).toMatchObject({ word: 'said', said: expect.any(String) })
    folder.write({ '.ai/task/plan.md': '# Orders\n\n- [ ] They are exported\n' })
    expect(agent('accio')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('has not seen Accio') })
    git(folder, 'checkout', '--', '.ai')
    git(folder, 'clean', '-fdxq', '.ai')
    expect(agent('accio')).toMatchObject({ exitCode: 3 })
    expect(linesOf(folder)).toHaveLength(1)
    expect(asks('doctor').findings).toContainEqual(expect.objectContaining({ code: 'word-lost' }))
    says(kept)
    expect(agent('accio')).toMatchObject({ exitCode: 0 })
  })

  test('a grant does not end, and its end says so', () => {
    const { hears, runs, agent } = begun()
    hears('accio until complete')
    expect(agent('say', 'stop')).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('cannot be ended') })
    expect(runs(['say', 'stop'])).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('has ended') })
  })

  test('a look shows what is new, and changes nothing', () => {
    const { folder, says, runs, agent } = begun()
    says(kept)
    runs(['accio'])
    folder.write({ '.ai/task/plan.md': '# Orders\n\n- [ ] They are exported\n  - run: `true`\n' })
    const before = wholeTree(folder.path)
    const look = agent('lumos', '--for', 'developer')
    expect(look).toMatchObject({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringContaining('1. They are exported\n   - `true`'),
    })
    expect(wholeTree(folder.path)).toEqual(before)
  })
})
