import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Collects the licences of the bundled packages.
 *
 * @param inputs paths of the bundled files, relative to the repository
 * @returns Markdown, with a section for each package
 * @throws Error for a package without a licence
 */
export function notices(inputs: readonly string[]): string {
  const folders = new Set(inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))
  const sections = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
    if (!license && !file) throw new Error(`${name} has no licence`)
    const text = file && existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8').trim() : license
    return `## ${name} ${version} (${license})\n\n${text.replace(/^/gm, '    ')}`
  })
  return `# Bundled packages and their licences\n\n${sections.join('\n\n')}\n`
}
