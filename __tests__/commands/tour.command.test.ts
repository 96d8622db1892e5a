import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, makeRepository, snapshot } from '../support/folder'
import { headings } from '../support/markdown-headings'
import { spellHere } from '../support/packed-program'

const count = 11

function makePlace() {
  const shop = makeRepository({ '.ai/task/state.json': '{"current_state":"PR_GATHERING_COMMENTS_G"}' })
  const TMPDIR = join(shop.path, '.git', 'tmp')
  mkdirSync(TMPDIR)
  // The developer of the tour is at a terminal, even if an agent plays it.
  return { shop, TMPDIR, env: { TMPDIR, XDG_STATE_HOME: TMPDIR, CLAUDECODE: '1' } }
}

describe('spell tour', () => {
  test('plays all of it without a question, and leaves nothing behind', () => {
    const { shop, TMPDIR, env } = makePlace()
    const before = snapshot(shop.path)
    const { exitCode, stdout, stderr } = spellHere(shop.path, ['tour'], { env })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const steps = headings(stdout, 1).filter((heading) => /^# (?:Step|The end)/.test(heading))
    expect(steps).toEqual([...Array.from({ length: count }, (_, index) => `# Step ${index + 1}/${count}`), '# The end'])
    expect(stdout).toContain('\n### Not Allowed Yet\n\n1. `node shop.js` (expected: stdout contains `1,12.50`)\n')
    expect(snapshot(shop.path)).toEqual(before)
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  test('shows real answers: red, then a refusal of what looks good, then green, then complete, then the report', () => {
    const { shop, TMPDIR, env } = makePlace()
    const { stdout } = spellHere(shop.path, ['tour', '--json'], { env })
    const tour = JSON.parse(stdout)
    expect(tour).toMatchObject({ schemaVersion: 1, kind: 'tour', ok: true, warnings: [] })
    type Step = { says: string; command: string; document: Record<string, unknown> }
    const steps: readonly Step[] = tour.steps
    const [red, green] = steps.flatMap(({ document }) => (document.kind === 'proof' ? [document] : []))
    expect(red).toMatchObject({ ok: false, criteria: [{ standing: 'proven' }, { standing: 'failed' }] })
    expect(steps.flatMap(({ document }) => (document.outcome === 'blocked' ? [document] : []))).toMatchObject([
      { row: 'A3s', to: 'ACHIEVE_TASK_DRAFTING' },
    ])
    expect(green).toMatchObject({ ok: true, criteria: [{ standing: 'proven' }, { standing: 'proven' }] })
    expect(steps.at(-2)?.document).toMatchObject({ outcome: 'advanced', to: 'ACHIEVE_COMPLETE' })
    const verdict = { text: expect.stringMatching(/^Complete: 2 proven, at [0-9a-f]{7}$/) }
    expect(steps.at(-1)).toMatchObject({ command: 'spell report', document: { kind: 'report', verdict } })
    expect(steps.flatMap(({ document }) => document.warnings)).toEqual([])
    expect(steps.every(({ says }) => says !== '')).toBe(true)
    expect(tour.files).toEqual(expect.arrayContaining(['.ai/task/plan.md', '.ai/task/proofs.jsonl']))
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  test('shows one part only where it is told so, and needs no repository', () => {
    const { exitCode, stdout, stderr } = spellHere(makeFolder().path, ['tour', '--for', 'developer'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).not.toContain('## Response to the AI')
    expect(stdout).toContain(`# Step ${count}/${count}\n`)
  })

  test('says what is missing where git is not there', () => {
    const { shop, TMPDIR } = makePlace()
    const { exitCode, stdout, stderr } = spellHere(shop.path, ['tour'], { env: { TMPDIR, PATH: TMPDIR } })
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toBe('spell: git could not make a repository to throw away.\n  fix: git --version\n')
    expect(readdirSync(TMPDIR)).toEqual([])
  })
})
