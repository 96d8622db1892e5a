import type { CommandContext } from '../cli/command'
import { edgeOf } from '../cli/edge'
import { listingOf } from '../disk/listing'
import { randomDigits } from '../disk/random-digits'
import { workingFolder } from '../disk/root'
import { headOf } from '../git/head'
import { seeingClone } from '../word/message-sources'
import { loadTexts } from '../work/texts'
import { standard } from '../workflows/registry'
import type { CastContext } from './cast'

/** Builds the context of a cast from that of the command that makes it. */
export function castContextOf(cli: CommandContext, workflow = standard): CastContext {
  const { options, tell, client } = cli
  const edge = edgeOf(cli)
  const clone = seeingClone(edge.root, edge.now)
  let typed: Promise<boolean> | undefined
  const isTyped = async () => (await cli.canAsk()) && (await import('../word/developer')).isTyped(cli)
  return {
    ...edge,
    cwd: workingFolder(options.cwd),
    listing: listingOf(edge.root),
    texts: loadTexts(workflow),
    clone,
    head: () => headOf(edge.root, clone().git?.folder),
    newWork: () => randomDigits(8),
    isTyped: () => (typed ??= isTyped()),
    isPiped: async () => !options.json && (await import('../word/developer')).isPiped(cli),
    isForDeveloper: options.for !== 'ai',
    ...client,
    ...(options.debug && { trace: (rows) => tell(`rows tried: ${rows.join(' ')}`) }),
  }
}
