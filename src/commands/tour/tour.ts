import { delimiter, dirname } from 'node:path'
import { chosenWork } from '../../cast/chosen-work'
import { confirmed } from '../../cli/ask'
import { type CommandContext, type Document, documentOutput, type Output } from '../../cli/command'
import { builtJson } from '../../disk/built'
import type { Environment } from '../../disk/environment'
import { filesUnder } from '../../disk/read'
import { withThrowawayFolder } from '../../disk/throwaway'
import { startsIn } from '../../git/start'
import { exit, Failure } from '../../text/failure'
import { code, fenced, paragraphs } from '../../text/markdown-parts'
import { castSpell } from '../cast-spell'

/** A step of the tour, from `templates/tour/`: what the developer and the agent do, then the command that they run. */
export interface TourStep {
  readonly says: string
  /** The file that the developer or the agent writes first, and its text. */
  readonly writes?: string
  readonly text?: string
  /** Whether a reader in a terminal sees the text. */
  readonly isShown?: boolean
  readonly runs: 'accio' | 'allow' | 'prove' | 'report'
}

/**
 * Plays a piece of work from its beginning to its report in a temporary git repository, until `act` returns false.
 *
 * @param act runs the command of a step in the repository
 * @returns the files at the end, relative to the repository
 */
export function playTour(
  steps: readonly TourStep[],
  { PATH, SystemRoot }: Environment,
  act: (step: TourStep, root: string, env: Environment) => Promise<boolean>,
): Promise<string[]> {
  return withThrowawayFolder(async (folder, write) => {
    const root = `${folder}/shop`
    write('shop/README.md', '# A shop\n')
    // Nothing of an agent: the developer of the tour is at a terminal. What they allow is gone with the repository.
    const own = [dirname(process.execPath), PATH ?? ''].join(delimiter)
    const env = { PATH: own, SystemRoot, XDG_STATE_HOME: `${folder}/state` }
    const git = await makeRepository(root, { ...env, PATH })
    for (const step of steps) {
      if (step.writes) write(`shop/${step.writes}`, step.text ?? '')
      if (step.runs === 'report') await git.add('.').raw(...asDeveloper, 'commit', '--quiet', '--message=Export orders')
      if (!(await act(step, root, env))) break
    }
    return filesUnder(root, '.ai')
  })
}

const asDeveloper = ['-c', 'user.name=A developer', '-c', 'user.email=developer@example.com']

/** Creates an empty git repository. Throws Failure `no-git` if git is not installed */
async function makeRepository(folder: string, env: Environment) {
  try {
    const git = await startsIn(folder, env).simple()
    await git.init()
    return git
  } catch (error) {
    const message = 'git could not make a repository to throw away.'
    throw new Failure(exit.system, 'no-git', message, 'git --version', { cause: error })
  }
}

/** Runs the command of a step. @returns what it printed, the answer last */
async function runStep({ runs }: TourStep, root: string, cli: CommandContext): Promise<Output[]> {
  const shown: Output[] = []
  const there: CommandContext = {
    ...cli,
    options: { cwd: root, quiet: true, ...(cli.options.for && { for: cli.options.for }) },
    tell: () => {},
    canAsk: async () => runs === 'allow',
    pick: async (_, choices) => choices.find(({ value }) => value === 'work')?.value,
    show: async (output) => void shown.push(output),
  }
  const last = await commands[runs](there)
  return [...shown, last]
}

const commands: Readonly<Record<TourStep['runs'], (cli: CommandContext) => Promise<Output>>> = {
  accio: (cli) => castSpell('accio', cli),
  allow: async (cli) => (await import('../allow')).allow(cli, []),
  prove: async (cli) => (await import('../prove/prove')).prove(cli, [], await chosenWork(cli)),
  report: async (cli) => (await import('../../show/report')).report(cli),
}

/** Plays the tour; in a terminal it asks whether to go on, unless it is to be `fast`. */
export async function showTour(cli: CommandContext<{ readonly fast?: true }>): Promise<Output> {
  const steps = builtJson<readonly TourStep[]>('tour.json')
  const pauses = !cli.options.fast && (await cli.canAsk())
  const stopped = stopSignal()
  const played: { says: string; command: string; document: Document }[] = []
  const files = await playTour(steps, cli.env, async (step, root, env) => {
    const outputs = await runStep(step, root, { ...cli, env })
    const command = `spell ${step.runs}`
    played.push(...outputs.slice(-1).map(({ document }) => ({ says: step.says, command, document })))
    if (!cli.options.json) await cli.show(shown(step, outputs, `${played.length}/${steps.length}`))
    return pauses && played.length < steps.length ? await confirmed('Go on?', true) : !stopped.aborted
  })
  const ending = '# The end\n\nIn yours: `spell init`, then `accio`.\n'
  return documentOutput('tour', true, { steps: played, files }, ending)
}

/** A step with all that its command has printed; in a terminal with what a reader needs of it. */
function shown(step: TourStep, outputs: readonly Output[], place: string): Output {
  const { says, writes, text = '', isShown, runs } = step
  const command = code(`$ spell ${runs}`)
  const wrote = writes && paragraphs(`${code(writes)}:`, fenced(text))
  const printed = outputs.map((output) => output.markdown.trimEnd())
  const markdown = paragraphs(`# Step ${place}`, says, wrote, command, ...printed)
  const main = paragraphs(`# ${place}`, says, isShown && fenced(text), command, ...outputs.slice(-1).map(inShort))
  return { ...documentOutput('tour', true, {}, `${markdown}\n\n`), terminal: { main: `\n${main}`, aside: '' } }
}

const happened = /(?<=^### What Just Happened\n\n).+/m
const whereWeAre = /(?<=^### Where We Are\n\n).+/m

/**
 * Of an answer where the work is, or why it was refused; of what was proven or reported the criteria, and of a command what
 * went wrong.
 */
function inShort({ document, markdown }: Output): string {
  const [, developer = markdown] = markdown.split('## Response to the Developer\n\n')
  const [where] =
    ('outcome' in document && document.outcome === 'blocked' ? happened : whereWeAre).exec(developer) ?? []
  if (where !== undefined) return where
  const [first = '', ...lines] = developer.split('\n### Tasks')[0]?.trim().split('\n') ?? []
  const criteria = lines.filter((line) => /^- [✓✗]|^ +- .* failed: /.test(line))
  return document.kind === 'allow' ? first : paragraphs(first, criteria.join('\n'))
}

/** Aborted on a signal, so that the tour can remove its repository. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}
