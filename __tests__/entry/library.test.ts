import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileDeclarations } from '../../scripts/compile-declarations'
import { makeFolder } from '../support/folder'
import { program } from '../support/packed-program'

/** The package as another program has it. */
const library: typeof import('../../src/entry/library') = require(dirname(dirname(program)))

test('offers a cast, the proof of a table, and the one class of errors', () => {
  expect(Object.keys(library).sort()).toEqual(['Failure', 'cast', 'exit', 'verify'])
})

test('a spell is cast as on the command line', async () => {
  const { path } = makeFolder()
  const answer = await library.cast(path, 'accio', { note: 'the first' })
  expect(answer).toMatchObject({ ok: true, outcome: 'advanced', row: 'GC1', to: 'GATHER_EDITING_CONTEXT' })
  expect(await library.cast(path, 'reverto')).toMatchObject({ ok: false, outcome: 'blocked' })
})

test('a table is proven as on the command line', async () => {
  expect(await library.verify('engineer')).toMatchObject({ workflow: 'engineer', findings: [] })
})

test('what goes wrong is a Failure, by instanceof', async () => {
  const { path } = makeFolder({ '.ai/task/state.json': '{' })
  const failures = await Promise.all([
    library.cast(path, 'accio').catch((error: unknown) => error),
    library.cast(path, 'abracadabra').catch((error: unknown) => error),
    library.verify('magic').catch((error: unknown) => error),
  ])
  expect(failures.map((error) => error instanceof library.Failure)).toEqual([true, true, true])
  expect(failures).toMatchObject([
    { exitCode: library.exit.unreadable, code: 'state-unreadable', fix: 'spell doctor --fix' },
    { exitCode: library.exit.usage, code: 'unknown-spell' },
    { exitCode: library.exit.usage, code: 'unknown-workflow' },
  ])
})

describe('another package', () => {
  const root = join(__dirname, '..', '..')
  const uses = [
    'async function begin(): Promise<string> {',
    "  try { return (await cast('.', 'accio', { note: 'x' })).developer }",
    "  catch (error) { return error instanceof Failure ? error.fix : '' }",
    '}',
    "const proven: Promise<readonly unknown[]> = verify('engineer').then(({ findings }) => findings)",
    'const context: TransitionContext = buildTransitionContext({ workItems: [] })',
    "const next: string | null = getNextState('batch-router', context)",
    'const states: readonly WorkflowState[] = getWorkflowStates()',
    "const skill: string | null = getSkillForState('execute-batch') ?? stateToSkill('cleanup')",
    "const holds: boolean = evaluateCondition({ type: 'always' }, context)",
    "const place = getState(skillToState('executing-plans') ?? '')?.transitions[0]?.to",
    'async function go(): Promise<string | null> {',
    "  const { next_skill, action, params } = await completeSkill('.', 'orders', 'collab-clear')",
    "  return action === 'clear' && params?.item_number === 1 ? next_skill : null",
    '}',
    'export { begin, proven, next, states, skill, holds, place, go }',
  ].join('\n')
  const names =
    'buildTransitionContext, completeSkill, evaluateCondition, getNextState, getSkillForState, getState, getWorkflowStates, skillToState, stateToSkill, type TransitionContext, type WorkflowState'
  const said = `import { cast, Failure, verify } from 'spell-cli'\nimport { ${names} } from 'spell-cli/collab'\n${uses}\n`

  /** With the packed program among its modules. */
  const consumer = (files: Record<string, string>) => {
    const folder = makeFolder()
    mkdirSync(join(folder.path, 'node_modules'))
    cpSync(dirname(dirname(program)), join(folder.path, 'node_modules', 'spell-cli'), { recursive: true })
    folder.write(files)
    return folder.path
  }
  const node = (cwd: string, ...args: string[]) => execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })

  test('is compiled with it by TypeScript, whatever kind of module it is', () => {
    const path = consumer({ 'old.cts': said, 'new.mts': said, 'package.json': '{ "name": "consumer" }' })
    // The build of a release puts them there.
    compileDeclarations(join(path, 'node_modules', 'spell-cli', 'dist', 'types'))
    const compile = (...options: string[]) =>
      node(
        path,
        join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        ...options,
      )
    expect(compile('--module', 'nodenext', 'old.cts', 'new.mts')).toBe('')
    expect(compile('--module', 'preserve', '--moduleResolution', 'bundler', 'new.mts')).toBe('')
  })

  test('has it by require and by import', () => {
    const path = consumer({
      'old.cjs': "console.log(require('spell-cli/collab').getNextState('cleanup', {}))",
      'new.mjs': "import { getNextState } from 'spell-cli/collab'\nconsole.log(getNextState('cleanup', {}))",
    })
    expect(node(path, 'old.cjs')).toBe('done\n')
    expect(node(path, 'new.mjs')).toBe('done\n')
  })

  test('finds the schemas and the description of the package, and nothing within it', () => {
    const path = consumer({
      'look.cjs': `
        require('spell-cli/package.json')
        require('spell-cli/docs/schemas/settings.schema.json')
        try { require('spell-cli/dist/spell.cjs') } catch ({ code }) { console.log(code) }`,
    })
    expect(node(path, 'look.cjs')).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n')
  })
})
