import { paragraphs } from '../../answer/markdown'
import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { engagements, touched } from '../../flows/hope/session'
import { types } from '../../flows/hope/session-type'
import { answerOf } from '../../verbs/hope/session-command'
import { outputOfWork } from '../../verbs/instances'
import { listed } from '../../workflow/listed'

export const command = defineCommand({
  name: 'start',
  summary: 'Start a session with what is wanted',
  argument: { name: 'text', help: 'what is wanted, in the words of the developer' },
  options: [
    { key: 'type', flag: '--type', value: 'TYPE', help: `${types.join(', ')} (default: by the request)` },
    { key: 'engagement', flag: '--engagement', value: 'LEVEL', help: `${engagements.join(', ')} (default: asked)` },
    { key: 'points', flag: '--points', value: 'N', help: 'the effort in points' },
    { key: 'irreversible', flag: '--irreversible', help: 'it cannot be taken back' },
    { key: 'touches', flag: '--touches', value: 'LIST', help: `${touched.join(', ')}, with commas` },
    { key: 'approach', flag: '--approach', value: 'known|unknown', help: 'whether it is known how to do it' },
    { key: 'maxWaves', flag: '--max-waves', value: 'N', help: 'after how many waves you are asked', fallback: '10' },
    waitOption,
  ],
  async run(text = '', cli) {
    const touches = listed(cli.options.touches ?? '')
    const answer = await answerOf(cli, { verb: 'start', ...cli.options, text, touches })
    const added = answer.ok && (await (await import('../../install/add-workflow')).addWorkflow('hope', cli))
    return outputOfWork(added ? { ...answer, developer: paragraphs(answer.developer, added) } : answer, cli)
  },
})
