import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from '../../src/answer/answer'
import { makeRepository, snapshot } from '../support/folder'
import { headings } from '../support/markdown-headings'
import { spell } from '../support/packed-program'

const steps = ['GC1', 'GC2b', 'G2', 'A1', 'A2', 'A1', 'A2', 'A3', 'A5a', 'P1', 'P2', 'P4e', 'F2']

function makePlace() {
  const shop = makeRepository({ '.ai/task/state.json': '{"current_state":"PR_GATHERING_COMMENTS_G"}' })
  const TMPDIR = join(shop.path, '.git', 'tmp')
  mkdirSync(TMPDIR)
  return { shop, TMPDIR }
}

describe('spell tour', () => {
  test('plays all of it without a question, and leaves nothing behind', () => {
    const { shop, TMPDIR } = makePlace()
    const before = snapshot(shop.path)
    const { exitCode, stdout, stderr } = spell(shop.path, ['tour'], { env: { TMPDIR } })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(headings(stdout, 1)).toEqual([
      ...steps.map((_, index) => `# Step ${index + 1} of ${steps.length}`),
      '# The end',
    ])
    expect(headings(stdout).filter((heading) => heading === '## Response to the Developer')).toHaveLength(steps.length)
    expect(stdout).toContain('\n```markdown\n# Task Results\n\n## Achieved\n\nThe first line is `number,date,total`.\n')
    expect(snapshot(shop.path)).toEqual(before)
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  test('shows real answers, all of which go on', () => {
    const { shop, TMPDIR } = makePlace()
    const { stdout } = spell(shop.path, ['tour', '--json'], { env: { TMPDIR } })
    const tour: { kind: string; ok: boolean; steps: { says: string; answer: Answer }[]; files: string[] } =
      JSON.parse(stdout)
    expect(tour).toMatchObject({ schemaVersion: 1, kind: 'tour', ok: true, warnings: [] })
    expect(tour.steps.map(({ answer }) => answer.row)).toEqual(steps)
    expect(tour.steps.every(({ answer, says }) => answer.outcome === 'advanced' && says !== '')).toBe(true)
    expect(tour.steps.flatMap(({ answer }) => answer.warnings)).toEqual([])
    const archived = tour.files
      .filter((path) => /\/(tasks|pr-reviews)\//.test(path))
      .map((path) => path.split('/').at(-1))
    // biome-ignore format: in one paragraph
    expect(archived.sort()).toEqual([
      'comments.md', 'review-task-results.md', 'review-task.md', 'task-results.md', 'task-results.md', 'task.md',
      'task.md',
    ])
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  test('shows one part only where it is told so', () => {
    const { stdout } = spell(makeRepository().path, ['tour', '--for', 'developer'])
    expect(stdout).not.toContain('## Response to the AI')
    expect(headings(stdout, 1)).toHaveLength(steps.length + 1)
  })

  test('says what is missing where git is not there', () => {
    const { shop, TMPDIR } = makePlace()
    const { exitCode, stdout, stderr } = spell(shop.path, ['tour'], { env: { TMPDIR, PATH: TMPDIR } })
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' })
    expect(stderr).toBe('spell: git could not make a repository to throw away.\n  fix: git --version\n')
    expect(readdirSync(TMPDIR)).toEqual([])
  })
})
