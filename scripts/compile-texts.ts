import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { parse } from 'yaml'
import { chosenFrom, type Each, inPlaces, isForEach, saidFor } from '../src/workflow/each'
import { commandWords, type RowText, type Texts, undoText } from '../src/workflow/texts'
import { entry } from '../src/workflows/engineer/entry'
import { spellWords } from '../src/workflows/engineer/spells'
import { parsePhrases, parseTexts, type TextUnderHeading } from './parse-texts'

/** The compiled texts of a workflow, in memory. */
export interface CompiledTexts extends Texts {
  readonly rows: ReadonlyMap<string, RowText>
  readonly files: ReadonlyMap<string, string>
}

/**
 * Compiles the texts of a workflow at build time, so that a cast reads one file, and no Markdown.
 *
 * @param folder `templates/<workflow>`
 * @throws Error that names the file and what violates templates/README.md, or a row with two texts
 */
export function compileTexts(folder: string): CompiledTexts {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').replace(/\r\n/g, '\n')
  const inFolder = (name: string) => readdirSync(join(folder, name)).filter((file) => file.endsWith('.md'))
  const name = basename(folder)
  const isOfSpells = name === entry.name
  const ofCommands = existsSync(join(folder, 'commands.md')) ? ['commands.md'] : []
  const files = new Map(
    (existsSync(join(folder, 'files'))
      ? readdirSync(join(folder, 'files'), { recursive: true, withFileTypes: true })
      : []
    )
      .filter((entry) => entry.isFile())
      .map((entry) => relative(join(folder, 'files'), join(entry.parentPath, entry.name)).split(sep).join('/'))
      .sort()
      .map((path) => [path, read(`files/${path}`)]),
  )
  const digest = (text: string) => createHash('sha256').update(text).digest('hex')
  return {
    rows: new Map([
      ...(isOfSpells ? [] : [['undo', undoText(name)] as const]),
      ...compileRows([...inFolder('states').map((file) => `states/${file}`), ...ofCommands], read, eachIn(folder)),
    ]),
    kinds: Object.fromEntries(inFolder('kinds').map((file) => [basename(file, '.md'), read(`kinds/${file}`).trim()])),
    files,
    digests: Object.fromEntries([...files].map(([path, text]) => [path, digest(text)])),
    phrases: existsSync(join(folder, 'phrases.md')) ? named('phrases.md', () => parsePhrases(read('phrases.md'))) : {},
    words: isOfSpells ? spellWords : commandWords(name),
    header: read('header.md').trim(),
    brief: read('brief.md').trim(),
    tip: read('tip.md').trim(),
    rules: read('rules.md').trim(),
  }
}

/**
 * Prints texts as a first line that every answer needs, with an index of the others, so that `readTexts` can read each
 * alone: an answer needs about ten of two hundred. `print` writes a value as JSON in ASCII, without line endings.
 */
export function printTexts({ rows, files, ...others }: CompiledTexts, print: (value: unknown) => string): string {
  let lines = ''
  // Texts that are alike are printed once.
  const printed = new Map<string, number>()
  const places = (texts: ReadonlyMap<string, unknown>) => {
    let found = ' '
    for (const [name, text] of texts) {
      const line = `${print(text)}\n`
      const at = printed.get(line) ?? lines.length
      if (at === lines.length) lines += line
      printed.set(line, at)
      found += `${name}:${at} `
    }
    return found
  }
  const first = print({ ...others, rows: places(rows), files: places(files) })
  return `${first}\n${lines}`
}

/** The part of a workflow's file up to the next key: to read all of it takes a hundred times as long. */
const eachPart = /^each:.*?(?=^[^\s#-])/ms

/** @returns what lines of the workflow's file stand once for, and texts do, too */
export function eachIn(folder: string): readonly Each[] {
  const file = join(folder, 'workflow.yaml')
  const [part] = eachPart.exec(existsSync(file) ? readFileSync(file, 'utf8') : '') ?? []
  return part === undefined ? [] : inPlaces(parse(part).each)
}

/** @returns a text; one whose heading names a value, once for each that has all values that it names */
export const textsFor = (text: TextUnderHeading, each: readonly Each[]): readonly TextUnderHeading[] =>
  isForEach([text.heading, text.id]) ? chosenFrom(each, { from: text }).map((one) => saidFor(one, text)) : [text]

function compileRows(
  files: readonly string[],
  read: (file: string) => string,
  each: readonly Each[],
): ReadonlyMap<string, RowText> {
  const found = new Map<string, TextUnderHeading & { readonly path: string }>()
  for (const path of files) {
    for (const row of named(path, () => parseTexts(read(path)).flatMap((text) => textsFor(text, each)))) {
      if (found.has(row.id)) throw new Error(`templates: ${path}: ${row.id} has two texts`)
      found.set(row.id, { ...row, path })
    }
  }
  /** What a row says by itself, and by the rows that it says the same as. */
  const whole = (id: string, before: readonly string[] = []): Pick<TextUnderHeading, 'file' | 'text'> => {
    const { as, path, ...row } = found.get(id) ?? { id, text: {}, path: '' }
    if (as === undefined) return row
    if (!found.has(as) || before.includes(as)) throw new Error(`templates: ${path}: ${id} is as ${as}`)
    const other = whole(as, [...before, id])
    return { ...other, ...row, text: { ...other.text, ...row.text } }
  }
  return new Map([...found.keys()].map((id) => [id, aboutFile(whole(id))] as const))
}

const aboutFile = ({ file, text }: Pick<TextUnderHeading, 'file' | 'text'>): RowText =>
  file === undefined ? text : JSON.parse(JSON.stringify(text).replaceAll('{{file}}', `{{folder}}/${file}`))

/** Adds the name of the file to an error. */
function named<T>(file: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`templates: ${file}: ${(error as Error).message}`)
  }
}
