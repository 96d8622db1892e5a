import { delimiter, dirname } from 'node:path'
import type { CommandContext, Output } from '../cli/command'
import { workMeant } from '../cli/work-meant'
import { filesUnder } from '../disk/read'
import { withThrowawayFolder } from '../disk/throwaway'
import { exit, Failure } from '../failure/failure'
import { startsIn } from '../git/start'
import type { Environment } from '../settings/settings'
import { castSpell } from '../steps/cast-spell'

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
export async function runStep({ runs }: TourStep, root: string, cli: CommandContext): Promise<Output[]> {
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
  allow: async (cli) => (await import('../proof/allow')).allow(cli, []),
  prove: async (cli) => (await import('../proof/prove')).prove(cli, [], await workMeant(cli)),
  report: async (cli) => (await import('../report/report')).report(cli),
}
