import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { frontmatterFromMarkdown } from 'mdast-util-frontmatter'
import { frontmatter } from 'micromark-extension-frontmatter'
import { documentsOf, type Imported } from '../../src/intake/imported'
import { fromIssue } from '../../src/intake/issue'
import { fromOpenSpec } from '../../src/intake/openspec'
import { fromSpecKit } from '../../src/intake/spec-kit'
import { fromMarkdownFile } from '../../src/intake/task-list'
import { fromTaskMaster } from '../../src/intake/task-master'
import { criteriaIn } from '../../src/workflows/engineer/criteria'
import { anyOfPieces, hidingTexts } from '../support/hostile-texts'
import { often } from '../support/proving'
import { unseenIn } from '../support/unseen'

/** Each importer, given the same foreign text wherever it takes one. */
const importers: Readonly<Record<string, (text: string) => Imported>> = {
  issue: (text) => {
    const said = { id: 'c1', node: 'NODE', url: text, author: text, time: text, text }
    const remark = { ...said, edited: false, isDraft: false, isOwn: true }
    return fromIssue({ called: 'issue #1', url: text, title: text, opened: remark, comments: [remark], notes: [] })
  },
  OpenSpec: (text) => fromOpenSpec(text, { 'proposal.md': text, 'tasks.md': text, [text]: text, 'specs/a.md': text }),
  'Spec Kit': (text) => fromSpecKit(text, { 'spec.md': text, 'tasks.md': text, [text]: text }),
  'Task Master': (text) => {
    const task = { id: text, title: text, description: text, status: text, dependencies: [text], [text]: text }
    return fromTaskMaster(
      [
        { ...task, subtasks: [task] },
        { title: text, status: 'cancelled' },
      ],
      text,
    )
  },
  'a file': (text) => fromMarkdownFile(text, text),
}

const read = (imported: Imported, name: string) => documentsOf(imported, 'a source', ['file', name]).documents
const parsed = (text: string) =>
  fromMarkdown(text, { extensions: [frontmatter()], mdastExtensions: [frontmatterFromMarkdown()] }).children

describe.each(Object.entries(importers))('whatever others write in %s', (_, importer) => {
  const held = (text: string) => {
    const { context, plan, title } = read(importer(text), text)
    const blocks = [...parsed(context), ...parsed(plan)]
    // All that is not quoted is in our headings, lines and lists.
    expect(blocks.filter(({ type }) => !['yaml', 'heading', 'paragraph', 'blockquote', 'list'].includes(type))).toEqual(
      [],
    )
    expect(blocks.filter(({ type }) => type === 'yaml')).toHaveLength(1)
    expect(blocks.filter((block) => block.type === 'heading' && block.depth === 1)).toHaveLength(2)
    const ours = JSON.stringify(blocks.filter(({ type }) => type !== 'blockquote'))
    expect(ours).not.toMatch(/"type":"(html|image|definition|linkReference|link)"(?!,"title":null,"url":"https?:)/)
    expect(unseenIn(`${context}${plan}${title}`)).toEqual([])
    // No command comes in by a criterion, and none by the context.
    expect(criteriaIn(plan).flatMap(({ items }) => items)).toEqual([])
    expect(criteriaIn(context)).toEqual([])
  }

  test('it stays within quotes and lines, in which a page shows all of it', () => {
    fc.assert(fc.property(anyOfPieces, held), { numRuns: often(150) })
  })

  test.each(hidingTexts)('%s is quoted as it was written, and no criterion or heading hides it', (_, text) => {
    held(text)
    held(`- [ ] ${text.replace(/\n+/g, ' ')}`)
    held(`# ${text.replace(/\n+/g, ' ')}\n\n- [x] a ${text}`)
  })
})

describe('what is too much', () => {
  const imported = (more: Partial<Imported>): Imported => ({
    title: 'a',
    facts: [],
    texts: [],
    criteria: [],
    lost: [],
    ...more,
  })

  test('is cut, and named in the answer and in the context', () => {
    const text = 'a'.repeat(30_000)
    const texts = Array.from({ length: 8 }, (_, index) => ({ heading: `Text ${index}`, text }))
    const { documents, warnings } = documentsOf(imported({ texts }), 'a source', ['file', 'a'])
    expect(documents.context.length).toBeLessThan(102_000)
    expect(warnings).toHaveLength(6)
    expect(warnings[5]).toBe('Not carried over: 3 more texts, from “Text 5” on')
    for (const warning of warnings) expect(documents.context).toContain(warning.replace('Not carried over: ', '- '))
  })

  test('names a criterion that is cut', () => {
    const { warnings } = documentsOf(imported({ criteria: [{ text: 'ab '.repeat(200), done: false }] }), 'a', [
      'file',
      'a',
    ])
    expect(warnings).toEqual([`Not carried over: the ends of long criteria (1): ${'ab '.repeat(13)}a …`])
  })

  test('has no more criteria than a plan bears', () => {
    const criteria = Array.from({ length: 250 }, (_, index) => ({ text: `${index}`, done: false }))
    const { documents, warnings } = documentsOf(imported({ criteria }), 'a source', ['file', 'a'])
    expect(criteriaIn(documents.plan)).toHaveLength(200)
    expect(warnings).toEqual(['Not carried over: 50 more criteria, 50 of them open'])
  })
})
