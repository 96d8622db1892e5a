import { nameFaultIn, safeName } from '../../../src/workflows/engineer/name-fault'

const header = 'task_name: header-row'
const inFrontMatter = (...lines: string[]) => ['---', ...lines, '---', '', '# Task', '', 'Do it.', ''].join('\n')
const ways: Readonly<Record<string, (name: string) => readonly [text: string, line: number]>> = {
  'in front matter': (name: string) => [inFrontMatter(name), 2],
  'below another key': (name: string) => [inFrontMatter('status: open', name), 3],
  'in front matter that is not closed': (name: string) => [`---\n${name}\n\n# Task\n`, 2],
  'below an empty line': (name: string) => [`\n${inFrontMatter(name)}`, 3],
  'without front matter': (name: string) => [`${name}\n\n# Task\n`, 1],
  'below a title': (name: string) => [`# Task\n\n${name}\n`, 3],
}

// biome-ignore format: in one paragraph
const spellings = [
  'task_name:', 'task-name:', 'taskname:', 'task name:', 'Task_Name:', 'TASK_NAME:', 'task_name :', ' task_name:',
  '- task_name:', '"task_name":', 'task_name =', 'task_title:', 'task_name：',
]

describe.each(Object.entries(ways))('a name %s', (_, way) => {
  test.each(spellings)('is read, or named with its line and the right form: %j', async (spelling) => {
    const [text, line] = way(`${spelling} header-row`)
    const { name } = await safeName(text)
    const fault = nameFaultIn(text)
    if (name === 'header-row') expect(fault).toBeUndefined()
    else expect(fault).toMatchObject({ line, fix: header })
  })
})

test.each([
  ['two names', inFrontMatter(header, 'task_name: other'), 3, 'A task has one `task_name:`; the first one counts.'],
  ['the same name twice', inFrontMatter(header, header), 3, 'A task has one `task_name:`; the first one counts.'],
  ['no name', inFrontMatter('task_name:'), 2, '`task_name:` has no name.'],
  ['front matter without it', inFrontMatter('status: open'), 1, 'The front matter has no `task_name:`.'],
  [
    'front matter that is not closed',
    `---\n${header}\n# T\n`,
    2,
    'A name is read only in the front matter: between two lines `---`, at the top.',
  ],
])('%s is named', (_, text, line, message) => {
  expect(nameFaultIn(text)).toMatchObject({ line, message })
})

test.each([
  ['a name', inFrontMatter(header)],
  ['the template', inFrontMatter('task_name: untitled')],
  ['a task without front matter', '# Task\n\nDo it.\n'],
  ['a rule at the top', '---\n\n# Task\n'],
  ['a text about names', '# Task\n\nA task_name: it is read.\n\n## Steps\n\n- task_name: is read\n\ntask-name: too\n'],
  ['nothing', ''],
])('%s is right', (_, text) => {
  expect(nameFaultIn(text)).toBeUndefined()
})
