import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Collects the licences of the bundled packages; a text that several have is there once.
 *
 * @param inputs paths of the bundled files, relative to the repository
 * @returns Markdown, with a section for each text
 * @throws Error for a package without a licence
 */
export function notices(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const sections = new Map<string, Set<string>>()
  for (const folder of [...folders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    if (!license && !file) throw new Error(`${name} has no licence`)
    const text = file ? readFileSync(join(folder, file), 'utf8').trim() : license
    sections.set(text, (sections.get(text) ?? new Set()).add(`${name} ${version} (${license})`))
  }
  const written = [...sections].map(([text, packages]) => {
    return `## ${[...packages].join(', ')}\n\n${text.replace(/^/gm, '    ')}`
  })
  return `# Bundled packages and their licences\n\n${written.join('\n\n')}\n`
}
