import { defineCommand } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { readDocuments } from '../../cli/read-word'
import { maxArtifactBytes } from '../../flows/hope/artifact'
import { modes } from '../../flows/hope/states'
import { oneOf } from '../../workflow/artifacts/one-of'
import type { Word } from '../../workflow/words'
import { outputOfWork } from '../instances'
import { say, sessionOf } from './session'

/** What ends a consultation takes a document, as `submit` does. */
const done: Word = {
  about: 'End a consultation',
  takes: { artifact: { as: 'document', help: 'what was found', most: maxArtifactBytes } },
  fix: 'spell hope consult done findings.md',
  examples: [],
}

/** A mode, a question and the word that ends it stand at the same place: the only word that is read by what it is. */
export const consult = defineCommand({
  name: 'consult',
  summary: 'Ask for an outside view; `done` ends it',
  argument: { name: 'mode', help: `one of: ${modes.join(', ')}; done (default: panel)` },
  further: [{ name: 'query', help: 'the question; with done, a file with what was found' }],
  options: [
    { key: 'pick', flag: '--pick', value: 'WAY', help: 'with done: the way that the developer has chosen' },
    waitOption,
  ],
  examples: [
    ['spell hope consult panel "JWT or sessions?"', 'Ask for several views'],
    ['spell hope consult done findings.md', 'Hand in what was found'],
  ],
  async run(first = '', cli, [second]) {
    const word = oneOf([...modes, 'done'], first)
    const query = word === undefined ? [first, second].filter(Boolean).join(' ') : (second ?? '')
    const piece = await sessionOf(cli)
    if (word !== 'done') return outputOfWork(await say(piece, 'consult', { mode: word ?? 'panel', query }), cli)
    const { artifact } = readDocuments(done, 'spell hope consult done', { artifact: second }, piece, cli)
    return outputOfWork(await say(piece, 'consult done', { pick: cli.options.pick, artifact }), cli)
  },
})
