import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, join } from 'node:path'
import { parse } from 'yaml'
import { type Folder, makeFolder } from './folder'
import { portOf } from './local-server'
import { packed } from './packed'

interface Step {
  readonly name: string
  readonly id?: string
  readonly if?: string
  readonly uses?: string
  readonly with?: Readonly<Record<string, string>>
  readonly shell?: string
  readonly run?: string
  readonly 'working-directory'?: string
  readonly env?: Readonly<Record<string, string>>
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>
  readonly runs: { readonly using: string; readonly steps: readonly Step[] }
}
export const action: Action = parse(readFileSync('action.yml', 'utf8'))

/** The programs of a runner that the action may start, and the one that leaves a trace. */
const programs = ['node', 'npm', 'git', 'bash', 'sh', 'env', 'mktemp', 'mkdir', 'chmod', 'cat', 'touch']

const pathOf = (program: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(existsSync) ?? program

/** A registry of packages that has the packed program under some versions, and what it was asked. */
export async function startRegistry(...versions: readonly string[]): Promise<{ url: string; asked: string[] }> {
  const [name = ''] = readdirSync(packed).filter((file) => file.endsWith('.tgz'))
  const tarball = readFileSync(join(packed, name))
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const asked: string[] = []
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    if (url.endsWith('.tgz')) return void response.end(tarball)
    // As a server of git says that a password is needed.
    if (url.includes('info/refs')) return void response.writeHead(401, { 'www-authenticate': 'Basic' }).end()
    const bin = { spell: 'bin/spell.cjs' }
    const dist = { tarball: `${registry.url}spell-cli.tgz`, integrity }
    const all = versions.map((version) => [version, { name: 'spell-cli', version, bin, dist }])
    response.end(JSON.stringify({ name: 'spell-cli', 'dist-tags': {}, versions: Object.fromEntries(all) }))
  })
  const registry = { url: `http://127.0.0.1:${await portOf(server)}/`, asked }
  return registry
}

export interface Given {
  readonly inputs?: Readonly<Record<string, string>>
  readonly event?: object
  /** The environment of the job. */
  readonly env?: Readonly<Record<string, string>>
  /** Folders of PATH before that of the runner. */
  readonly path?: readonly string[]
}

/** Evaluates an expression of GitHub: names, texts, `==`, `!=`, `&&`, `||`, `!` and functions that ask for the status. */
function evaluated(expression: string, known: (name: string) => unknown): unknown {
  const script = expression.replaceAll(/'[^']*'|[a-z_][\w-]*(?:\.[\w-]+)*(?:\(\))?/g, (word) =>
    word.startsWith("'") ? word : JSON.stringify(known(word) ?? ''),
  )
  return new Function(`return ${script}`)()
}

/**
 * Does what a runner does on a machine that has only `programs`: fills in the inputs, sets its variables, and runs each step
 * in its shell. Nothing is uploaded.
 */
export async function runAction(workspace: Folder, { inputs = {}, event = {}, env = {}, path = [] }: Given) {
  const temp = makeFolder({ 'event.json': JSON.stringify(event), 'home/.keep': '', 'bin/.keep': '' })
  const at = (name: string) => join(temp.path, name)
  for (const program of programs) symlinkSync(realpathSync(pathOf(program)), at(`bin/${program}`))
  const given = Object.fromEntries(Object.entries(action.inputs).map(([name, input]) => [name, input.default]))
  const steps: Record<string, { outputs: Record<string, string> }> = {}
  let exitCode = 0
  const status: Readonly<Record<string, () => boolean>> = {
    'always()': () => true,
    'cancelled()': () => false,
    'success()': () => exitCode === 0,
  }
  const github = {
    action_path: process.cwd(),
    base_ref: env.GITHUB_BASE_REF,
    ref_name: env.GITHUB_REF_NAME,
    event_name: env.GITHUB_EVENT_NAME,
    event,
  }
  const context: unknown = { github, inputs: { ...given, ...inputs }, steps }
  const known = (name: string) =>
    status[name]?.() ??
    name.split('.').reduce((value, key) => (value as Record<string, unknown> | undefined)?.[key], context)
  const fill = (text = '') =>
    text.replaceAll(/\$\{\{ *(.*?) *\}\}/g, (_, inner: string) => String(evaluated(inner, known)))
  const conditionOf = (text = 'success()') => {
    const inner = text.replace(/^\$\{\{ *(.*?) *\}\}$/, '$1')
    return evaluated(/\b(?:always|cancelled|success)\(\)/.test(inner) ? inner : `success() && (${inner})`, known)
  }
  let [stdout, summary, uploaded] = ['', '', '']
  const ran: string[] = []
  for (const [index, step] of action.runs.steps.entries()) {
    if (!conditionOf(step.if)) continue
    ran.push(step.name)
    if (step.uses) {
      uploaded = readFileSync(fill(step.with?.path), 'utf8')
      continue
    }
    expect(step.shell).toBe('bash')
    // An input within a script would be run.
    expect(step.run).not.toContain('${{')
    temp.write({ [`${index}.sh`]: step.run ?? '', [`output-${index}`]: '', [`summary-${index}`]: '' })
    const child = spawn(at('bin/bash'), ['--noprofile', '--norc', '-eo', 'pipefail', at(`${index}.sh`)], {
      cwd: join(workspace.path, fill(step['working-directory'])),
      env: {
        HOME: at('home'),
        CI: 'true',
        GITHUB_ACTIONS: 'true',
        GITHUB_WORKSPACE: workspace.path,
        GITHUB_EVENT_PATH: at('event.json'),
        GITHUB_STEP_SUMMARY: at(`summary-${index}`),
        GITHUB_OUTPUT: at(`output-${index}`),
        RUNNER_TEMP: temp.path,
        ...env,
        PATH: [...path, at('bin')].join(delimiter),
        ...Object.fromEntries(Object.entries(step.env ?? {}).map(([name, value]) => [name, fill(value)])),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (chunk: string) => {
        stdout += chunk
      })
    }
    const ended = await new Promise<number>((done) => child.on('close', (code) => done(code ?? -1)))
    exitCode ||= ended
    summary += existsSync(at(`summary-${index}`)) ? temp.read(`summary-${index}`) : ''
    const lines = temp.read(`output-${index}`).split('\n').filter(Boolean)
    const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)))
    if (step.id) steps[step.id] = { outputs }
  }
  return { stdout, exitCode, summary, page: uploaded, ran, temp }
}
