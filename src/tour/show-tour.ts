import { code, fenced, paragraphs } from '../answer/markdown'
import { documentOutput } from '../cli/answer-output'
import { confirmed } from '../cli/ask'
import { loadJson } from '../cli/cast-context'
import type { CommandContext, Document, Output } from '../cli/command'
import { playTour, runStep, type TourStep } from './tour'

/** Plays the tour; in a terminal it asks whether to go on, unless it is to be `fast`. */
export async function showTour(cli: CommandContext<{ readonly fast?: true }>): Promise<Output> {
  const steps = loadJson<readonly TourStep[]>('tour.json')
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

const whereWeAre = /(?<=^### Where We Are\n\n).+/m

/** Of an answer where the work is; of what was proven or reported the criteria, and of a command what went wrong. */
function inShort({ document, markdown }: Output): string {
  const [, developer = markdown] = markdown.split('## Response to the Developer\n\n')
  const [where] = whereWeAre.exec(developer) ?? []
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
