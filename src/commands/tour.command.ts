import { once } from 'node:events'
import type { Answer } from '../answer/answer'
import { bullets, code, paragraphs } from '../answer/markdown'
import { documentOutput, outputOf } from '../cli/answer-output'
import { castContextOf, loadJson } from '../cli/cast-context'
import { type CommandContext, defineCommand, type Output } from '../cli/command'
import { write } from '../cli/streams'
import { playTour, type TourStep } from '../tour/tour'

export const command = defineCommand({
  name: 'tour',
  summary: 'Play a whole piece of work in a throw-away repository',
  options: [],
  async run(_, cli) {
    const steps = loadJson<readonly TourStep[]>('tour.json')
    const pauses = await cli.canAsk()
    const stopped = stopSignal()
    const played: { says: string; answer: Answer }[] = []
    const files = await playTour(steps, castContextOf(cli), async (step, answer) => {
      played.push({ says: step.says, answer })
      if (!cli.options.json) await showStep(step, outputOf(answer, cli.options.for), played.length, steps.length, cli)
      const pausesHere = pauses && played.length < steps.length
      return pausesHere ? await keyPressed(stopped) : !stopped.aborted
    })
    const ending = `# The end\n\nThis is what the tour has written:\n\n${bullets(files.map(code))}\n\nThe repository of this tour is gone now. In yours, begin with \`spell accio\`.\n`
    return documentOutput('tour', true, { steps: played, files }, ending)
  },
})

async function showStep(
  step: TourStep,
  output: Output,
  number: number,
  all: number,
  cli: CommandContext,
): Promise<void> {
  const wrote = [step.ticks && 'ticked a box in `.ai/task/plan.md`', step.writes && `wrote ${code(step.writes)}`]
  const they = wrote.filter(Boolean).join(' and ')
  const title = `# Step ${number} of ${all}`
  const story = paragraphs(title, step.says, they && `They ${they}.`, code(`spell ${step.casts}`))
  const { terminal: seen } = output
  // Cut to the screen, as it is read before a key is pressed.
  const inShort = `${title}: spell ${step.casts}\n\n${[step.says, they && `They ${they}.`].filter(Boolean).join(' ')}`
  const terminal = seen && { ...seen, main: `${inShort}\n\n${seen.main}` }
  await cli.show({ ...output, markdown: `${story}\n\n${output.markdown}\n`, ...(terminal && { terminal }) })
}

/** Ctrl-C, Ctrl-D, Escape and q. */
const endings = ['\u0003', '\u0004', '\u001b', 'q']

/** Waits for a key. @returns false for a key that ends a program */
async function keyPressed(stopped: AbortSignal): Promise<boolean> {
  const { stdin } = process
  // Before the question is shown, so that an early key is recognised.
  stdin.setRawMode(true).resume()
  write(2, 'Press any key to go on, q to stop.\n')
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
