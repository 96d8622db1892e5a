import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Collects the licences of the bundled packages; a text that several have is there once, below their copyrights.
 *
 * @param inputs paths of the bundled files, relative to the repository
 * @returns Markdown, with a section for each text
 * @throws Error for a package without a licence
 */
export function notices(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const sections = new Map<string, Section>()
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    if (!license && !file) throw new Error(`${name} has no licence`)
    const whole = file ? readFileSync(join(folder, file), 'utf8').trim() : license
    const begin = beginning.exec(whole)?.[0] ?? ''
    const text = whole.slice(begin.length)
    // Line breaks and quotation marks differ.
    const words = text.replace(/\W+/g, ' ').toLowerCase()
    const section: Section = sections.get(words) ?? { text, packages: [] }
    const copyrights = begin.split('\n').filter((line) => line.startsWith('Copyright'))
    section.packages.push([`- ${name} ${version} (${license})`, ...copyrights].join('\n  '))
    sections.set(words, section)
  }
  const written = [...sections.values()].map(
    ({ text, packages }) => `${packages.join('\n')}\n\n${text.replace(/^/gm, '    ')}`,
  )
  return `# Bundled packages and their licences\n\n${written.join('\n\n---\n\n')}\n`
}

type Section = { readonly text: string; readonly packages: string[] }

/** The name of a licence, and the copyrights. */
const beginning = /^(?:[#( ]*(?:The )?(?:MIT|ISC) License[ \w()]*\n|All rights reserved\.?\n|Copyright.*\n|\s*\n)*/i
