import { execFileSync } from 'node:child_process'
import { standing } from '../support/casting'
import type { Folder } from '../support/folder'
import { type GitHub, type RepositoryWorld, startGitHub } from '../support/github'
import { start } from '../support/processes'
import { makeRepository } from '../support/program'

const comments = '.ai/task/comments.md'
const token = 'ghp_SECRETsecretSECRETsecret'

const git = (folder: Folder, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder.path,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })

/** Planned work on a branch whose remote is the GitHub of the test. */
function clone({ host }: GitHub, branch = 'export', more: Readonly<Record<string, string>> = {}): Folder {
  const folder = makeRepository({
    ...standing('GATHER_EDITING'),
    '.ai/task/plan.md': '# Export\n\n- [ ] it has a header row\n',
    ...more,
  })
  git(folder, 'remote', 'add', 'origin', `http://${host}/acme/shop.git`)
  git(folder, 'checkout', '--quiet', '-b', branch)
  return folder
}

const cast = (folder: Folder, github: GitHub, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  start(folder.path, args, { GITHUB_API_URL: github.api, GITHUB_TOKEN: token, ...env }).ended

const shop = (...threads: NonNullable<NonNullable<RepositoryWorld['pullRequests']>[number]['threads']>) => ({
  'acme/shop': { pullRequests: [{ number: 7, threads }] },
})

test('a review, fetched, decided, fetched again, answered', async () => {
  const world = shop(
    { comments: [{ id: 11, body: 'Quote the fields.\n\n```suggestion\nquote(field)\n```' }] },
    { path: 'logo.png', line: null, comments: [{ id: 12, body: 'Too large.', author: null }] },
    { line: null, originalLine: 30, outdated: true, comments: [{ id: 13, body: 'Name?' }] },
    {
      resolved: true,
      comments: [
        { id: 14, body: 'Typo.' },
        { id: 15, body: 'Fixed.', author: 'dev' },
      ],
    },
  )
  const github = await startGitHub(world)
  const folder = clone(github)

  const begun = await cast(folder, github, ['reparo', '--fetch'])
  expect(begun).toMatchObject({ stderr: '', exitCode: 0 })
  expect(begun.stdout).toContain('pull request #7 has 3 open threads, 1 resolved')
  expect(folder.read(comments)).toMatchInlineSnapshot(`
"# Review Comments

- Pull request: #7 \`Export orders\` by dev in \`acme/shop\`, open
- Address: <https://github.com/acme/shop/pull/7>
- Branch: \`export\` into \`main\`
- Head commit: \`aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\`
- Threads: 3 open (1 outdated), 1 resolved
- Fetched: 2026-11-21T11:24:02Z

Write what you want done after each **Decision**; it stays when the comments are fetched again.

## Open Threads

### r11 · open · \`src/export.ts:12\`

<https://github.com/acme/shop/pull/7#discussion_r11>

**kim** · 2026-08-19 10:12 UTC:

> Quote the fields.
>
> \`\`\`suggestion
> quote(field)
> \`\`\`

**Decision** (r11):

### r12 · open · \`logo.png\`

<https://github.com/acme/shop/pull/7#discussion_r12>

**ghost** · 2026-08-19 10:12 UTC:

> Too large.

**Decision** (r12):

### r13 · open, outdated · \`src/export.ts:30\`

<https://github.com/acme/shop/pull/7#discussion_r13>

**kim** · 2026-08-19 10:12 UTC:

> Name?

**Decision** (r13):

## Resolved Threads

### r14 · resolved · \`src/export.ts:12\`

**kim** · 2026-08-19 10:12 UTC, and 1 more, resolved by kim: <https://github.com/acme/shop/pull/7#discussion_r14>

> Typo.

<!-- fetched by spell dd42547d2acfc54f72f0da05d569788b1bc2114afbe229c6fd21f6eee6a59bc0 -->
"
`)
})
