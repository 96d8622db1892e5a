import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'
import { spell, start } from '../support/packed-program'
import { isNightly } from '../support/proving'
import { randomFrom } from '../support/random'

const agents = 10
const stepsOfEach = isNightly ? 40 : 12

/** What an agent does next; a draft is written before Accio is said. */
const steps = ['accio', 'accio', 'accio', 'undo', 'finite', 'lumos'] as const

test('ten worktrees go on at once, and nothing of one gets into another, whatever is killed', async () => {
  const shop = makeRepository({ '.gitignore': '.ai/.local\n', 'README.md': '# Shop\n' })
  git(shop, 'symbolic-ref', 'HEAD', 'refs/heads/main')
  commitAll(shop, 'begin')
  const home = makeFolder().path
  const trees = Array.from({ length: agents }, (_, index) => ({
    name: `work-${index}`,
    path: join(home, `work-${index}`),
  }))
  for (const { name, path } of trees) git(shop, 'worktree', 'add', '--quiet', '-b', `feat/${name}`, path)

  const found = { killed: 0, done: 0 }
  await Promise.all(
    trees.map(async ({ name, path }, index) => {
      const random = randomFrom(index)
      const at = `.ai/work/${name}`
      expect(spell(path, ['new', name]).exitCode).toBe(0)
      for (let step = 0; step < stepsOfEach; step++) {
        writeDrafts(path, at, name)
        const { child, ended } = start(path, [random.one(steps), '--quiet'])
        const timer = random.below(3) === 0 ? setTimeout(() => child.kill('SIGKILL'), random.below(250)) : undefined
        const { exitCode, stderr } = await ended
        clearTimeout(timer)
        found[exitCode === null ? 'killed' : 'done']++
        expect({ stderr, isKnown: exitCode === null || [0, 3, 4].includes(exitCode) }).toEqual({
          stderr,
          isKnown: true,
        })
      }
    }),
  )
  expect(found.killed).toBeGreaterThan(agents)

  for (const { name, path } of trees) {
    // What was interrupted by the last kill is completed by the next step.
    expect([0, 10]).toContain(spell(path, ['doctor', '--fix']).exitCode)
    expect(JSON.parse(spell(path, ['lumos', '--json']).stdout)).toMatchObject({ ok: true, work: name })
    expect(readdirSync(join(path, '.ai/work'))).toEqual([name])
    expect(existsSync(join(path, '.ai/task'))).toBe(false)
    const lines = readFileSync(join(path, `.ai/work/${name}/history.jsonl`), 'utf8')
      .trim()
      .split('\n')
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name })
    git({ path }, 'add', '--all')
    git({ path }, 'commit', '--quiet', '--message', name)
    expect(damageIn(path)).toEqual([])
    git(shop, 'merge', '--quiet', '--no-edit', `feat/${name}`)
  }
  expect(damageIn(shop.path)).toEqual([])
  expect(readdirSync(join(shop.path, '.ai/work')).sort()).toEqual(trees.map(({ name }) => name).sort())
})

/** What a check finds; that a file is still to be written is no damage. */
function damageIn(path: string): readonly unknown[] {
  const { findings } = JSON.parse(spell(path, ['check', '--json']).stdout)
  return findings.filter(({ rule }: { rule: string }) => rule !== 'error-state')
}

/** Whatever is drafted now says more than its template. */
function writeDrafts(path: string, at: string, name: string): void {
  const texts = {
    'context.md': `# ${name}\n`,
    'plan.md': `# ${name}\n\n- [ ] it works\n`,
    'task.md': `---\ntask_name: ${name}\n---\n\n# Task\n\nDo it.\n`,
  }
  for (const [file, text] of Object.entries(texts)) {
    const full = join(path, at, file)
    if (existsSync(full)) writeFileSync(full, text)
  }
}
