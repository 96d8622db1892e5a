import fc from 'fast-check'
import { safeName } from '../../../src/workflows/engineer/name-fault'
import { often } from '../../support/proving'
import { anyCharacter } from '../../support/random'

const hacked = 'globalThis.hacked = true'
const task = (...lines: string[]) => `---\n${lines.join('\n')}\n---\n\n# Task\n`

test.each([
  ['plain', task('task_name: login-form')],
  ['with an escape', task('task_name: "login\\u002dform"')],
  ['among other keys', task('size: 3', 'task_name: login-form', 'tags: [a, b]')],
  ['with a comment behind it', task('task_name: login-form # the first')],
  ['with Windows line ends', '---\r\ntask_name: login-form\r\n---\r\n\r\n# Task\r\n'],
  ['after a byte order mark', `\uFEFF${task('task_name: login-form')}`],
  ['without a text below', '---\ntask_name: login-form\n---'],
])('a plain name is used as it is, %s', async (_, text) => {
  expect(await safeName(text)).toEqual({ name: 'login-form' })
})

test.each([
  ['capitals and spaces', task('task_name: Login Form'), 'login-form'],
  ['a way up', task('task_name: ../../../etc/passwd'), 'etc-passwd'],
  ['a way on Windows', task('task_name: "..\\\\..\\\\x"'), 'x'],
  ['300 characters', task(`task_name: ${'n'.repeat(300)}`), 'n'.repeat(40)],
  ['a placeholder of ours', task('task_name: "<stamp>"'), 'stamp'],
  ['no letter and no digit', task('task_name: 🚀'), 'untitled'],
  ['an empty one', task('task_name: ""'), 'untitled'],
  ['a colon', task('task_name: Fix: the header row'), 'fix-the-header-row'],
  ['a backtick', task('task_name: `header` row'), 'header-row'],
  ['two lines', task('task_name: header', '  row'), 'header-row'],
  ['a quote that is never closed', task('task_name: "login-form'), 'login-form'],
  [
    'a function of YAML',
    task(`task_name: !!js/function 'function () { ${hacked} }'`),
    'js-function-function-globalthis-hacked',
  ],
])('a name that is not plain is made so, with a warning: %s', async (_, text, name) => {
  expect(await safeName(text)).toEqual({
    name,
    warning: `The task_name of task.md is not a plain name (letters, digits, hyphens); it is archived as "${name}".`,
  })
  expect(globalThis).not.toHaveProperty('hacked')
})

test.each([
  ['a number', task('task_name: 42'), '42'],
  ['a truth', task('task_name: true'), 'true'],
])('what YAML takes for something else than text is a name too: %s', async (_, text, name) => {
  expect(await safeName(text)).toEqual({ name })
})

test.each([
  ['an empty file', ''],
  ['no front matter', '# Task\n\ntask_name: login-form\n'],
  ['front matter that never ends', '---\ntask_name: login-form\n'],
  ['empty front matter', '---\n---\n'],
  ['front matter without the key', task('name: login-form')],
  ['the key deeper', task('task:', '  task_name: login-form')],
  ['front matter that is text', task('login-form')],
  ['a language that is not known', '---toml\ntask_name = "a"\n---\n'],
  ['JavaScript', `---js\n{ task_name: (${hacked}, 'a') }\n---\n`],
  ['JavaScript in capitals', `---JS\n{ task_name: (${hacked}, 'a') }\n---\n`],
  ['CoffeeScript', `---coffee\ntask_name: (${hacked}; 'a')\n---\n`],
])('without a readable name it is untitled, with a warning: %s', async (_, text) => {
  expect(await safeName(text)).toEqual({
    name: 'untitled',
    warning: 'task.md has no readable task_name in its front matter; it is archived as "untitled".',
  })
  expect(globalThis).not.toHaveProperty('hacked')
})

test('without a task there is nothing to warn of', async () => {
  expect(await safeName(undefined)).toEqual({ name: 'untitled' })
})

describe('always', () => {
  const anyName = fc.string({ unit: anyCharacter, maxLength: 300 })

  test('a name is safe, and a warning says so where it is not the one asked for', async () => {
    await fc.assert(
      fc.asyncProperty(anyName, async (asked) => {
        const { name, warning } = await safeName(task(`task_name: ${JSON.stringify(asked)}`))
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]{1,62}$/u)
        expect(warning === undefined).toBe(name === asked)
      }),
      { numRuns: often(300) },
    )
  })

  test('any quoting of a name gives the same name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.stringMatching(/^[A-Za-z][A-Za-z0-9 '/.-]{0,80}[a-z]$/), async (asked) => {
        const double = await safeName(task(`task_name: ${JSON.stringify(asked)}`))
        const single = await safeName(task(`task_name: '${asked.replaceAll("'", "''")}'`))
        const block = await safeName(task('task_name: |-', `  ${asked}`))
        expect([single, block]).toEqual([double, double])
      }),
    )
  })

  test('whatever stands in the file, the name is safe', async () => {
    const piece = fc.constantFrom('---', '---js', '\n', 'task_name:', ...' "\'|&*{}[%', '&a', '*a', '- ', '!!', '<<')
    const anyText = fc.array(fc.oneof(piece, fc.string({ unit: anyCharacter, maxLength: 5 })), { maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(anyText, fc.constantFrom('', '---\n', '---\ntask_name: '), async (pieces, before) => {
        const { name, warning } = await safeName(before + pieces.join(''))
        expect(name).toMatch(/^[\p{L}\p{M}\p{N}-]{1,62}$/u)
        expect(warning ?? `"${name}"`).toContain(`"${name}"`)
      }),
      { numRuns: often(500) },
    )
  })
})
