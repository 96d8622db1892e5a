import { once } from 'node:events'
import { code, fenced, paragraphs } from '../answer/markdown'
import { documentOutput } from '../cli/answer-output'
import { loadJson } from '../cli/cast-context'
import type { CommandContext, Document, Output } from '../cli/command'
import { write } from '../cli/streams'
import { playTour, runStep, type TourStep } from './tour'

/** Plays the tour; in a terminal a key goes on, unless it is to be `fast`. */
export async function showTour(cli: CommandContext<{ readonly fast?: true }>): Promise<Output> {
  const steps = loadJson<readonly TourStep[]>('tour.json')
  const pauses = !cli.options.fast && (await cli.canAsk())
  const stopped = stopSignal()
  const played: { says: string; command: string; document: Document }[] = []
  const files = await playTour(steps, cli.env, async (step, root) => {
    const outputs = await runStep(step, root, cli)
    const command = `spell ${step.runs}`
    played.push(...outputs.slice(-1).map(({ document }) => ({ says: step.says, command, document })))
    if (!cli.options.json) await cli.show(shown(step, outputs, `${played.length}/${steps.length}`))
    return pauses && played.length < steps.length ? await keyPressed(stopped) : !stopped.aborted
  })
  const ending = '# The end\n\nIt is gone. In yours, begin with `spell accio`.\n'
  const output = documentOutput('tour', true, { steps: played, files }, ending)
  return { ...output, terminal: { main: `\n${ending}`, aside: '' } }
}

/** A step with all that its command has printed; in a terminal with what a reader needs of it. */
function shown(
  { says, writes, text = '', isShown, runs }: TourStep,
  outputs: readonly Output[],
  place: string,
): Output {
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

/** Ctrl-C, Ctrl-D, Escape and q. */
const endings = ['\u0003', '\u0004', '\u001b', 'q']

/** Waits for a key. @returns false for a key that ends a program */
async function keyPressed(stopped: AbortSignal): Promise<boolean> {
  const { stdin } = process
  // Before the question is shown, so that an early key is recognised.
  stdin.setRawMode(true).resume()
  write(2, 'Any key goes on, q stops.\n')
  try {
    const [key] = await once(stdin, 'data', { signal: stopped })
    return !endings.includes(String(key))
  } catch {
    return false
  } finally {
    stdin.setRawMode(false).pause()
  }
}

/** Aborted on a signal, so that the tour can remove its repository. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}
