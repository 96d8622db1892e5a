import { homeOfPackages } from '../../src/cli/home-of-packages'
import { failureHere, launcherIn, launcherOf, outputHere } from '../../src/cli/launcher'
import { exit, Failure } from '../../src/text/failure'

const look = (files: Readonly<Record<string, string>>) => ({
  read: (path: string) => files[path],
  isThere: (path: string) => path in files,
})

describe('the launcher of a repository', () => {
  test.each([
    ['npx --no -- spell', {}],
    ['npx --no -- spell', { 'package-lock.json': '' }],
    ['pnpm exec spell', { 'pnpm-lock.yaml': '' }],
    ['yarn spell', { 'yarn.lock': '' }],
    ['bun run spell', { 'bun.lock': '' }],
    ['bun run spell', { 'bun.lockb': '' }],
  ])('is %s with %j', (launcher, files: Readonly<Record<string, string>>) => {
    expect(launcherIn(look(files))).toBe(launcher)
  })

  test('is that of the manager which package.json names, whatever lock files have been left', () => {
    const files = { 'package.json': '{ "packageManager": "pnpm@9.1.0" }', 'yarn.lock': '', 'package-lock.json': '' }
    expect(launcherIn(look(files))).toBe('pnpm exec spell')
  })
})

test.each([
  ['npm exec --no --workspace @shop/a -- spell', { 'package.json': '{ "workspaces": ["a"] }' }],
  ['pnpm --filter @shop/a exec spell', { 'pnpm-lock.yaml': '', 'pnpm-workspace.yaml': '' }],
  ['yarn workspace @shop/a spell', { 'yarn.lock': '', 'package.json': '{ "workspaces": ["a"] }' }],
  [undefined, { 'bun.lock': '', 'package.json': '{ "workspaces": ["a"] }' }],
  [undefined, { 'pnpm-lock.yaml': '' }],
])('that of a package is %s with %j', (launcher, files: Readonly<Record<string, string>>) => {
  const named = { 'a/package.json': '{ "name": "@shop/a" }', 'b/package.json': '{ "name": "b; rm" }', ...files }
  expect(launcherOf(look(named), 'a')).toBe(launcher)
  expect(launcherOf(look(named), 'b')).toBeUndefined()
})

test.each([
  ['/shop/node_modules/.bin/spell', '/shop', '/shop'],
  ['/shop/node_modules/.bin/spell', '/shop/packages/a', '/shop'],
  ['/shop/node_modules/.pnpm/spell-cli@1/node_modules/spell-cli/bin/spell', '/shop', '/shop'],
  ['C:\\shop\\node_modules\\spell-cli\\bin\\spell', 'C:\\shop\\a', 'C:\\shop'],
  ['/shop/node_modules/.bin/spell', '/shopping', undefined],
  ['/usr/lib/node_modules/spell-cli/bin/spell', '/shop', undefined],
  ['/usr/bin/spell', '/usr/bin', undefined],
])('a program at %s, called in %s, has come with the packages of %s', (program, cwd, home) => {
  expect(homeOfPackages(program, cwd)).toBe(home)
})

describe('a failure names the launcher', () => {
  const said = (message: string, fix: string) =>
    failureHere(
      new Failure(exit.notPossible, 'x', message, fix, { details: [`at \`spell new\``] }),
      'npx --no -- spell',
    )

  test('in each of its commands', () => {
    expect(
      said(
        'Go on with `spell accio`. Run spell doctor. First: spell rfc approve, or spell rfc back',
        'spell doctor --fix --side mine # or: spell undo',
      ),
    ).toMatchObject({
      message:
        'Go on with `npx --no -- spell accio`. Run npx --no -- spell doctor. First: npx --no -- spell rfc approve, or npx --no -- spell rfc back',
      fix: 'npx --no -- spell doctor --fix --side mine # or: npx --no -- spell undo',
      details: ['at `npx --no -- spell new`'],
      code: 'x',
      exitCode: exit.notPossible,
    })
    expect(said('', 'git restore a   # or remove it, and: spell init').fix).toMatch(/and: npx --no -- spell init$/)
  })

  test('and nowhere else', () => {
    for (const text of [
      'a link; spell writes nothing through it',
      'the next spell finishes it',
      'rm .claude/skills/spell -r',
    ])
      expect(said(text, text)).toMatchObject({ message: text, fix: text })
  })
})

test('what a check has found names it, too, in words and as data, and leaves alone what users have written', () => {
  const finding = { title: 'spell new', fix: 'spell doctor --fix' }
  const document = { schemaVersion: 1, kind: 'check', ok: false, warnings: [], findings: [finding] } as const
  const output = outputHere({ document, markdown: 'Help: `spell doctor --fix`', exitCode: exit.found }, 'bun run spell')
  expect(output.markdown).toBe('Help: `bun run spell doctor --fix`')
  expect(output.document.findings).toEqual([{ title: 'spell new', fix: 'bun run spell doctor --fix' }])
})

test.each([
  ['an answer to the agent and the developer', { kind: 'cast', ai: 'Run `spell prove 2`.', developer: '' }, true],
  ['whatever else a person reads', { kind: 'tour' }, true],
  ['a record, in which a plan names it', { kind: 'report' }, false],
])('%s names what works here: %j, %s', (_, said, isChanged) => {
  const document = { schemaVersion: 1, ok: true, warnings: [], ...said } as const
  const terminal = { main: 'If met, run `spell confirm 3`.', aside: '' }
  const output = outputHere({ document, markdown: terminal.main, terminal, exitCode: exit.done }, 'npx --no -- spell')
  const launched = isChanged ? 'If met, run `npx --no -- spell confirm 3`.' : terminal.main
  expect([output.markdown, output.terminal?.main]).toEqual([launched, launched])
  if ('ai' in said) expect(output.document.ai).toBe('Run `npx --no -- spell prove 2`.')
})

test('who reads it, an agent or the developer, reads one form of a command', () => {
  const said = 'Run `spell prove`.'
  const document = { schemaVersion: 1, kind: 'cast', ok: true, warnings: [], ai: said, developer: said } as const
  const markdown = `## Response to the AI\n\n${said}\n\n## Response to the Developer\n\n${said}\n`
  const output = { document, markdown, terminal: { main: said, aside: said }, exitCode: exit.done }
  const named = 'Run `node_modules/.bin/spell prove`.'
  expect(outputHere(output, 'node_modules/.bin/spell')).toMatchObject({
    document: { ai: named, developer: named },
    markdown: markdown.replaceAll(said, named),
    terminal: { main: named, aside: named },
  })
})

test('what an answer quotes from a file stays as it is there', () => {
  const quoted = '```markdown\nI ran `spell prove`.\n```'
  const said = `Run \`spell accio\`.\n\n${quoted}\n\nThen \`spell lumos\`.`
  const document = { schemaVersion: 1, kind: 'cast', ok: true, warnings: [], ai: said } as const
  const { markdown } = outputHere({ document, markdown: said, exitCode: exit.done }, 'yarn spell')
  expect(markdown).toBe(`Run \`yarn spell accio\`.\n\n${quoted}\n\nThen \`yarn spell lumos\`.`)
})
