import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { compileDeclarations } from '../../scripts/compile-declarations'
import { copyTree, makeFolder } from '../support/folder'
import { program } from '../support/packed-program'

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

  const consumer = (files: Record<string, string>) => {
    const folder = makeFolder()
    mkdirSync(join(folder.path, 'node_modules'))
    copyTree(dirname(dirname(program)), join(folder.path, 'node_modules', 'spell-cli'))
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
