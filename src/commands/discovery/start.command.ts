import { castContextOf } from '../../cli/cast-context'
import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { exit, Failure } from '../../failure/failure'
import { reviews } from '../../flows/discovery/plan'
import { slug } from '../../flows/slug'
import { plans, refuseTooLong } from '../../verbs/discovery/plan-command'
import { begin, outputOfWork } from '../../verbs/instances'

export const command = defineCommand({
  name: 'start',
  summary: 'Start the plan of a task',
  argument: { name: 'task', help: 'the task, in a few words; the name of the plan is made of it' },
  options: [
    { key: 'title', flag: '--title', value: 'TEXT', help: 'title of the plan', fallback: 'the task as it is given' },
    { key: 'goal', flag: '--goal', value: 'TEXT', help: 'what is to be achieved' },
    { key: 'ac', flag: '--ac', value: 'TEXT', help: 'an acceptance criterion; again for each further one', many: true },
    {
      key: 'reviews',
      flag: '--reviews',
      value: 'WHICH',
      help: 'which phases you review: all, or the clarification and the end (final)',
      choices: reviews,
      fallback: 'all',
    },
    { key: 'autonomous', flag: '--autonomous', help: 'without human reviews; the AI still reviews every phase' },
    waitOption,
  ],
  async run(task, cli) {
    const name = slug(task ?? '')
    if (task === undefined || name === '') {
      const message = 'Which task? It needs a name with letters or digits.'
      throw new Failure(exit.usage, 'usage', message, 'spell discovery start "Add CSV export"')
    }
    const { title = task, goal, ac = [], autonomous = false, reviews: which } = cli.options
    refuseTooLong('What is said of the task', [title, goal ?? '', ...ac], 'spell discovery start "Add CSV export"')
    const brought = {
      task: name,
      title,
      ...(goal !== undefined && { goal }),
      criteria: ac,
      autonomous,
      ...(which && { reviews: which }),
    }
    return outputOfWork(await begin(plans, name, castContextOf(cli, 'discovery'), brought), cli)
  },
})
