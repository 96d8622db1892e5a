import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020'
import { type Answer, exitOf } from '../../src/cast/answer/answer'
import { properties, verify } from '../../src/engine/verify'
import { printRecord } from '../../src/install/pieces/record'
import { reparo } from '../../src/intake/fetch-review'
import { exactJson } from '../../src/text/markdown/visible'
import { loadSettings, settingsPath } from '../../src/work/settings/settings'
import { settings } from '../../src/work/settings/settings-file'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import { spells, states } from '../../src/workflows/engineer/states'
import { workflows } from '../../src/workflows/registry'
import { castIn, edgeAt, standing } from '../support/casting'
import { graph, graphText, item, remembering } from '../support/collab-session'
import { standingAt } from '../support/discovery-plan'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { git } from '../support/git'
import { makeClone } from '../support/github-clone'
import { startGitHub } from '../support/github-server'
import { hopingAt, task } from '../support/hope-session'
import { spellHere, start } from '../support/packed-program'
import { testOnPosix } from '../support/posix'
import { makeProvable, prove } from '../support/provable-work'
import { allAtNight } from '../support/proving'

const published = 'docs/schemas'
const names = readdirSync(published).map((file) => file.replace('.schema.json', ''))
const schemas = Object.fromEntries(
  names.map((name) => [name, JSON.parse(readFileSync(join(published, `${name}.schema.json`), 'utf8'))]),
)

const ajv = new Ajv2020({ strict: true, schemas: Object.values(schemas) })

function schemaOf(kind: string): ValidateFunction {
  const validate = ajv.getSchema(`${kind}.schema.json`)
  if (!validate) throw new Error(`no schema for ${kind}`)
  return validate
}

/** What is wrong with a document, by the schema of its kind; empty where it is right. */
function wrongIn(document: { kind: string }): string {
  const validate = schemaOf(document.kind)
  return validate(document) ? '' : ajv.errorsText(validate.errors)
}

function* parts(schema: unknown): Generator<Record<string, unknown>> {
  if (typeof schema !== 'object' || schema === null) return
  if (!Array.isArray(schema)) yield schema as Record<string, unknown>
  for (const part of Object.values(schema)) yield* parts(part)
}

describe.each(names)('the schema %s', (name) => {
  const schema = schemas[name]

  test('is one of JSON Schema 2020-12 under its own name', () => {
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `${name}.schema.json`,
      title: expect.any(String),
      description: expect.any(String),
    })
    expect(ajv.validateSchema(schema)).toBe(true)
  })

  test('describes every field', () => {
    const conditions = [...parts(schema)].flatMap(({ if: asked, then, else: other }) => [asked, then, other])
    const undescribed = [...parts(schema)]
      .filter((part) => !conditions.includes(part))
      .flatMap(({ properties = {} }) => Object.entries(properties as Record<string, Record<string, unknown>>))
      .filter(([key, { description, $ref }]) => key !== 'kind' && !description && !$ref)
    expect(undescribed.map(([key]) => key)).toEqual([])
  })
})

const planning = {
  ...standing('GATHER_EDITING'),
  '.ai/task/plan.md': '# Orders\n\n- [ ] https://shop.atlassian.net/browse/S-1\n',
}
const run = async (files: Readonly<Record<string, string>>, args: readonly string[]) => {
  const { stdout, exitCode } = spellHere(makeRepository(files).path, [...args, '--json'])
  return { document: JSON.parse(stdout), exitCode }
}

const installed = {
  '.ai/installed.json': printRecord({
    version: '0.0.1',
    choices: { agents: [], guard: 'none' },
    files: [{ path: 'AGENTS.md', whole: '', before: null }],
  }),
}

const withCommands = {
  ...planning,
  '.ai/task/plan.md': '- [ ] a\n  - run: `make x`\n- [x] b\n  - run: x\n- [x] c\n',
  '.ai/spell.json': '{"proof":{"always":["npm test"]}}',
  Makefile: '',
}

const wave = (...ids: readonly string[]) => hopingAt('loop.wave_execution', { items: ids.map((id) => task(id)) })

const fetchedComments =
  '# Review Comments\n\n## Open Threads\n\n### r11 · open · `a.ts:1`\n\n<https://github.com/a/b/pull/7#discussion_r11>\n\n**Decision** (r11): yes\n'

/** A real document of every kind and every outcome, from the packed program. */
// biome-ignore format: a case is a line
const real: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, args: readonly string[]]>> = {
  'a cast that advances': [{}, ['accio', '--note', 'go']],
  'a cast that moves files': [{ ...standing('ACHIEVE_TASK_EXECUTED'), '.ai/task/plan.md': '', '.ai/task/task-results.md': '' }, ['accio']],
  'a cast that keeps files': [{ '.ai/task/context.md': '' }, ['accio']],
  'a cast that stays': [planning, ['expecto']],
  'a cast without effect': [planning, ['finite']],
  'a cast that is blocked': [planning, ['reverto']],
  'a cast that asks': [{ ...planning, '.ai/task/comments.md': '' }, ['reparo']],
  'a cast that misses a file': [standing('GATHER_EDITING'), ['accio']],
  'a look': [planning, ['lumos']],
  'new work': [planning, ['new', '--yes']],
  'new work after what cannot be read': [{ '.ai/task/state.json': '' }, ['new', '--yes']],
  'what init would write': [{ '.mcp.json': '[]' }, ['init', '--dry-run', '--agents', 'claude']],
  'what init has written': [{}, ['init', '--yes']],
  'an update': [installed, ['update']],
  'an uninstall': [installed, ['uninstall', '--dry-run']],
  'an empty history': [{}, ['history']],
  'a history': [
    {
      '.ai/task/history.jsonl':
        '{"timestamp":"2026-08-20T15:30:00Z","transition":"A → B","trigger":"Accio","row":"GC1","note":"go"}\n' +
        '{"timestamp":"","transition":"","trigger":"","archive":".ai/archive/a"}\n{"torn',
    },
    ['history'],
  ],
  'no work': [{}, ['work']],
  work: [{ ...planning, '.ai/discovery/a/state.json': '{' }, ['work']],
  'work everywhere': [planning, ['work', '--all']],
  'threads that are left': [{ '.ai/task/comments.md': fetchedComments }, ['reparo', '--list']],
  'threads that are answered': [{ '.ai/task/comments.md': fetchedComments, '.ai/task/review-task-results.md': 'r11' }, ['reparo', '--list']],
  'what is allowed': [withCommands, ['allow', '--list']],
  'no consent': [{}, ['allow', '--revoke']],
  'where each criterion is': [withCommands, ['prove', '--list']],
  'nothing to prove': [planning, ['prove']],
  'nothing that can be run': [{ ...planning, '.ai/task/plan.md': '- [ ] b\n  - run: x\n' }, ['prove']],
  'no command': [{}, ['allow']],
  'a list of what never ran': [{ ...planning, '.ai/task/plan.md': '- [ ] a\n  - run: x\n- [x] b\n  - run: `b`\n' }, ['prove', '--list']],
  'a list with a broken record': [{ ...planning, '.ai/task/proofs.jsonl': 'x\n' }, ['prove', '--list']],
  'a report of a plan': [{ ...planning, '.ai/task/plan.md': '# A\n\n- [x] a\n  - run: `a`\n- [ ] b\n', '.ai/task/task.md': '# Task\n' }, ['report']],
  'a report that is written as a page': [planning, ['report', '--html', 'report.html']],
  'a report of discovery': [standingAt('validation_awaiting_human_review'), ['report']],
  'a report of a session of collab': [remembering('execute-batch', { workItems: [item(1, 'code', 'documented')] }), ['report']],
  'a report of a round': [wave('a'), ['report']],
  'a map of nothing': [{}, ['map']],
  'a map of a plan': [planning, ['map']],
  'a check of nothing': [{}, ['check']],
  'a check': [standing('GATHER_NEEDS_CONTEXT'), ['check', '--require', 'complete']],
  'a check that finds something': [standing('ERROR_PLAN_MISSING'), ['check']],
  'a verification': [{}, ['verify', 'discovery']],
  'a completion': [{}, ['completion', 'zsh']],
  'a tour': [{}, ['tour']],
  'a guard that lets a commit through': [planning, ['guard', 'pre-commit']],
  'a guard that does not': [standing('PR_APPLIED_PENDING_ARCHIVE_A'), ['guard', 'pre-commit']],
  'a guard without work': [{}, ['guard', 'pre-commit']],
  'a guard that cannot know': [{ '.ai/task/state.json': '{' }, ['guard', 'pre-commit']],
  'a status line': [{ ...planning, '.ai/task/plan.md': '# A\n\n- [ ] a\n' }, ['statusline', '--format', 'plain']],
  'a status line without work': [{}, ['statusline', '--format', 'plain']],
  'a status line of damaged work': [{ '.ai/task/state.json': '{' }, ['statusline', '--format', 'plain']],
  'an agent that may stop': [planning, ['guard', 'stop']],
  'the start of a plan': [{}, ['discovery', 'start', 'csv-export']],
  'an approval of a plan': [standingAt('validation_awaiting_human_review'), ['discovery', 'approve']],
  'a refusal to go on with a plan': [standingAt('contracts'), ['discovery', 'approve']],
  'a look at a plan': [standingAt('verified'), ['discovery', 'status']],
  'a plan that is archived': [standingAt('verified'), ['discovery', 'stop']],
  'an artifact': [standingAt('verified'), ['discovery', 'artifact', 'contracts']],
  'the history of a plan': [standingAt('verified'), ['discovery', 'history']],
  'an artifact that is refused': [{ ...standingAt('contracts'), 'a.json': '{"data_models":7}' }, ['discovery', 'submit', 'a.json']],
  'the start of a session': [{}, ['collab', 'start', 'orders']],
  'a session that goes on': [remembering('clear-pre-item', { workItems: [item(1, 'code')] }), ['collab', 'complete-skill', 'collab-clear']],
  'a session that cannot go on': [remembering('gather-goals'), ['collab', 'complete-skill', 'gather-session-goals']],
  'a graph that has problems': [{ ...remembering('ready-to-implement'), [graph]: graphText('tasks: [{id: a, depends-on: [a]}]') }, ['collab', 'complete-skill', 'ready-to-implement']],
  'a session in its end': [remembering('done', { note: 'All done.' }), ['collab', 'resume']],
  'the items of a session': [remembering('clear-rd1', { workItems: [item(1, 'code')], currentItem: 1 }), ['collab', 'items']],
  'a diagram': [remembering('execute-batch'), ['collab', 'diagram']],
  'a session as a document': [
    {
      ...remembering('ready-to-implement', { workItems: [item(1, 'code', 'documented')] }),
      [graph]: graphText('tasks: [{id: a, run: npm test}]'),
    },
    ['collab', 'show'],
  ],
  'the states of collab': [{}, ['collab', 'states']],
  'the start of a session of hope': [{}, ['hope', 'start', 'Add CSV export']],
  'a look at no session of hope': [{}, ['hope', 'status']],
  'a look at a wave': [wave('a'), ['hope', 'status']],
  'a wave': [wave('a', 'b'), ['hope', 'wave', '--done', 'a', '--carry', 'b: why']],
  'a wave that does not add up': [wave('a'), ['hope', 'wave']],
  'a score by itself': [{}, ['hope', 'score', '--total', '7']],
  'a score that is none': [hopingAt('intent.clarify'), ['hope', 'score', '--total', '70']],
  'a question beside the work': [hopingAt('consult', { purpose: 'validate' }), ['hope', 'panel', 'which queue']],
  'a round': [wave('a'), ['hope', 'show']],
  'an error of usage': [{}, ['abracadabra']],
  'an error of a file': [{ '.ai/spell.json': '{' }, ['lumos']],
}

test('the address of a live page is what its schema says', async () => {
  const { child } = start(makeRepository().path, ['watch', '--json'])
  const [text] = await once(child.stdout ?? child, 'data')
  const document = JSON.parse(String(text))
  expect([wrongIn(document), document.isReused]).toEqual(['', false])
})

const cases = allAtNight(Object.entries(real))
test.each(cases)('%s is what its schema says, strictly, and may have further keys', async (_, [files, args]) => {
  const { document, exitCode } = await run(files, args)
  expect(wrongIn(document)).toBe('')
  expect(wrongIn({ ...document, further: { key: 1 } })).toBe('')
  expect(document.ok).toBe(exitCode === 0)
  for (const key of Object.keys(document).filter((name) => name !== 'kind')) {
    const { [key]: value, ...rest } = document
    // A field that may be null is never a boolean.
    const other = value === null ? true : typeof value === 'string' ? 5 : 'something else'
    const refused = [rest, { ...document, [key]: other }].map((wrong) => wrongIn(wrong) !== '')
    expect({ key, refused }).toEqual({ key, refused: [true, true] })
  }
})

test('the schemas of proofs and of the guard fit what came of commands', async () => {
  const folder = makeRepository({
    ...standing('ACHIEVE_TASK_EXECUTED'),
    '.ai/.local/.gitignore': '*\n',
    '.ai/task/plan.md': '- [x] a\n  - run: `a`\n- [x] b\n  - run: `b`\n',
  })
  await prove(folder, 1, { tests: { passed: 1, failed: 0, skipped: 0 } })
  await prove(folder, 2, { outcome: 'killed', signal: 'SIGKILL' })
  for (const [args, ok] of [
    [['prove', '--list'], true],
    [['guard', 'stop'], false],
  ] as const) {
    const { stdout } = spellHere(folder.path, [...args, '--json'], { input: '{}' })
    const document = JSON.parse(stdout)
    expect({ wrong: wrongIn(document), ok: document.ok }).toEqual({ wrong: '', ok })
    for (const key of Object.keys(document).filter((name) => !['kind', 'reason'].includes(name))) {
      const { [key]: value, ...rest } = document
      expect({ key, isTaken: wrongIn(rest) === '' }).toEqual({ key, isTaken: false })
    }
  }
})

test('what came of commands is what the schema of a proof says', async () => {
  const items = [
    'shell: `echo hi`',
    'shell: `exit 3`',
    'run: `no-such-program`',
    'shell: `echo x > new.ts`',
    'shell: `echo "<testsuite><testcase/></testsuite>" > a.xml`\n  - expect: tests >= 1 in `a.xml`',
    'shell: `kill -9 $$`',
  ]
  const work = await makeProvable(items.map((item, index) => `- [ ] c${index}\n  - ${item}\n`).join(''), {
    '.gitignore': 'a.xml\n',
  })
  work.write({ '.ai/spell.json': '{"proof":{"always":["a && b"]}}' })
  const { stdout, exitCode } = spellHere(work.path, ['prove', '--json'], { env: { XDG_STATE_HOME: work.state } })
  const document = JSON.parse(stdout)
  expect(wrongIn(document)).toBe('')
  expect([document.ok, exitCode]).toEqual([false, 2])
  const criteria: readonly { commands: readonly { result: { verdict: string } }[] }[] = document.criteria
  const results = criteria.flatMap(({ commands }) => commands.map(({ result }) => result))
  const verdicts = ['passed', 'failed', 'cannot start', 'changed', 'passed', 'killed']
  expect(results.map(({ verdict }) => verdict)).toEqual(verdicts)
  for (const key of Object.keys(results[4] ?? {})) {
    const broken = JSON.parse(JSON.stringify(document))
    broken.criteria[4].commands[0].result[key] = { something: 'else' }
    expect([key, wrongIn(broken) !== '']).toEqual([key, true])
  }
})

test('a finding is what the schema of a verification says', () => {
  const { definition } = engineer
  const domain = Object.fromEntries(Object.entries(definition.domain).map(([fact, [first]]) => [fact, [first]]))
  const report = verify({ ...definition, domain, rows: definition.rows.slice(0, 20) } as typeof definition)
  const kinds = new Set(report.findings.map(({ property }) => property))
  expect(kinds.size).toBeGreaterThan(3)
  const said = { schemaVersion: 1, kind: 'verification', ok: false, workflows: [report], warnings: [] }
  const document = JSON.parse(exactJson(said))
  expect(wrongIn(document)).toBe('')
  const named = [...parts(schemas.verification)].find((part) => Array.isArray(part.enum))?.enum
  expect(named).toEqual(Object.keys(properties))
})

const everything = Object.fromEntries(Object.keys(engineer.probes).map((path) => [path, '- [ ] text\n']))

test.each(allAtNight(states))('the schema of a cast fits what every spell answers in %s', async (state) => {
  for (const files of [{}, everything]) {
    for (const name of spells) {
      const answer = await castIn(makeFolder({ ...files, ...standing(state) }), name)
      expect({ name, wrong: wrongIn(answer) }).toEqual({ name, wrong: '' })
      // What an outcome says of the exit code is in the schema, too.
      expect(answer.ok).toBe(exitOf(answer.outcome) === 0)
      expect(wrongIn({ ...answer, ok: !answer.ok } as Answer)).not.toBe('')
    }
  }
})

testOnPosix('the schema of a cast fits what Reparo has fetched', async () => {
  const github = await startGitHub({ 'acme/shop': { pullRequests: [{ number: 7 }] } })
  for (const [branch, number] of [
    ['export', 7],
    ['other', undefined],
  ] as const) {
    const folder = makeClone(github, planning)
    git(folder, 'checkout', '--quiet', '-B', branch)
    const answer = await reparo(
      workIn(folder.path, engineer),
      { ...edgeAt(folder), env: github.env },
      { pullRequest: undefined, tell() {} },
    )
    expect(answer.fetched?.pullRequest?.number).toBe(number)
    expect(wrongIn(answer)).toBe('')
    expect(wrongIn({ ...answer, fetched: { ...answer.fetched, threads: 2 } } as unknown as Answer)).not.toBe('')
  }
})

describe('the schema of the settings', () => {
  const isRight = schemaOf('settings')

  /** Whether the program takes a document, in a folder of the test. */
  const isTaken = async ({ path, write }: Folder, document: unknown): Promise<boolean> => {
    write({ [settingsPath]: JSON.stringify(document) })
    try {
      await loadSettings(path, {})
      return true
    } catch {
      return false
    }
  }

  const hosts = [
    ...['jira.example.com', 'localhost', 'JIRA.example.com:8443', '10.0.0.1', 'a', 'x-1.y', 'jira.example.com:123456'],
    ...['jira.example.com:port', 'jira.example.com/', 'jira.example.com.', '-jira.example.com', 'jira.example.com\n'],
    ...['https://jira.example.com', 'jira_example', 'two words', '', 7],
  ]
  const states = ['GATHER_EDITING', 'PR_APPLIED_*', 'loop.*', '*', '**', '*_A', 'A*B', 'A B', 'A_*\n', '', 7]
  /** What can stand at each place, right or wrong. */
  const alone: Readonly<Record<string, readonly unknown[]>> = {
    version: [1, 2, 0, '1', null],
    workflow: ['discovery', 'Dis covery', ['discovery'], null],
    $schema: ['https://unpkg.com/spell-cli/docs/schemas/settings.schema.json', 7],
    colour: ['red'],
    'atlassian.hosts': [[]],
    ...Object.fromEntries(['atlassian', 'review', 'guard', 'proof'].map((group) => [group, [{}, null, [], 'text']])),
  }
  // biome-ignore format: a case is a line
  const inGroup: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
    atlassian: { host: [[]], hosts: [[], null, 'a', {}, ...hosts.map((host) => [host])] },
    review: { fetch: [true, 'true', null] },
    guard: { block: [[]], blockIn: [[], 'A', {}, ...states.map((state) => [state])] },
    proof: { within: ['90s', 90, '0s', '2h', '10m\n'], always: [['a', 'a && b'], 'a', [' '], [7]], required: [true, 'yes'], never: [[]] },
  }
  const documents = [
    ...[{}, null, [], 'settings'],
    ...Object.entries(alone).flatMap(([key, all]) => all.map((value) => ({ [key]: value }))),
    ...Object.entries(inGroup).flatMap(([group, each]) =>
      Object.entries(each).flatMap(([key, all]) => all.map((value) => ({ [group]: { [key]: value } }))),
    ),
  ]

  test.each(documents)('takes %j as the program does', async (document) => {
    expect(isRight(document)).toBe(await isTaken(makeFolder(), document))
  })

  test('knows every setting there is', () => {
    for (const { key } of settings) {
      const [first = '', name] = key.split('.')
      const { [first]: found } = schemas.settings.properties
      expect(name === undefined ? found : found.properties[name]).toBeDefined()
    }
    for (const { name } of workflows) expect(name).toMatch(new RegExp(schemas.settings.properties.workflow.pattern))
  })
})
