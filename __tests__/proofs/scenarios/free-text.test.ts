import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import type { Command } from '../../../src/cli/command'
import { otherCommands, spellCommands } from '../../../src/entry/commands'
import { groups } from '../../../src/entry/groups'
import { file } from '../../../src/workflows/engineer/files'
import { standing } from '../../support/casting'
import { graph, graphText, item, remembering, session, wave } from '../../support/collab-session'
import { artifactFile, artifacts, standingAt, stateFile } from '../../support/discovery-plan'
import { makeFolder } from '../../support/folder'
import { hopingAt, known, task } from '../../support/hope-session'
import { connect } from '../../support/packed-mcp-client'
import { shell, spellHere } from '../../support/packed-program'
import { isPosix } from '../../support/posix'
import { allUnseen, unseenIn } from '../../support/unseen'

/**
 * Whatever people, agents, files and branches bring along, whichever command says it, on whatever stream: a reader sees all of
 * it. Some of every kind of text that a user can choose stands in every world below.
 */

/** No half of a character and no zero: neither can be in a file, nor typed. */
const writable = allUnseen.filter((character) => character !== '\0' && !/\p{Cs}/u.test(character))
const evils = fc.shuffledSubarray(writable, { minLength: 24, maxLength: 24 }).map((unseen) => {
  return (name: string) => `${name}${['\u001b[31m', '\u202e', '\u200b', '\u{E0041}', ...unseen].join('')}z`
})
type Evil = (name: string) => string

/** What is about no workflow. */
const notes = (evil: Evil) => ({ '.ai/task/f\u202e\u200b.md': evil('x') })

/** Strings anywhere in a value, each changed. */
function changed(value: unknown, change: Evil): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => changed(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, changed(one, change)]))
}
const inJson = (text: string, change: (value: Record<string, unknown>) => unknown) =>
  JSON.stringify(change(JSON.parse(text)))

/** Every string of what a workflow remembers, and of where it stands. */
const broken = (files: Record<string, string>, path: string, evil: Evil) => ({
  ...files,
  [path]: inJson(files[path] ?? '{}', (state) => ({
    ...state,
    context: changed(state.context, evil),
    history: [{ note: evil('n'), transition: evil('t'), trigger: evil('T'), timestamp: evil('d') }],
  })),
})

const plansOf = (evil: Evil) => ({
  '.ai/task/context.md': `# ${evil('Context')}\n\nhttps://jira.example.com/browse/${evil('A-1')}\n`,
  '.ai/task/plan.md': `# ${evil('Plan')}\n\n- [ ] ${evil('open')}\n- [x] ${evil('done')}\n`,
  '.ai/task/task.md': `---\ntask_name: ${evil('name')}\n---\n\n${evil('Task')}\n`,
  '.ai/task/task-results.md': evil('Results'),
  '.ai/task/comments.md': `# Review Comments\n\n### r1 · open · \`${evil('src')}\`\n\n> x\n\n**Decision** (r1): ${evil('yes')}\n`,
  '.ai/task/review-task.md': evil('Review'),
  '.ai/task/review-task-results.md': evil('r2'),
  '.ai/task/.atlassian-refs': evil('refs'),
})

/** Where each workflow stands in the midst of things: as it would be, and with all that it remembers in disorder. */
const worlds: Readonly<Record<string, (evil: Evil) => Record<string, string>>> = {
  engineer: (evil) => ({ ...standing('GATHER_EDITING'), ...plansOf(evil) }),
  'engineer, a task': (evil) => ({ ...standing('ACHIEVE_TASK_EXECUTED'), ...plansOf(evil) }),
  'engineer, a review': (evil) => ({ ...standing('PR_REVIEW_TASK_DRAFT_A'), ...plansOf(evil) }),
  'engineer, nowhere': (evil) => ({
    '.ai/spell.json': JSON.stringify({ [evil('key')]: evil('value') }),
    [file.plan]: evil('x'),
    '.ai/task/state.json': inJson('{}', () => ({ current_state: evil('S') })),
  }),
  discovery: (evil) => ({
    ...standingAt('discovery_awaiting_ai_review', {
      title: evil('Title'),
      goal: evil('Goal'),
      acceptance_criteria: [evil('ac')],
    } as object),
    [artifactFile('discovery')]: JSON.stringify(changed(artifacts.discovery, evil)),
  }),
  'discovery in disorder': (evil) => broken(standingAt('clarification'), stateFile, evil),
  collab: (evil) => ({
    ...remembering('brainstorm-designing', {
      currentItem: 1,
      workItems: [
        { ...item(1, 'code', 'designing'), title: evil('Item') },
        { ...item(2, 'task'), title: evil('Other') },
      ],
      waves: [wave(1, 'pending', [evil('id'), 'pending'])],
    }),
    [graph]: graphText(`tasks:\n  - id: "${evil('t')}"`),
  }),
  'collab in disorder': (evil) =>
    broken(
      remembering('brainstorm-exploring', { currentItem: 1, workItems: [item(1, 'code')] }),
      `${session.folder}/state.json`,
      evil,
    ),
  hope: (evil) =>
    hopingAt('loop.wave_execution', {
      text: evil('Wanted'),
      items: [task('a', { text: evil('a'), reason: evil('why') } as object)],
      brief: changed(known.brief, evil) as NonNullable<typeof known.brief>,
      shape: changed(known.shape, evil) as NonNullable<typeof known.shape>,
    }),
  'hope in disorder': (evil) => broken(hopingAt('loop.expert_review'), '.ai/hope/state.json', evil),
}

/** What a test cannot call like that: they serve, play, or are asked by a program of their own. */
const others: readonly string[] = ['mcp', 'watch', 'tour', 'completion']
/** Those that look at every workflow; the rest is about the engineer's. */
const overall: readonly string[] = ['lumos', 'work', 'doctor', 'check', 'history']

/** Words behind each command: none, one that a user made up, and what a command of this name needs. */
// biome-ignore format: a case is a line
const wordsFor = (name: string, evil: Evil): string[][] => [
  // The proof of a table has no text of a user, and takes its time.
  ...(name === 'verify' ? [] : [[]]),
  [evil('word')],
  ...({
    doctor: [['--set', 'GATHER_EDITING', '--because', evil('why')]],
    new: [[evil('name'), '--yes']],
    history: [['--limit', evil('3')]],
    check: [['--format', 'github'], ['--format', 'junit'], ['--base', evil('main')], ['--format', 'github', '--base', evil('m')]],
    init: [['--yes', '--agents', evil('claude')], ['--dry-run']],
    guard: [['pre-commit'], ['tool']],
    start: [[evil('name'), '--title', evil('Title'), '--goal', evil('Goal'), '--ac', evil('ac')], ['--type', evil('Build'), 'x']],
    revise: [['--feedback', evil('no')]],
    add: [[evil('Title')]],
    classify: [['1', evil('code')]],
    task: [[evil('id'), 'done'], ['x', evil('done')]],
    artifact: [['discovery']],
    block: [[evil('Ada')]],
    consult: [['single', evil('what')]],
    wave: [['--done', evil('a')], ['--violated', evil('a')]],
    cast: [['--note', evil('note')]],
  }[name] ?? []),
  ...(spellCommands.some((command) => command.name === name) ? [['--note', evil('note')]] : []),
]

const commandsOf = async (): Promise<(readonly [words: readonly string[], command: Command])[]> => [
  ...[...spellCommands, ...otherCommands].map((command) => [[command.name], command] as const),
  ...(
    await Promise.all(
      groups.map(async ({ name, load }) => (await load()).map((command) => [[name, command.name], command] as const)),
    )
  ).flat(),
]

/** What is there is looked at before anything takes its place. */
const place = ({ name }: Command): number =>
  ['cancel', 'undo', 'new', 'start', 'full', 'init', 'uninstall'].indexOf(name)

/** The styles of a terminal are ours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const withoutStyle = (text: string) => text.replace(/\u001b\[\d+m/g, '')

const asJson = { name: 'as JSON', args: ['--json'], env: {} }

const forms = [
  { name: 'in a pipe', args: [], env: {} },
  { name: 'with traces', args: ['--debug'], env: {} },
  { name: 'in a terminal', args: [], env: { FORCE_COLOR: '1' } },
]

/** A repository whose folder and branch are as hostile as what is in it. */
function repositoryOf(files: Record<string, string>): string {
  const { path } = makeFolder()
  const folder = join(path, isPosix ? 'shop\u001b[31m\u202e\u200b\u{E0041}\u2028' : 'shop\u202e\u200b')
  mkdirSync(folder)
  shell(folder, 'git init -q . && git symbolic-ref HEAD "$(printf \'refs/heads/b\\342\\200\\256\\342\\200\\213\')"')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

describe.each(Object.entries(worlds))('%s', (world, files) => {
  test('says nothing that cannot be seen', async () => {
    const commands = (await commandsOf()).toSorted(([, one], [, other]) => place(one) - place(other))
    const [workflow = ''] = world.split(/[ ,]/)
    let signs = 0
    let count = 0
    fc.assert(
      fc.property(evils, (evil) => {
        const path = repositoryOf({ ...notes(evil), ...files(evil) })
        const usual = { GITHUB_BASE_REF: evil('base'), GITHUB_TOKEN: evil('token'), SPELL_NAME: evil('x') }
        const settings = { SPELL_GUARD_BLOCK_IN: evil('IN'), SPELL_REVIEW_FETCH: evil('no') }
        for (const [words, { name }] of commands) {
          const isOwn = words.length > 1 ? words[0] === workflow : workflow === 'engineer' || overall.includes(name)
          if (others.includes(name) || !isOwn) continue
          for (const more of wordsFor(name, evil)) {
            // As JSON, and in the other forms by turns.
            const turn = forms[count++ % forms.length] ?? asJson
            for (const form of [asJson, turn]) {
              const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: `git commit -m ${evil('m')}` } })
              const args = [...words, ...more, ...form.args]
              const run = spellHere(path, args, {
                input,
                env: { ...form.env, ...usual, ...(name === 'guard' && settings) },
              })
              const isStyled = 'FORCE_COLOR' in form.env
              const [stdout = '', stderr = ''] = [run.stdout, run.stderr].map((text) =>
                isStyled ? withoutStyle(text) : text,
              )
              const unseen = [...unseenIn(stdout), ...unseenIn(stderr)]
              expect({ args, form: form.name, unseen }).toEqual({ args, form: form.name, unseen: [] })
              if (`${stdout}${stderr}`.includes('[U+202E]')) signs += 1
              if (form.name === 'as JSON') {
                const { ai = '', developer = '', brief = '' } = JSON.parse(run.stdout || '{}')
                expect({ args, unseen: unseenIn(`${ai}${developer}${brief}`) }).toEqual({ args, unseen: [] })
              }
            }
          }
        }
      }),
      { numRuns: 1 },
    )
    // They did say it.
    expect(signs).toBeGreaterThan(10)
  })

  test('says nothing of the kind to a client or a host either', async () => {
    const [evil] = fc.sample(evils, { numRuns: 1, seed: 7 }) as [Evil]
    const path = repositoryOf({ ...notes(evil), ...files(evil) })
    const { client, stderr } = await connect(path)
    const answers: unknown[] = [await client.listTools()]
    const asked = [
      ...(await client.listTools()).tools.map(
        ({ name }) =>
          () =>
            client.callTool({ name, arguments: {} }),
      ),
      () => client.callTool({ name: 'accio', arguments: { note: evil('note') } }),
      () => client.callTool({ name: evil('spell'), arguments: {} }),
      () => client.callTool({ name: 'lumos', arguments: { [evil('for')]: evil('ai') } }),
      () => client.callTool({ name: 'workflow', arguments: { workflow: world.split(/[ ,]/)[0], verb: 'status' } }),
    ]
    for (const ask of asked)
      answers.push(await ask().catch((error: Error & { data?: unknown }) => [error.message, error.data]))
    const texts: string[] = [stderr()]
    changed(answers, (text) => `${texts.push(text)}`)
    expect(texts.flatMap(unseenIn)).toEqual([])
    expect(texts.join()).toContain('[U+202E]')

    for (const hook of ['subagent-start', 'exit-plan']) {
      const { stdout, stderr: said } = spellHere(path, ['hope', 'hook', hook], { input: '{}' })
      const value: unknown = stdout.startsWith('{') ? JSON.parse(stdout) : stdout
      const heard: string[] = [said]
      changed(value, (text) => `${heard.push(text)}`)
      expect({ hook, unseen: heard.flatMap(unseenIn) }).toEqual({ hook, unseen: [] })
    }
    const completed = spellHere(path, ['completion', '--words', '2', 'spell', world.split(/[ ,]/)[0] ?? '', ''])
    expect(unseenIn(completed.stdout)).toEqual([])
  })
})
