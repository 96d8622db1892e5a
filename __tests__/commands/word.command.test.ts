import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { agentNames } from '../../src/install/agents/agents'
import { standing } from '../support/casting'
import { standingAt } from '../support/discovery-plan'
import { type Folder, makeFolder, makeRepository } from '../support/folder'
import { commitAll, git } from '../support/git'
import { holdLock } from '../support/held-lock'
import { hopingAt } from '../support/hope-session'
import { hostMessages } from '../support/host-messages'
import { spellHere } from '../support/packed-program'
import { sessionIn } from '../support/packed-words'
import { linesOf } from '../support/team-repository'

const heard = (input: string, agent: string, { path } = makeFolder(), env = {}) =>
  spellHere(path, ['word', '--agent', agent], { input, env })

test('it ends with 0 and says nothing of what is no message', () => {
  expect(heard('{"prompt":', 'claude')).toEqual({ exitCode: 0, stdout: '', stderr: '' })
})

test.each(agentNames.filter((agent) => agent !== 'agents'))(
  'what says more than a word is kept: %s shows nothing, and its agent is told what comes first',
  (agent) => {
    for (const { sample } of hostMessages.filter((one) => one.agent === agent)) {
      const more = Object.fromEntries(
        ['prompt', 'text'].flatMap((key) => (key in sample ? [[key, `${sample[key]} and tell me`]] : [])),
      )
      const { stdout, ...ended } = heard(JSON.stringify({ ...sample, ...more }), agent, makeRepository({}))
      expect(ended).toEqual({ exitCode: 0, stderr: '' })
      expect(stdout).not.toMatch(/systemMessage|progress|"developer":"[^"]/)
      if (stdout !== '') expect(stdout).toContain('The message says Accio, and more.')
    }
  },
)

test('where the state folder is a file, nothing is cast, and both are told why', () => {
  const state = { XDG_STATE_HOME: join(makeFolder({ file: '' }).path, 'file') }
  const folder = makeRepository({})
  const { exitCode, stdout } = heard('{"prompt":"accio","session_id":"a"}', 'claude', folder, state)
  const { systemMessage, hookSpecificOutput } = JSON.parse(stdout)
  expect(exitCode).toBe(0)
  expect(systemMessage).toMatch(/spell: .*\n.*fix: /s)
  expect(hookSpecificOutput.additionalContext).toMatch(/cast nothing/)
  expect(folder.contents()).not.toHaveProperty(['.ai/task/state.json'])
})

/** Says something to Claude Code, as often as it is called. */
function talking(folder = makeRepository({}), env: object = { CLAUDE_CODE_ENTRYPOINT: 'cli' }) {
  const state = { XDG_STATE_HOME: makeFolder().path, ...env }
  return (prompt: string, more: object = {}) => {
    const message = { prompt, session_id: 's', prompt_id: randomUUID(), ...more }
    const { exitCode, stdout, stderr } = heard(JSON.stringify(message), 'claude', folder, state)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const { systemMessage = '', hookSpecificOutput = {} } = stdout === '' ? {} : JSON.parse(stdout)
    return { developer: systemMessage as string, ai: (hookSpecificOutput.additionalContext ?? '') as string }
  }
}
const wordsOf = (folder: Folder) => linesOf(folder).map((line) => JSON.parse(line).word)

test('a word that is the whole message is cast: the developer sees their part, the agent gets its own', () => {
  const folder = makeRepository({})
  const { developer, ai } = talking(folder)('Looks good. Accio.')
  expect(wordsOf(folder)).toEqual(['said'])
  expect(developer).toMatch(/^\nThe work has begun/)
  expect(developer).not.toMatch(/^#|\*\*|\n\n/m)
  expect(Math.max(...developer.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
  expect(ai).toMatch(/^spell has cast Accio on the developer's message; the developer has seen their part\./)
  expect(ai).not.toContain('The work begins with its context')
})

test('what says more is kept: the agent casts it, once', () => {
  const folder = makeRepository({})
  const session = sessionIn(folder)
  expect(session.hears('Accio, but keep the header.').stdout).not.toContain('systemMessage')
  expect([session.runs(['accio']).exitCode, session.runs(['accio']).exitCode]).toEqual([0, 3])
  expect(wordsOf(folder)).toEqual(['said'])
})

test('what begins with a verified plan is kept for the agent, and otherwise the word is cast', () => {
  const begins = (files: Record<string, string>, ...command: string[]) => {
    const session = sessionIn(makeRepository(files))
    return [session.hears('accio').stdout !== '', command.length > 0 && session.runs(command).exitCode]
  }
  expect(begins(standingAt('verified'), 'accio', '--from', 'csv-export')).toEqual([false, 0])
  expect(begins(standingAt('contracts'))).toEqual([true, false])
  expect(begins({ ...standingAt('verified'), ...standing('GATHER_EDITING_CONTEXT') })).toEqual([true, false])
})

test('a word that is said while the agent is at work is kept, and both read so', () => {
  const folder = makeRepository({})
  const says = talking(folder)
  says('Look around.', { prompt_id: 'a' })
  const { developer, ai } = says('accio', { prompt_id: 'a' })
  expect(developer.trim()).toBe('Your word is kept; the agent casts it when it is done.')
  expect(ai).toContain('The developer has seen this')
  expect(Object.keys(folder.contents())).not.toContain('.ai/task/state.json')
})

test('a step that takes no word of the developer is no less cast by one, which is then used', () => {
  const folder = makeRepository({})
  const session = sessionIn(folder)
  for (const each of ['workflow new rfc', 'rfc new cache']) session.runs(each.split(' '))
  folder.write({ '.ai/work/cache/draft.md': 'Orders as CSV.\n' })
  const { hookSpecificOutput } = JSON.parse(session.hears('spell rfc next').stdout)
  expect(hookSpecificOutput.additionalContext).toMatch(/^spell has cast Next on the developer's message/)
})

test('an agent that casts out of habit what was cast is told that it was', () => {
  const session = sessionIn(makeRepository({}))
  session.hears('accio')
  const { exitCode, stderr } = session.runs(['accio'])
  expect(exitCode).toBe(3)
  expect(stderr).toContain('here their message casts it, or keeps it')
})

test('of a word that only goes with a command the hook is not said to cast it', () => {
  const session = sessionIn(makeRepository(hopingAt('loop.shape_approval')))
  session.hears('Look around.')
  const { exitCode, stderr } = session.runs(['hope', 'answer', 'edit'])
  expect(exitCode).toBe(3)
  expect(stderr).toContain('Ask the developer to say it.')
})

test('a word that comes again at once is only answered again, and is asked for only where it can be cast', () => {
  const folder = makeRepository({})
  const says = talking(folder)
  folder.write({ '.ai/task/context.md': 'Orders as CSV.\n' })
  says('accio')
  const again = says('accio')
  expect(again.developer).toMatch(
    /Accio was cast at \d\d:\d\d UTC, and nothing was done since\. Say it\s+once\s+more\s+to go on\./,
  )
  expect(again.ai).toContain('The developer says it once more to go on.')
  folder.write({ '.ai/task/plan.md': '# Export\n\n- [ ] Orders are printed\n' })
  for (const cast of ['Planning', 'Accio was cast', 'Task draft']) expect(says('accio').developer).toContain(cast)
  const refused = says('accio')
  expect(refused.developer).toContain('Accio was cast at')
  expect(refused.developer + refused.ai).not.toContain('once more')
})

test('a plain word is cast if it is the developer’s turn, otherwise kept', () => {
  const folder = makeRepository({})
  const says = talking(folder)
  expect(says('next').ai).toBe('')
  says('accio')
  expect(says('review').ai).toMatch(/^spell has (?:not )?cast Reparo/)
})

test.each([
  ['cast', 'where it is awaited', 'loop.paused', /^spell has (?:not )?cast Cancel/],
  ['kept', 'elsewhere', 'loop.wave_execution', /^$/],
])('a word that is said of anything all day is %s %s', (_, __, state, expected) => {
  const says = talking(makeRepository({ ...hopingAt(state), '.ai/spell.json': '{"workflow": "hope"}' }))
  expect(says('cancel').ai).toMatch(expected)
})

test('what the last line asks the developer to say is cast as theirs in a workflow whose agent has the same word', () => {
  const folder = makeRepository({
    'orders.js': '',
    'found.json':
      '{"codebase_understanding":"One module.","complexity_assessment":"LOW","relevant_files":["orders.js"]}',
  })
  const runs = (...args: string[]) => spellHere(folder.path, ['discovery', ...args])
  const looks = ['code', 'files', 'complexity', 'questions'].flatMap((name) => [
    '--finding',
    `${name}: orders.js has ${name}`,
  ])
  runs('start', 'Export')
  runs('submit', 'found.json')
  runs('approve', ...looks)
  folder.write({ 'decided.json': '{"decisions":["Semicolons separate the fields."]}' })
  runs('submit', 'decided.json')
  const asked = runs(
    'approve',
    ...['answers', 'decisions', 'requirements'].flatMap((name) => ['--finding', `${name}: orders.js has ${name}`]),
  )
  expect(asked.stdout).toContain('You: say **approve**')
  expect(talking(folder)('Looks good, approve')).toMatchObject({
    developer: expect.stringContaining('The clarification phase is approved.'),
    ai: expect.stringMatching(/^spell has cast Approve on the developer's message/),
  })
})

test('a piece of work is named behind the word', () => {
  const folder = makeRepository({})
  const says = talking(folder)
  folder.write({ '.ai/work/export/.keep': '' })
  expect(says('accio export').ai).toMatch(/^spell has cast Accio/)
  expect(Object.keys(folder.contents())).toContain('.ai/work/export/state.json')
})

test('what the developer is to do next is said when the agent stops, not while it has to write', () => {
  const { developer, ai } = talking()('accio')
  expect(developer).not.toContain('You: ')
  expect(ai).toContain('Write what you learn')
})

test('how a grant is ended is said at once', () => {
  expect(talking()('accio until complete').developer).toMatch(/19 steps at most; say “wait” to end\s+that\.$/)
})

test('a word without effect makes no step, and none is missed afterwards', () => {
  const folder = makeRepository(standing('ACHIEVE_COMPLETE'))
  const session = sessionIn(folder)
  const { hookSpecificOutput } = JSON.parse(session.hears('accio').stdout)
  expect(hookSpecificOutput.additionalContext).toMatch(/^Accio, on the developer's message, has no effect here/)
  session.says('accio')
  session.runs(['accio'])
  expect(session.asks('doctor').findings).not.toContainEqual(expect.objectContaining({ code: 'word-lost' }))
})

test.each(['is said again', 'has led to the same step'] as const)(
  'a step that git has taken out is told until its word %s',
  (how) => {
    const folder = makeRepository({ 'a.md': '' })
    commitAll(folder)
    const { hears, says, runs, asks } = sessionIn(folder)
    const lost = () => asks('doctor').findings.filter(({ code }: { code: string }) => code === 'word-lost')
    hears('accio')
    git(folder, 'clean', '-fdxq', '.ai')
    expect(lost()).toHaveLength(1)
    hears('lumos')
    expect(lost()).toHaveLength(1)
    says('accio')
    if (how === 'has led to the same step') expect(runs(['accio'])).toMatchObject({ exitCode: 0 })
    commitAll(folder)
    expect(lost()).toEqual([])
  },
)

test('what is refused is shown, and goes to the agent', () => {
  const { developer, ai } = talking()('reverto')
  expect(developer).not.toBe('')
  expect(ai).toMatch(/^spell has not cast Reverto/)
})

/** What is in the way of a cast, and what is said of it. */
const faults: Readonly<Record<string, readonly [files: Readonly<Record<string, string>>, says: RegExp]>> = {
  'a state that is no JSON': [{ '.ai/task/state.json': '{' }, /state\.json.*fix: spell doctor --fix/s],
  'a file in the place of a folder': [{ '.ai/task': '' }, /\.ai\/task.*fix: /s],
  'a newer layout': [{ '.ai/task/state.json': '{"current_state": "GATHER_EDITING", "layout": 99}' }, /newer.*fix: /s],
  'several pieces of work': [
    { '.ai/work/one/.keep': '', '.ai/work/two/.keep': '' },
    /one.*two.*fix: “accio \w+” as a message/s,
  ],
}

test.each(Object.entries(faults))(
  'with %s nothing is cast, the message goes on, and both are told why',
  (_, [files, says]) => {
    const folder = makeRepository(files)
    const before = folder.contents()
    const { developer, ai } = talking(folder)('accio')
    expect(developer).toMatch(says)
    expect(ai).toMatch(/^spell has cast nothing on the developer's message/)
    expect(folder.contents()).toEqual(before)
  },
)

test('a word that says too little for its command is refused aloud', () => {
  const says = talking()
  says('accio')
  const { developer, ai } = says('/new')
  expect(developer).toContain('This piece of work is not complete.')
  expect(ai).toMatch(
    /^spell has cast nothing on the developer's message, .*\n\n.*not complete\.\n {2}fix: .*new --yes$/,
  )
})

test('while another process holds the lock, the word is kept for the agent', () => {
  const folder = makeRepository({})
  const session = sessionIn(folder)
  const release = holdLock(folder)
  const { systemMessage, hookSpecificOutput } = JSON.parse(session.hears('accio').stdout)
  release()
  expect(systemMessage).toMatch(/finite.*Your word is kept; the agent casts it/s)
  expect(hookSpecificOutput.additionalContext).toMatch(/cast nothing.*Their word is kept/s)
  expect(session.runs(['accio']).exitCode).toBe(0)
})

test('a review that has to be fetched is kept for the agent, for a message does not wait for a server', () => {
  const fetching = { '.ai/spell.json': '{"review": {"fetch": true}}' }
  const folder = makeRepository({ ...standing('ACHIEVE_TASK_EXECUTED'), ...fetching })
  const { developer, ai } = talking(folder)('reparo')
  expect(developer).toMatch(/Fetching the review takes longer.*Your word is kept/s)
  expect(ai).toContain('Their word is kept')
})

test('the folder of the project counts, wherever the agent has gone', () => {
  const [folder, elsewhere] = [makeRepository({}), makeRepository({})]
  const env = { CLAUDE_PROJECT_DIR: folder.path, CLAUDE_CODE_ENTRYPOINT: 'cli' }
  talking(elsewhere, env)('accio')
  expect(wordsOf(folder)).toEqual(['said'])
})

test('without a person nothing is agreed to, but the word is cast', () => {
  const folder = makeRepository({})
  const says = talking(folder, { CLAUDE_CODE_SESSION_ATTENDED: '0', CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' })
  says('accio')
  folder.write({ '.ai/task/context.md': 'Orders as CSV.\n' })
  says('/accio')
  expect(wordsOf(folder)).toEqual(['said', 'said'])
  expect(linesOf(folder).some((line) => line.includes('"agreed"'))).toBe(false)
})

describe('in an IDE, which may not show what a hook prints,', () => {
  const ide = { CLAUDE_CODE_ENTRYPOINT: 'claude-vscode' }
  const plan = '# Export\n\n## Acceptance Criteria\n\n- [ ] Orders are printed\n  - run: `node orders.js`\n'

  test('nothing is promised that its Accio does not do, and the agent is to relay what it would agree to', () => {
    const folder = makeRepository(standing('GATHER_EDITING'))
    folder.write({ '.ai/task/plan.md': plan })
    const { developer, ai } = talking(folder, ide)('accio')
    expect(developer).not.toMatch(/node orders|your next Accio|agreed/i)
    expect(ai).toMatch(/^spell has cast Accio on the developer's message\. Do not cast it again\./)
    expect(ai).toMatch(/At the end, relay the developer's part of `.*spell lumos`: their next \*\*Accio\*\* agrees/)
  })

  test('Accio agrees to what its agent has relayed', () => {
    const folder = makeRepository({})
    const session = sessionIn(folder, 'one', makeFolder().path, ide)
    session.hears('accio')
    folder.write({ '.ai/task/context.md': 'Orders as CSV.\n' })
    session.hears('accio')
    folder.write({ '.ai/task/plan.md': plan })
    session.runs(['lumos'])
    session.hears('accio')
    expect(JSON.parse(linesOf(folder).at(-1) ?? '')).toMatchObject({ word: 'said', agreed: { commands: 1 } })
  })

  test('its agent shows why nothing was cast', () => {
    const { ai } = talking(makeRepository(standing('GATHER_EDITING')), ide)('reverto')
    expect(ai).toMatch(/^spell has not cast Reverto on the developer's message\.\n.*Show the developer this:\n/s)
  })
})

test.each([
  ['before a tool', ['guard', 'tool', '--agent', 'claude'], { tool_name: 'Bash', tool_input: { command: 'ls' } }],
  ['when the agent stops', ['guard', 'stop', '--agent', 'claude'], {}],
  ['with the reminder', ['lumos', '--for', 'ai', '--brief', '--hook', 'claude'], { hook_event_name: 'SessionStart' }],
])('where a hook %s has run, a step needs a word, though no message came', (_, args, payload) => {
  const folder = makeRepository(standing('GATHER_EDITING'))
  const session = sessionIn(folder)
  expect(session.runs(args, JSON.stringify({ session_id: 'one', ...payload })).exitCode).toBe(0)
  expect(session.runs(['accio'])).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('did not run') })
})

test.each([
  ['guard', 'tool', '--agent', 'claude'],
  ['lumos', '--for', 'ai', '--brief', '--hook', 'claude'],
])('a hook that another host runs in its form says nothing of words: %s', (...args) => {
  const folder = makeRepository(standing('GATHER_EDITING'))
  const { env } = sessionIn(folder)
  const payload = { session_id: 'one', tool_name: 'Bash', tool_input: { command: 'ls' } }
  const input = JSON.stringify(payload)
  const ofAnother = { XDG_STATE_HOME: env.XDG_STATE_HOME, GEMINI_PROJECT_DIR: folder.path }
  expect(spellHere(folder.path, args, { env: ofAnother, input }).exitCode).toBe(0)
  expect(spellHere(folder.path, ['accio'], { env }).stderr).toBe('')
})

describe('when the agent stops', () => {
  const plan = '# Export orders\n\n## Acceptance Criteria\n\n- [ ] Orders are printed\n'

  /** A session in which the hook has cast a word, and what its end shows. */
  function ending(word: string) {
    const folder = makeRepository({})
    const session = sessionIn(folder, 'one', makeFolder().path, { CLAUDE_CODE_ENTRYPOINT: 'cli' })
    session.hears(word)
    const stops = () => {
      const { stdout } = session.runs(['guard', 'stop', '--agent', 'claude'], '{"session_id":"one"}')
      return stdout === '' ? '' : String(JSON.parse(stdout).systemMessage).trim()
    }
    return { folder, session, stops }
  }

  test('the developer sees where the work is, once', () => {
    const { folder, stops } = ending('accio')
    expect(stops()).toBe('')
    folder.write({ '.ai/task/context.md': 'Orders as CSV.\n', '.ai/task/plan.md': plan })
    expect(stops()).toMatch(/^The plan, all of it new:\n.*1\. Orders are printed\n.*You: /s)
    expect(stops()).toBe('')
  })

  test.each([
    [
      'discovery submit explored.json',
      ['discovery start Export'],
      /^The discovery artifact was submitted.*The agent is review/s,
    ],
    [
      'hope engage',
      ['hope start Orders'],
      /^How you take part: Collaborative, .*You: answer the agent's questions\.$/s,
    ],
    [
      'collab complete-skill collab-start',
      ['collab start orders'],
      /^The goals come next\.\n.*You: say what you want/s,
    ],
    ['rfc next', ['workflow new rfc', 'rfc new cache'], /^On to “Being read”\.\n.*You: say approve or back\.$/s],
  ])('they read all that %s has told, once', (step, before, told) => {
    const { folder, session, stops } = ending('lumos')
    for (const each of before) session.runs(each.split(' '))
    folder.write({
      'explored.json': '{"codebase_understanding": "Orders are in one module."}',
      '.ai/work/cache/draft.md': 'A',
    })
    expect(session.runs(step.split(' ')).stdout).toContain('The developer is shown their part when you stop')
    expect(stops()).toMatch(told)
    folder.write({ '.ai/notes.md': 'Orders as CSV.\n' })
    expect(stops()).not.toMatch(told)
  })

  test('it is the piece of work that was named behind the word, whichever is meant otherwise', () => {
    const { folder, session, stops } = ending('accio')
    folder.write({ '.ai/work/export/.keep': '' })
    session.runs(['work', 'use', 'task'])
    session.hears('accio export')
    folder.write({ '.ai/work/export/context.md': 'Orders as CSV.\n' })
    expect(stops()).toBe('export · Context · You: say Accio')
  })

  test('and of a plan that they were shown only what has changed, which Accio agrees to as a whole', () => {
    const { folder, session, stops } = ending('accio')
    folder.write({ '.ai/task/context.md': 'Orders as CSV.\n' })
    session.hears('accio')
    folder.write({ '.ai/task/plan.md': `${plan}- [ ] Amounts are in EUR\n` })
    expect(stops()).toMatch(/1\. Orders are printed\n2\. Amounts are in EUR\n/)
    session.hears('In USD, please.')
    session.runs(['lumos'])
    folder.write({ '.ai/task/plan.md': `${plan}- [ ] Amounts are in USD\n` })
    expect(stops()).toMatch(/^Changed since you were shown the plan:\n2\. Amounts are in USD\nExport orders/)
    session.hears('accio')
    expect(JSON.parse(linesOf(folder).at(-1) ?? '').agreed).toHaveProperty('criteria')
  })

  test('and all steps that they have granted, whose answers only the agent has read', () => {
    const { folder, session, stops } = ending('accio until complete')
    folder.write({ '.ai/task/context.md': 'Orders as CSV.\n' })
    session.runs(['accio'])
    expect(stops()).toMatch(/^One step on your word: Planning\.\n.*You: answer the agent$/s)
    expect(stops()).toBe('')
    folder.write({ '.ai/task/plan.md': `${plan}  - by: developer\n` })
    stops()
    session.hears('accio until complete')
    folder.write({ '.ai/task/task.md': '---\ntask_name: print\n---\n\nPrint orders.\n' })
    session.runs(['accio'])
    folder.write({ '.ai/task/task-results.md': 'Printed.\n' })
    session.runs(['accio'])
    expect(stops()).toMatch(/ · 0 of 1 passed · You: run spell confirm 1$/)
  })
})
