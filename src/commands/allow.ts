import { castContextOf } from '../cast/cast-context'
import { type CommandContext, documentOutput, type Output } from '../cli/command'
import { commandsHere } from '../cli/launcher'
import { type Allowed, changeAllowed } from '../disk/allowed'
import { type BoundCommand, describeCommand, once, type Reach, waitingIn } from '../proof/consent/bound-command'
import { type Consents, consentsOf } from '../proof/consent/consent'
import { allowCommand, type CommandFault, currentCommands, faultLine } from '../proof/consent/current-commands'
import { numbersTyped } from '../proof/work-here'
import { exit, Failure, ifPossible } from '../text/failure'
import { shownCommand } from '../text/markdown/shown-command'
import { bullets, countOf, inline, paragraphs, sections } from '../text/markdown-parts'
import { allWork, openWork } from '../work/open'
import { loadSettings } from '../work/settings/settings'
import type { Work } from '../work/work'
import { commandDocument, consentKey } from '../workflow/criteria/planned-command'
import { standardFlow } from '../workflows/registry'
import { askConsent } from './prove/ask-consent'

type AllowContext = CommandContext<{ readonly list?: true; readonly revoke?: true }>

/** What can be allowed or taken back, each under a number from 1. */
interface Numbered {
  readonly consents: Consents
  /** The command that allows these. */
  readonly command: string
  /** The ids of the pieces of work that are at hand. */
  readonly works: readonly (string | undefined)[]
  /** Those of the work at hand, each once. */
  readonly commands: readonly BoundCommand[]
  /** What else is allowed in this clone: of other work, or with other recipes. */
  readonly others: readonly Allowed[]
  readonly faults: readonly CommandFault[]
}

/**
 * Asks the developer to let commands run, shows what is allowed, or takes it back.
 *
 * @throws Failure (usage) for a number that is none, or for faulty items alone; (notPossible) `no-commands`,
 *   `asks-in-terminal` or `not-agreed`
 */
export async function allow(cli: AllowContext, words: readonly string[]): Promise<Output> {
  const { list, revoke } = cli.options
  if (list && revoke) throw new Failure(exit.usage, 'usage', 'Give --list or --revoke, not both.', 'spell allow --list')
  const { root, env, now } = castContextOf(cli)
  const look = () => numbered(root, env, cli.options.work)
  const found = await look()
  const { commands, others } = found
  const count = commands.length + (list || revoke ? others.length : 0)
  const numbers = words.flatMap((word) => numbersTyped(word, count, 'command', 'spell allow --list'))
  if (list) return listed(found)
  const said = revoke ? await revoked(found, numbers, now) : await allowed(cli, found, numbers, now)
  return outputOf(await look(), said)
}

/** @param asked the work that was named: of an archived one the commands are looked at only then, and alone */
async function numbered(root: string, env: CommandContext['env'], asked: string | undefined): Promise<Numbered> {
  const { proof } = await loadSettings(root, env)
  const used = await allWork(root)
  const look = (work: Work) => {
    const { commands, faults } = currentCommands(work, proof)
    return { consents: consentsOf(work, commands, env), faults, command: allowCommand(work) }
  }
  const isArchived = asked !== undefined && !used.some(({ name }) => name === asked)
  const archived = isArchived ? (await allWork(root, 'archives')).find(({ name }) => name === asked) : undefined
  const first = look(archived ?? (await openWork(root, { flow: standardFlow })))
  const { consents, command } = first
  // What cannot be read of another workflow is for `spell doctor`, and nothing of it can be allowed.
  const others = (archived ? [] : used)
    .filter(({ folder, flow: { plan, provable } }) => folder !== standardFlow.folder && (plan ?? provable))
    .flatMap((work) => ifPossible(() => look(work)) ?? [])
  const found = [first, ...others]
  const commands = once(found.flatMap(({ consents }) => consents.commands))
  const isShown = ({ digest, work }: Allowed) =>
    commands.some((each) => each.digest === digest && (work === undefined || work === each.work))
  return {
    consents,
    command,
    works: found.map(({ consents: { work } }) => work),
    commands,
    others: consents.allowed.filter((each) => !each.isRefused && !isShown(each)),
    faults: found.flatMap(({ faults }) => faults),
  }
}

/** @returns what was allowed, as it is told */
async function allowed(
  cli: AllowContext,
  { consents, command, commands, faults }: Numbered,
  numbers: readonly number[],
  now: Date,
): Promise<string> {
  const chosen = commands.filter((_, index) => numbers.length === 0 || numbers.includes(index + 1))
  const waiting = waitingIn({ commands: chosen })
  if (waiting.length === 0) {
    if (faults.length > 0 && numbers.length === 0) throw faulty(faults)
    const nothing = 'Nothing has a command here, and the settings ask for none.'
    if (commands.length === 0) throw new Failure(exit.notPossible, 'no-commands', nothing, 'spell lumos')
    const already = `Allowed already: ${countOf(chosen.length, 'command')}. \`spell allow --list\` shows what they run.`
    return paragraphs(commandsHere(already), cannotBe(faults))
  }
  for (const fault of faults) cli.tell(faultLine(fault))
  const reach = await askConsent(cli, consents, waiting, now, command)
  if (reach === undefined) throw new Failure(exit.notPossible, 'not-agreed', 'Nothing was allowed.', command)
  const back = commandsHere('`spell allow --revoke` takes that back.')
  const said = `Allowed ${reachText[reach]}: ${countOf(waiting.length, 'command')}. ${back}`
  return paragraphs(said, cannotBe(faults))
}

const cannotBe = (faults: Numbered['faults']): string =>
  sections(3, [['Cannot Be Allowed', bullets(faults.map(faultLine))]])

const reachText = { work: 'for this piece of work', always: 'always in this clone' } satisfies Record<Reach, string>

function faulty(faults: readonly CommandFault[]): Failure {
  const message = `${faults.length === 1 ? 'One item' : `${faults.length} items`} cannot be run as written.`
  const details = faults.map(faultLine)
  return new Failure(exit.usage, 'item-faulty', message, 'correct that, then: spell allow', { details })
}

/** @returns what was taken back, as it is told */
async function revoked(
  { consents, works, commands, others }: Numbered,
  numbers: readonly number[],
  now: Date,
): Promise<string> {
  const digests = commands.filter((_, index) => numbers.includes(index + 1)).map(({ digest }) => digest)
  const named = others.filter((_, index) => numbers.includes(commands.length + index + 1))
  const isOurs = ({ work }: Allowed) => work === undefined || works.includes(work)
  const isMeant = (each: Allowed) =>
    numbers.length === 0 ||
    (digests.includes(each.digest) && isOurs(each)) ||
    named.some(({ digest, work }) => digest === each.digest && work === each.work)
  const isRevoked = (each: Allowed) => !each.isRefused && isMeant(each)
  const count = consents.allowed.filter(isRevoked).length
  if (count > 0)
    await changeAllowed(consents.path(), consents.clone, now, (all) => all.filter((each) => !isRevoked(each)))
  return count === 0 ? 'Nothing of that was allowed.' : `Not allowed any more: ${countOf(count, 'command')}.`
}

function listed(found: Numbered): Output {
  const { works, commands, others, faults } = found
  const ours = commands.map((each, index) => describeCommand(index + 1, each, stateOf(each)))
  const rest = others.map((other, index) => {
    const { said, work, time } = other
    const where = work === undefined ? 'always' : works.includes(work) ? 'for this piece of work' : 'for other work'
    const then = isLapsed(other, commands) ? ', for what it ran before' : ''
    return `${commands.length + index + 1}. ${shownCommand(said)}\n   - allowed ${where} since ${inline(time)}${then}`
  })
  const markdown = sections(3, [
    ['Commands of the Work', ours.join('\n')],
    ['Also Allowed in This Clone', rest.join('\n')],
  ])
  return outputOf(found, paragraphs(markdown, cannotBe(faults)) || 'No command is allowed here, and none waits for it.')
}

/** Whether a consent is to a command at hand, which runs something else now. */
const isLapsed = (other: Allowed, commands: readonly BoundCommand[]): boolean =>
  commands.some(({ command }) => consentKey(command) === other.command) &&
  !commands.some(({ digest }) => digest === other.digest)

/** Why a consent does not hold any more is said above it. */
const stateOf = ({ allowed: reach, before }: BoundCommand): string =>
  reach ? `allowed ${reachText[reach]}` : before ? '**not allowed**' : '**not allowed yet**'

function outputOf({ commands, others, faults }: Numbered, markdown: string): Output {
  const fields = {
    commands: commands.map(({ command, criterion = null, recipes, allowed: reach = null, before = null }, index) => {
      const { found, isHidden } = recipes
      const scripts = found.flatMap(({ kind, from, text }) => (kind === 'script' ? [{ from, text }] : []))
      const makefiles = found.flatMap(({ kind, from }) => (kind === 'makefile' ? [from] : []))
      const said = { number: index + 1, ...commandDocument(command), criterion, scripts, makefiles, hidden: isHidden }
      return { ...said, allowed: reach, before }
    }),
    others: others.map((other, index) => {
      const { said: text, work, time } = other
      const number = commands.length + index + 1
      const reach = work === undefined ? 'always' : 'work'
      return { number, text, allowed: reach, time, lapsed: isLapsed(other, commands) }
    }),
    faults,
  }
  return documentOutput('allow', true, fields, `${markdown}\n`)
}
