import type { Answer, Offer } from '../cast/answer/answer'
import { outputOf } from '../cast/answer/render'
import { turnLine } from '../cast/answer/turn'
import { wordingOf, wordsHere } from '../cast/answer/words-here'
import { chosenWork } from '../cast/chosen-work'
import { answerTo, theme } from '../cli/ask'
import { type Command, type CommandContext, documentOutput, type Output } from '../cli/command'
import { commandsHere } from '../cli/launcher'
import { wantsColor, write, writeStyled } from '../cli/streams'
import { isGoal } from '../engine/place'
import { castWith } from '../intake/cast-with'
import { exit, Failure } from '../text/failure'
import { visible } from '../text/markdown/visible'
import { capital, paragraphs, plain } from '../text/markdown-parts'
import { settingsOf } from '../work/settings/settings'
import { type SpellName, spells } from '../workflows/engineer/spells'
import { castSpell } from './cast-spell'
import { lookElsewhere } from './look-elsewhere'
import { canUndo } from './undo'

interface MenuCommands {
  readonly commands: readonly Command[]
  /** Whether `init` has installed anything in a folder. */
  readonly isSetUp: (root: string) => boolean
}

const toCommit = documentOutput('menu', true, {}, 'Commit, with `.ai/`: `git add -A && git commit`\n')

interface Choice {
  readonly name: string
  readonly summary: string
  readonly run: () => Promise<Output | undefined>
}

/**
 * `spell` without arguments: in a terminal, the state of the work and a choice of what is possible now, or the state of
 * the workflow that the settings name; otherwise the help, of which it gets the text.
 *
 * @returns the answer of the chosen command; undefined if none was chosen
 * @throws Failure `no-command` with `--json`
 */
export async function menu(
  cli: CommandContext,
  help: () => string,
  { commands, isSetUp }: MenuCommands,
): Promise<Output | undefined> {
  if (cli.options.json) {
    throw new Failure(exit.usage, 'no-command', 'There is no command to answer.', 'spell lumos --json')
  }
  const printHelp = async () => void write(1, commandsHere((await wordsHere(cli.options.cwd, cli.env))(help())))
  if (!(await cli.canAsk())) return printHelp()
  const { work, ctx: asked } = await chosenWork(cli, { isLook: true })
  const ctx = { ...asked, settings: await settingsOf(asked) }
  const here = await castWith(work, work.flow.look, ctx, {})
  const hasBegun = here.to !== work.flow.definition.initial
  const look = await lookElsewhere({ work, ctx }, here)
  if (look !== here) return outputOf(look, cli.options.for)
  const { renderTerminal } = await import('../cli/terminal')
  const words = await wordingOf(ctx.settings)
  const fromSpell = ({ name, summary, then = [] }: Offer): Choice => ({
    name: plain(words(`**${capital(name)}** (${spells[name as SpellName].alias})`)),
    summary: then.find(({ available }) => available)?.summary ?? summary,
    run: () => castSpell(name as SpellName, cli),
  })
  const fromLine = (line: string): readonly Choice[] => {
    if (line === 'git commit') return [{ name: line, summary: 'Show how', run: async () => toCommit }]
    const typed = line.replace(/^spell /, '')
    const [called, first, ...further] = typed.split(' ')
    const offer = here.spells.find(({ name }) => name === called)
    if (offer) return [fromSpell(offer)]
    const meant = commands.filter(({ name }) => name === called)
    return meant.map(({ summary, run }) => ({ name: typed, summary, run: () => run(first, cli, further) }))
  }
  const isOver = isGoal(work.flow.definition, here.to)
  const isNew = !hasBegun && !isSetUp(ctx.root)
  const lines = [
    // What a newcomer needs comes first.
    ...(isNew ? ['spell init', 'spell tour'] : []),
    ...inOrder(here, isOver),
    // Before the first spell there is nothing to archive.
    ...(hasBegun && !isOver ? ['spell new'] : []),
    ...(canUndo(work) ? ['spell undo'] : []),
    ...(isSetUp(ctx.root) ? [] : ['spell init']),
  ]
  const choices: readonly Choice[] = [
    ...[...new Set(lines)].flatMap(fromLine),
    { name: 'help', summary: 'List all commands', run: printHelp },
    { name: 'quit', summary: 'Leave; so do Esc and Ctrl-C', run: async () => undefined },
  ]
  writeStyled(1, renderTerminal(commandsHere(headOf(here)), '', { color: wantsColor(cli.options, cli.env), words }))
  return chosen(choices)
}

/** Where the work is, and who acts next. */
const headOf = ({ developer, turn }: Answer): string =>
  paragraphs(
    /^### Where We Are\n\n([\s\S]*?)(?=\n\n(?:\*\*Key Files|### ))/m.exec(developer)?.[1],
    `${turnLine(turn)}.`,
  )

/** @returns the answer of the chosen command; undefined if the user left the menu */
async function chosen(choices: readonly Choice[]): Promise<Output | undefined> {
  const { default: inquirer } = await import('inquirer')
  const { columns = 80 } = process.stdout
  const pad = Math.max(...choices.map(({ name }) => name.length)) + 2
  const shown = choices.map(({ name, summary }, value) => {
    const line = visible(`${name.padEnd(pad)}${capital(plain(summary)).replace(/\.$/, '')}`)
    return { name: inOneLine(line, columns - 3), value, short: name }
  })
  const answer = await answerTo(
    inquirer.prompt([
      { type: 'select', name: 'at', message: 'What next?', choices: shown, pageSize: 14, loop: false, theme: theme() },
    ]),
  )
  return answer && choices[answer.at]?.run()
}

/** Cuts at a space, so that each choice is one line. */
const inOneLine = (line: string, columns: number): string =>
  line.length <= columns ? line : `${line.slice(0, columns - 1).replace(/\s+\S*$/, '')} …`

/**
 * @param isOver whether the work is complete: then the next one can begin, and no review is offered
 * @returns what can be done now, each as it is typed: first what waits, a review and a look last
 */
export function inOrder({ turn, spells }: Pick<Answer, 'turn' | 'spells'>, isOver: boolean): readonly string[] {
  const available = spells.filter(({ name, available }) => available && !(isOver && name === 'reparo'))
  const isLast = ({ name, outcome }: Offer) => name === 'reparo' || outcome === 'shown'
  const lines = (offers: readonly Offer[]) => offers.map(({ name }) => `spell ${name}`)
  return [
    ...new Set([
      ...(turn.command ? [turn.command] : []),
      ...(isOver ? ['spell new'] : []),
      ...lines(available.filter((offer) => !isLast(offer))),
      ...lines(available.filter(isLast)),
    ]),
  ]
}
