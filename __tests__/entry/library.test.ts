import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileDeclarations } from '../../scripts/compile-declarations'
import { flow } from '../../src/workflows/collab/flow'
import { item, remembering } from '../support/collab-session'
import { failing } from '../support/failing'
import { makeFolder } from '../support/folder'
import { program } from '../support/packed-program'

/** The package as another program has it. */
const library: typeof import('../../src/entry/library') = require(dirname(dirname(program)))

test('offers the look-ups of collab under the names of its source, and nothing else', () => {
  expect(Object.keys(library).sort()).toEqual([
    'buildTransitionContext',
    'completeSkill',
    'evaluateCondition',
    'getNextState',
    'getSkillForState',
    'getState',
    'getWorkflowStates',
    'skillToState',
    'stateToSkill',
  ])
  expect(library.getWorkflowStates()).toEqual(flow)
  expect(library.getNextState('batch-router', library.buildTransitionContext({}))).toBe('workflow-complete')
  expect(library.skillToState('executing-plans')).toBe('execute-batch')
})

test('a skill is completed as on the command line', async () => {
  const { path } = makeFolder(remembering('clear-pre-item', { workItems: [item(1, 'bugfix')] }))
  expect(await library.completeSkill(path, 'orders', 'collab-clear')).toEqual({
    next_skill: 'systematic-debugging',
    action: 'none',
    params: { item_number: 1 },
  })
  expect(await library.completeSkill(path, 'orders', 'systematic-debugging')).toMatchObject({ action: 'clear' })
})

test('what is not possible throws, and says why', async () => {
  const { path } = makeFolder(remembering('gather-goals'))
  expect(await failing(() => library.completeSkill(path, 'orders', 'gather-session-goals'))).toMatchObject({
    exitCode: 3,
    code: 'not-possible',
    message: expect.stringContaining('there are no items yet'),
  })
  expect(await failing(() => library.completeSkill(path, 'orders', 'juggling'))).toMatchObject({ exitCode: 2 })
  expect(await failing(() => library.completeSkill(path, 'other', 'collab-clear'))).toMatchObject({ exitCode: 2 })
})

describe('another package', () => {
  const root = join(__dirname, '..', '..')
  const uses = [
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
    'export { next, states, skill, holds, place, go }',
  ].join('\n')
  const names =
    'buildTransitionContext, completeSkill, evaluateCondition, getNextState, getSkillForState, getState, getWorkflowStates, skillToState, stateToSkill, type TransitionContext, type WorkflowState'
  const said = `import { ${names} } from 'spell-cli'\n${uses}\n`

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
      'old.cjs': "console.log(require('spell-cli').getNextState('cleanup', {}))",
      'new.mjs': "import { getNextState } from 'spell-cli'\nconsole.log(getNextState('cleanup', {}))",
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
