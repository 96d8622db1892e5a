import { isAbsolute } from 'node:path'
import { ignoredFiles } from '../check/repository-rules'
import { confirmed } from '../cli/ask'
import { type CommandContext, defineCommand } from '../cli/command'
import { type Option, type OptionsOf, waitOption } from '../cli/options'
import { isThere } from '../disk/read'
import { isPlain, programOf, workflowOf } from '../install/adapters'
import { anyAgent } from '../install/agents/agents'
import { choiceOptions, choose, chosenBy } from '../install/choose'
import { activate } from '../install/hook-managers/runners'
import { type InstallContext, install, propose } from '../install/init'
import { installContextOf } from '../install/install-context'
import { refuseBelow } from '../install/pieces/package-json'
import { type Choices, readInstalled } from '../install/pieces/record'
import { type InstallReport, lackingIn, outputOf } from '../install/report'
import { tryOut, withFailing } from '../install/try-out'
import { asRunNow } from '../install/wanted'
import { exit, Failure } from '../text/failure'
import { code } from '../text/markdown-parts'
import { spells } from '../workflows/engineer/spells'
import { standard } from '../workflows/registry'

const options = [
  { key: 'yes', flag: '--yes', help: 'write without asking' },
  { key: 'dryRun', flag: '--dry-run', help: 'only say what would be written' },
  ...choiceOptions,
  { key: 'hooks', flag: '--hooks', help: 'only the hooks of this clone, as the team has chosen' },
  waitOption,
] as const satisfies readonly Option[]
type InitContext = CommandContext<OptionsOf<typeof options>>

export const command = defineCommand({
  name: 'init',
  summary: 'Set up the commit hook and your agents',
  options,
  async run(_, cli) {
    const { options } = cli
    const ground = await installContextOf(cli)
    if (options.hooks) return hooksOnly(ground, cli)
    if (ground.refusedByGit) throw ground.refusedByGit
    refuseBelow(ground.look)
    const installed = readInstalled(ground.root)
    const proposal = propose(ground, installed)
    const ask = !options.yes && !options.dryRun && (await cli.canAsk())
    const choices = ask ? await choose(ground, proposal, options) : chosenBy(options, proposal.choices)
    if (!choices) throw notAgreed()
    const wanted = { choices, purpose: 'init' } as const
    const planned = await install(ground, wanted, true)
    const written = planned.acts.map(({ path }) => path).filter((path) => !isAbsolute(path))
    const ignored = await ignoredFiles(ground.root, cli.env, written)
    // Outside of git there is nothing to commit.
    const isCommitted = ignored.length === 0 && planned.acts.length > 0 && ground.look.hooksFolder
    const isOfGit = planned.acts.length > written.length
    const commit = isCommitted ? `Commit these files${isOfGit ? ', except git’s hook' : ''}. ` : ''
    const last = [
      ...lacking(ground, choices),
      ...ignored.map(({ where, line, message, fix }) => `${code(`${where}:${line}`)}: ${message} ${fix}`),
      `${commit}${firstWord(ground, choices)}`,
    ].join('\n\n')
    if (planned.acts.length === 0 && installed) {
      const report = options.dryRun ? planned : await tried(planned, choices, cli)
      return said(ground, report, lackingIn(planned).length > 0 ? inPart : nothingToDo, last)
    }
    if (options.dryRun) return said(ground, planned, 'This would be written:', hooksText(choices), true)
    if (!options.yes && !ask) throw needsYes()
    if (ask && !(await agree(ground, planned, choices, cli))) throw notAgreed()
    const report = await install(ground, wanted, false)
    await activate(ground.root, report.commands, cli)
    const found = await tried(report, choices, cli)
    // Who was asked has just read the list.
    const isWhole = lackingIn(found).length === 0
    if (ask) return said(ground, { ...found, acts: [] }, isWhole ? '✓ spell is set up.' : inPart, last)
    const done = isWhole ? 'spell is set up:' : 'spell is set up in part:'
    return said(ground, found, report.acts.length > 0 ? done : isWhole ? nothingToDo : inPart, last)
  },
})

/** A report with what does not work, once hook managers are active. */
const tried = async (report: InstallReport, choices: Choices, cli: InitContext): Promise<InstallReport> =>
  withFailing(report, await tryOut(await installContextOf(cli), choices, cli.env))

const inPart = 'spell is set up in part; this is lacking:'
const nothingToDo = 'Already set up: nothing to change.'

async function hooksOnly(ground: InstallContext, cli: InitContext) {
  const installed = readInstalled(ground.root)
  // Installing the package without a git repository must not fail.
  if (!ground.look.hooksFolder) {
    const last = firstWord(ground, installed?.choices)
    const { message = 'There is no git repository here.', fix } = ground.refusedByGit ?? {}
    return said(ground, { acts: [], kept: [], commands: [] }, fix ? `${message} ${code(fix)}` : message, last)
  }
  if (!installed?.choices)
    throw new Failure(exit.notPossible, 'not-installed', 'Nothing was set up here yet.', 'spell init')
  const { dryRun } = cli.options
  const choices = asRunNow(ground.look, ground.adapters, installed.choices)
  const wanted = { choices, purpose: 'init', onlyHere: true } as const
  const written = await install(ground, wanted, !!dryRun)
  if (!dryRun) await activate(ground.root, written.commands, cli)
  const { kept } = dryRun ? written : await tried(written, { ...choices, agents: [] }, cli)
  // Installing the packages must not fail.
  const report = { ...written, kept: kept.map(({ code: _, ...stays }) => stays) }
  if (dryRun) return said(ground, report, 'This would be written:', undefined, true)
  const done = report.kept.length > 0 ? 'This clone lacks a hook:' : 'The hooks of this clone are in place.'
  return said(ground, report, done, firstWord(ground, installed.choices))
}

const said = ({ root }: InstallContext, report: InstallReport, first: string, last?: string, dry = false) =>
  outputOf('init', report, root, dry, first, last)

/** What was not set up, and the command that does it. */
function lacking({ adapters, look }: InstallContext, { agents }: Choices): string[] {
  const known = adapters.agents.flatMap(({ name }) => (name === anyAgent ? [] : [name])).join(',')
  const others = `\`${programOf(look)} init --agents LIST\`, with any of \`${known}\`.`
  const plugged = adapters.agents.filter(({ name, comesAsPlugin }) => agents.includes(name) && comesAsPlugin?.(look))
  return [
    ...plugged.map(({ title }) => `${title} has spell as a plugin, whose files are not written here.`),
    ...(agents.length === 0 ? [`No agent is set up. To set some up: ${others}`] : []),
    ...(agents.join() === anyAgent
      ? [`This is for any agent that reads AGENTS.md. For the slash commands and hooks of one agent: ${others}`]
      : []),
    ...(look.hooksFolder
      ? []
      : ['This is not a git repository, so commits are not guarded. After `git init`, run it again.']),
  ]
}

/** What shows the work or begins it: what to open and to say, or a command to type. */
function firstWord(
  { root, look, adapters }: InstallContext,
  { agents }: Pick<Choices, 'agents'> = { agents: [] },
): string {
  const { name, begin, folder, named = '' } = workflowOf(look)
  const isOther = name !== standard
  const pasted = (command: string) => `\`${command.replace(/^spell/, programOf(look))}\``
  if (isThere(root, folder ?? named))
    return `To see the state of the work: ${pasted(isOther ? `spell ${name} status` : 'spell lumos')}`
  if (isOther) return `The first command: ${pasted(begin)}`
  const known = adapters.agents.filter((agent) => agent.name !== anyAgent && agents.includes(agent.name))
  const titles = known.map(({ title }) => title)
  const agent = titles.length === 0 ? 'your agent' : inWords(titles.join(', '))
  return `Open ${agent} and say: ${isPlain(look) ? spells.accio.alias : 'accio'}`
}

/** What the hooks do, in plain words. */
function hooksText({ guard, agents }: Choices): string {
  const hasAgent = agents.some((name) => name !== anyAgent)
  const asked = [hasAgent && 'an edit, a command', guard !== 'none' && 'a commit'].filter(Boolean).join(', ')
  const told = 'show where the work is, tell spell which of its words you said (never your messages), and '
  return asked && `The hooks ${hasAgent ? told : ''}ask spell before ${inWords(asked)}. It can refuse that.`
}

const inWords = (list: string) => list.replace(/, ([^,]*)$/, ' or $1')

async function agree(
  ground: InstallContext,
  planned: InstallReport,
  choices: Choices,
  cli: InitContext,
): Promise<boolean> {
  await cli.show(said(ground, planned, 'This would be written:', hooksText(choices), true))
  return confirmed('Write this?', true)
}

const notAgreed = () => new Failure(exit.notPossible, 'not-agreed', 'Nothing was written.', 'spell init')

const needsYes = () => {
  const message = 'Nothing was written: there is no terminal to ask in. Pass --yes; --dry-run shows what it would be.'
  return new Failure(exit.usage, 'needs-yes', message, 'spell init --yes')
}
