import { readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { diagram } from '../answer/diagram'
import { inline } from '../answer/markdown'
import { placeOf } from '../answer/place'
import type { Edge } from '../cast'
import { check } from '../check'
import type { Base } from '../check/base'
import { asAnnotations, asError, asSummary } from '../check/github'
import { asJunit } from '../check/junit'
import type { Report } from '../check/report'
import { requirements } from '../check/standing'
import { asText } from '../check/text'
import { exit, Failure } from '../failure'
import { disk } from '../store/disk'
import { diskFailure } from '../store/disk-failure'
import { historyPath } from '../store/state'
import { engineer } from '../workflows/engineer'
import type { Command, Output, Setting } from './command'
import { edgeOf } from './edge'

const formats = ['text', 'json', 'github', 'junit'] as const
type Format = (typeof formats)[number]

/** Proves in CI what the files can prove. */
export const command: Command = {
  name: 'check',
  summary: 'for CI: proves that state, history and files are what spells have made, and names what is not',
  options: [
    { key: 'base', flag: '--base', value: 'REF', help: 'the branch or commit that the work goes on from' },
    {
      key: 'requirement',
      flag: '--require',
      value: 'WHAT',
      help: 'where the work has to stand, else any',
      choices: requirements,
    },
    { key: 'format', flag: '--format', value: 'FORMAT', help: 'for whom, else text', choices: formats },
    { key: 'noOverrides', flag: '--no-overrides', help: 'overrides, undos and adopted lines are wrong, too' },
  ],
  async run(_, setting) {
    const { options } = setting
    const format = formatOf(setting)
    try {
      return await run(format, setting)
    } catch (error) {
      // In the log of a run nobody looks for it elsewhere.
      if (format !== 'github' || options.json || !(error instanceof Failure)) throw error
      const { code, message, fix, exitCode } = error
      const document = { schemaVersion: 1, kind: 'error', ok: false, code, message, fix, warnings: [] } as const
      return { document, markdown: '', exact: asError(inline(message), fix), exitCode }
    }
  },
}

function formatOf({ options }: Setting): Format {
  const format = formats.find((name) => name === options.format)
  if (options.json && format !== undefined && format !== 'json') {
    throw new Failure(
      exit.usage,
      'usage',
      `--json is --format json; it cannot be ${format}, too.`,
      'spell check --json',
    )
  }
  return options.json ? 'json' : (format ?? 'text')
}

async function run(format: Format, setting: Setting): Promise<Output> {
  const { options, env } = setting
  const edge = edgeOf(setting)
  const { base, warnings } = await baseOf(edge.root, format, setting)
  const title = (state: string) => inline(placeOf(engineer, state, edge.texts).title ?? state)
  const requirement = requirements.find((name) => name === options.requirement) ?? 'any'
  const request = { requirement, noOverrides: options.noOverrides === true, ...(base && { base }) }
  const report = await check(edge.root, engineer, env, edge.now, request, title)
  if (format === 'github') writeSummary(report, edge, env)
  const exact =
    format === 'github'
      ? asAnnotations(report, folderOf(edge.root, env))
      : format === 'junit'
        ? asJunit(report)
        : undefined
  return {
    document: { ...documentOf(report, requirement), warnings },
    markdown: asText(report),
    ...(exact !== undefined && { exact }),
    exitCode: report.findings.length === 0 ? exit.done : exit.found,
  }
}

const documentOf = ({ state, steps, base, findings, noted }: Report, requirement: string) =>
  ({
    schemaVersion: 1,
    kind: 'check',
    ok: findings.length === 0,
    workflow: engineer.definition.name,
    require: requirement,
    state: state ?? null,
    steps,
    base: base ?? null,
    findings,
    noted: noted.map(({ index: _, ...told }) => told),
  }) as const

/** What is compared with: what was asked for, else in GitHub Actions what the event names. */
async function baseOf(
  root: string,
  format: Format,
  { options, env }: Setting,
): Promise<{ readonly base?: Base; readonly warnings: readonly string[] }> {
  const asked = options.base ?? (format === 'github' ? requestBase(env) : undefined)
  const name = asked ?? (format === 'github' ? pushedOver(env) : undefined)
  if (name === undefined) return { warnings: [] }
  const { mergeBaseWith } = await import('../git/base')
  try {
    const { commit, read } = await mergeBaseWith(root, name)
    const history = await read(historyPath(engineer))
    return { base: { name, commit, ...(history !== undefined && { history }) }, warnings: [] }
  } catch (error) {
    // A push by force may have left it behind.
    if (asked !== undefined || !(error instanceof Failure) || error.code !== 'base-unknown') throw error
    return { warnings: ['The commit before this push is not here any more, so there was nothing to compare with.'] }
  }
}

/** Of a pull request: the branch that it is to be merged into. Of a merge queue: the commit that it goes on from. */
const requestBase = (env: Setting['env']): string | undefined =>
  env.GITHUB_BASE_REF ? `origin/${env.GITHUB_BASE_REF}` : textIn(eventOf(env).merge_group, 'base_sha')

/** Of a push: the commit that the branch was at before; a new branch has none. */
function pushedOver(env: Setting['env']): string | undefined {
  const before = textIn(eventOf(env), 'before')
  return before === undefined || /^0*$/.test(before) ? undefined : before
}

function eventOf({ GITHUB_EVENT_PATH: path }: Setting['env']): Readonly<Record<string, unknown>> {
  try {
    const event: unknown = path ? JSON.parse(readFileSync(path, 'utf8')) : undefined
    return typeof event === 'object' && event !== null ? (event as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function textIn(value: unknown, key: string): string | undefined {
  const found = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
  return typeof found === 'string' && found !== '' ? found : undefined
}

/** Where annotations look for files: from the top of the repository. */
function folderOf(root: string, { GITHUB_WORKSPACE: workspace }: Setting['env']): string {
  const folder = workspace ? relative(resolve(workspace), root).split(sep).join('/') : ''
  return folder.startsWith('..') ? '' : folder
}

function writeSummary(report: Report, { root, texts }: Edge, { GITHUB_STEP_SUMMARY: path }: Setting['env']): void {
  if (!path) return
  try {
    const picture = report.state === undefined ? '' : diagram(engineer, texts, report.state)
    disk.append(resolve(root, path), Buffer.from(asSummary(report, picture)))
  } catch (error) {
    throw diskFailure('write', path, error)
  }
}
