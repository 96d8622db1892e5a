import { defineCommand } from '../../cli/command'
import { givenFile } from '../../cli/given-text'
import { namedTexts, settledOption } from '../../cli/named-texts'
import { readUtf8 } from '../../disk/read'
import { exit, Failure } from '../../failure/failure'
import { maxArtifactBytes } from '../../flows/discovery/artifact'
import { draftPath } from '../../flows/discovery/files'
import { planIn } from '../../flows/discovery/plan'
import { actOn, changing, planOf, refuseTooLong } from '../../verbs/discovery/plan-command'

const fix = 'spell discovery submit artifact.json'

export const command = defineCommand({
  name: 'submit',
  summary: 'Submit the artifact of the phase, a JSON file',
  argument: { name: 'file', help: 'the file, or - for stdin (default: the draft of the phase in the plan’s folder)' },
  options: [settledOption, ...changing],
  async run(typed, cli) {
    // First, so that an unknown plan is reported before a missing file.
    const plan = await planOf(cli)
    const { work, ctx } = plan
    const phase = planIn(work.saved.context)?.phase ?? 'discovery'
    const file = typed ?? draftPath(work.folder, phase)
    const text = typed === undefined ? draftIn(ctx.root, file) : givenFile(typed, maxArtifactBytes, fix, cli)
    const settled = namedTexts(cli.options.settled ?? [], 'F', 'spell discovery submit --settled "F1: …"')
    refuseTooLong('What is settled', Object.values(settled), fix)
    return actOn(plan, cli, 'submit', { text, source: file, settled })
  },
})

function draftIn(root: string, path: string): string {
  const text = readUtf8(root, path)
  if (text !== undefined) return text
  const message = `Which file? There is no draft of this phase: ${path} is not there.`
  throw new Failure(exit.usage, 'usage', message, `spell discovery submit   # once ${path} is written`)
}
