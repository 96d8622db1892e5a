/** The input of a release. */
interface Release {
  /** `v0.2.0`. */
  readonly tag: string
  /** From package.json. */
  readonly version: string
  readonly changelog: string
}

/** @returns what prevents a version from being published, in sentences; empty if nothing does */
export function problemsOf({ tag, version, changelog }: Release): string[] {
  const notes = notesOf(changelog, version)
  const checks: readonly (readonly [isWrong: boolean, problem: string])[] = [
    [tag !== `v${version}`, `The tag is ${tag}, but package.json says ${version}.`],
    [notes === undefined, `CHANGELOG.md has no section "## ${version} (YYYY-MM-DD)".`],
    [notes?.trim() === '', `The section of ${version} in CHANGELOG.md is empty.`],
    [Boolean(notesOf(changelog, 'Unreleased')?.trim()), 'CHANGELOG.md still has changes under "## Unreleased".'],
  ]
  return checks.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []))
}

/**
 * @param version `0.2.0` or `Unreleased`
 * @returns the changelog's section about a version, without its heading; undefined if there is none
 */
export function notesOf(changelog: string, version: string): string | undefined {
  const title = version === 'Unreleased' ? version : `${version} \\(\\d{4}-\\d\\d-\\d\\d\\)`.replaceAll('.', '\\.')
  const [, section] = new RegExp(`^## ${title}\\n+([^]*?)(?=^## |$(?![^]))`, 'm').exec(changelog) ?? []
  return section
}
