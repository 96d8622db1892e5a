import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import matter from 'gray-matter'
import type { RowText, Texts } from '../src/answer/texts'

const sections: Readonly<Record<string, keyof RowText>> = {
  'Response to the AI': 'ai',
  'What Just Happened': 'happened',
  'Where We Are': 'where',
  'Next Steps': 'next',
}
const keys = ['summary', 'because', 'writes', 'tip', 'title']

/**
 * Reads the texts of a workflow. Runs when the package is built, so that a cast reads one file and no front matter.
 *
 * @param folder `templates/<workflow>`
 * @throws Error that names the file whose front matter or sections are not those of templates/README.md
 */
export function compileTexts(folder: string): Texts {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n')
  const inFolder = (name: string) => readdirSync(join(folder, name)).filter((file) => file.endsWith('.md'))
  const id = (file: string) => basename(file, '.md')
  const files = Object.fromEntries(
    readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(folder, 'files'), join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort()
      .map((path) => [path, read(`files/${path}`)]),
  )
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  return {
    rows: Object.fromEntries(inFolder('rows').map((file) => [id(file), compileRow(file, read(`rows/${file}`))])),
    kinds: Object.fromEntries(inFolder('kinds').map((file) => [id(file), read(`kinds/${file}`).trim()])),
    files,
    digests: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, digest(text)])),
    header: read('header.md').trim(),
    brief: read('brief.md').trim(),
    tip: read('tip.md').trim(),
    rules: read('rules.md').trim(),
  }
}

function compileRow(file: string, source: string): RowText {
  const { data, content } = frontMatter(file, source)
  const unknown = Object.keys(data).find((key) => !keys.includes(key))
  if (unknown) throw new Error(`templates: ${file}: unknown key "${unknown}"`)
  const [before = '', ...parts] = content.split(/^## (.*)$/m)
  if (before.trim() !== '') throw new Error(`templates: ${file}: text before the first section`)
  const text: Record<string, unknown> = { ...data }
  for (let index = 0; index < parts.length; index += 2) {
    const heading = parts[index] ?? ''
    const key = sections[heading]
    if (!key) throw new Error(`templates: ${file}: unknown section "${heading}"`)
    text[key] = parts[index + 1]?.trim()
  }
  return text as RowText
}

function frontMatter(file: string, source: string) {
  try {
    // Given options, gray-matter keeps no cache; from that, a broken text would come back as a good one.
    return matter(source, {})
  } catch (error) {
    throw new Error(`templates: ${file}: ${(error as Error).message}`)
  }
}
