import { castContextOf } from '../cast/cast-context'
import { addToSummary, type CiRun, ciRunOf, folderOf, withoutBase } from '../check/ci-run'
import { asAnnotations, asError, asJunit, asSummary, asText } from '../check/outputs'
import { type CheckReport, whose } from '../check/report'
import { requirements } from '../check/request'
import { checkRoots } from '../check/roots'
import { type CommandContext, defineCommand, documentOutput, type Output } from '../cli/command'
import type { Option, OptionsOf } from '../cli/options'
import type { MergeBase } from '../git/base'
import { type Git, withGit } from '../git/git'
import { exit, Failure } from '../text/failure'
import { inline } from '../text/markdown-parts'

const formats = ['text', 'github', 'junit'] as const
const options = [
  { key: 'base', flag: '--base', value: 'REF', help: 'branch or commit to compare with' },
  {
    key: 'requirement',
    flag: '--require',
    value: 'WHAT',
    help: 'required state of the work',
    choices: requirements,
    fallback: 'any',
  },
  { key: 'format', flag: '--format', value: 'FORMAT', help: 'output format', choices: formats, fallback: 'text' },
  {
    key: 'noOverrides',
    flag: '--no-overrides',
    help: 'also fail on overrides, undos, repairs and reviews left to autonomous mode or a setting',
  },
  { key: 'requireWork', flag: '--require-work', help: 'also fail if no work is new since the base' },
  { key: 'rerun', flag: '--rerun', help: 'in CI: run the commands of the plan again; needs --allow-commands' },
  { key: 'allowCommands', flag: '--allow-commands', help: 'let --rerun run what stands in the plan' },
] as const satisfies readonly Option[]
type CheckContext = CommandContext<OptionsOf<typeof options>>

export const command = defineCommand({
  name: 'check',
  summary: 'Find skipped steps and edited records, in CI',
  options,
  async run(_, cli) {
    const { json, format = 'text' } = cli.options
    if (json && format !== 'text')
      throw new Failure(exit.usage, 'usage', `With --json it cannot be ${format}, too.`, 'spell check --json')
    try {
      const { root, env, now } = castContextOf(cli)
      return await withGit(root, env, (git) => run(git, now, format, cli))
    } catch (error) {
      // In a log, the error must be an annotation to be found.
      if (format !== 'github' || !(error instanceof Failure)) throw error
      const { code, message, fix, exitCode } = error
      const document = { schemaVersion: 1, kind: 'error', ok: false, code, message, fix, warnings: [] } as const
      return { document, markdown: '', exact: asError(inline(message), fix), exitCode }
    }
  },
})

async function run(git: Git, now: Date, format: (typeof formats)[number], cli: CheckContext): Promise<Output> {
  const { options, env } = cli
  const { root } = git
  const ofHost = ciRunOf(env)
  const { name, found, warnings } = await baseOf(git, ofHost, cli)
  const requirement = requirements.find((name) => name === options.requirement) ?? 'any'
  const { head, isMerged } = ofHost
  const request = {
    requirement,
    noOverrides: options.noOverrides === true,
    ...(head && { head }),
    isMerged,
    isRerun: options.rerun === true,
    requireWork: options.requireWork === true,
  }
  if (options.allowCommands && !options.rerun)
    throw new Failure(exit.usage, 'usage', '--allow-commands is for --rerun.', 'spell check --rerun --allow-commands')
  const again = options.rerun ? (await import('../check/rerun')).rerunFor(cli, options.allowCommands) : undefined
  const compared = { name, ...(found && { found }) }
  const report = await checkRoots(git, env, now, request, compared, again)
  if (format === 'github') addToSummary(asSummary(report), env)
  const exact =
    format === 'github' ? asAnnotations(report, folderOf(root, env)) : format === 'junit' ? asJunit(report) : undefined
  const ok = report.findings.length === 0
  const output = documentOutput('check', ok, fieldsOf(report, requirement), asText(report), warnings)
  return { ...output, ...(exact !== undefined && { exact }) }
}

function fieldsOf(report: CheckReport, requirement: string): object {
  const works = report.pieces.map(({ workflow, name: work, folder }) => ({ workflow, work, folder }))
  const named = <T extends { readonly where: string }>(found: T) => ({ ...found, ...whose(found.where, works) })
  return {
    require: requirement,
    steps: report.pieces.reduce((sum, { steps }) => sum + steps, 0),
    base: report.base ?? null,
    pieces: report.pieces.map(({ state = null, title = null, ...piece }) => ({ ...piece, state, title })),
    findings: report.findings.map(named),
    rerun: report.rerun ?? null,
    noted: report.noted.map(named),
  }
}

interface Compared {
  /** As it was typed; empty without a base. */
  readonly name: string
  readonly found?: MergeBase
  readonly warnings: readonly string[]
}

/** The base: the given one; in a run of a host by default the one of its event. */
async function baseOf(git: Git, ofHost: CiRun, { options, env }: CheckContext): Promise<Compared> {
  const asked = options.base ?? ofHost.base
  const name = asked ?? ofHost.before
  if (name === undefined) return { name: '', warnings: withoutBase(ofHost, env) }
  const { mergeBaseWith } = await import('../git/base')
  try {
    return { name, found: await mergeBaseWith(git, name), warnings: [] }
  } catch (error) {
    // After a force push the commit may not exist any more.
    if (asked !== undefined || !(error instanceof Failure) || error.code !== 'base-unknown') throw error
    const warning = 'The commit before this push is not here any more, so there was nothing to compare with.'
    return { name, warnings: [warning] }
  }
}
