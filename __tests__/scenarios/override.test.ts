import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesUnder } from '../../src/disk/read'
import { texts } from '../support/casting'
import { repository } from '../support/source-files'

// The one door around the table: for a person who insists, with a reason, on record for ever.

describe('no text leads to it', () => {
  /** A sentence that forbids it to an agent does not lead there. */
  const forbidding = /^.*(?:never|only on their explicit word|^- `spell undo`).*override.*$/gm
  const wordIn = (text: string) => /overrid/i.test(text.replaceAll('\\n', '\n').replace(forbidding, ''))

  test('by any text of the workflow but its own answer', () => {
    const named = [...texts.rows].filter(([, text]) => wordIn(JSON.stringify(text)))
    expect(named.map(([id]) => id).filter((id) => id !== 'override')).toEqual([])
    const { rows: _, files, ...others } = texts
    expect(wordIn(JSON.stringify([others, ...files]))).toBe(false)
    const templates = filesUnder(repository, 'templates').filter((path) =>
      wordIn(readFileSync(join(repository, path), 'utf8')),
    )
    expect(
      templates.filter((path) => !['templates/engineer/commands.md', 'templates/help/examples.md'].includes(path)),
    ).toEqual([])
  })

  test('by any message or fix: only its own files, the record and the help know its name', () => {
    const knowing = filesUnder(repository, 'src').filter((path) => {
      const text = readFileSync(join(repository, path), 'utf8')
      // In TypeScript it is a word of the language, too; a comment is not part of an answer.
      return wordIn(text.replace(/\boverride readonly\b|static override|\/\*[\s\S]*?\*\/|\/\/.*/g, ''))
    })
    // The check lists it, and fails for it where it was asked to.
    // biome-ignore format: in one paragraph
    const ofCheck = [
      'check', 'check-piece', 'line-rules', 'noted', 'report', 'request', 'require-rule', 'verdicts',
      'finding',
    ].map((name) => `check/${name}`)
    const checking = [...ofCheck, 'commands/check.command', 'cli/options']
    // A report tells of one that was said.
    const inReport = ['model', 'read-report', 'report-words', 'story'].map((name) => `show/${name}`)
    const telling = [...checking, ...inReport, 'workflow/reporting'].map((name) => `src/${name}.ts`)
    expect(knowing.filter((path) => !telling.includes(path))).toEqual([
      // The name that the command had.
      'src/cli/commander.ts',
      'src/commands/doctor.command.ts',
      'src/commands/override.ts',
      // As a message it is cast only with a slash or spell before it.
      'src/entry/cast-word.ts',
      'src/word/words-in-message.ts',
      'src/workflow/legality.ts',
      'src/workflows/engineer/values.ts',
    ])
  })

  test('not even by itself: its fixes lead to its help, and the agent is told that it is not theirs', () => {
    const source = readFileSync(join(repository, 'src/commands/override.ts'), 'utf8')
    expect(new Set(source.match(/spell doctor[^'`]*/g))).toEqual(new Set(['spell doctor --help']))
    expect(texts.rows.get('override')?.ai).toContain('Never use or propose this command yourself')
  })
})
