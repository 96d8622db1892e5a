import { words } from '../../../templates/hope/workflow.yaml'
import type { Answer } from '../../cast/answer/answer'
import { castContextOf } from '../../cast/cast-context'
import type { ChosenWork } from '../../cast/chosen-work'
import { type Command, type CommandContext, defineCommand, documentOutput, type Output } from '../../cli/command'
import { waitOption } from '../../cli/options'
import { absentFiles } from '../../git/committed'
import { readHistory } from '../../show/history/history'
import { attemptAsync, exit, Failure } from '../../text/failure'
import { bullets, paragraphs } from '../../text/markdown-parts'
import { hasSeen, wordCounts } from '../../work/history/word-counts'
import { openWork } from '../../work/open'
import { titleOf } from '../../work/texts'
import type { Work } from '../../work/work'
import { oneOf } from '../../workflow/artifacts/values'
import { type Word, wordsOf } from '../../workflow/words'
import { hope } from '../../workflows/hope'
import { maxArtifactBytes } from '../../workflows/hope/artifact'
import { roundText } from '../../workflows/hope/files'
import { payloadOf, type Verb } from '../../workflows/hope/payload'
import { dimensions } from '../../workflows/hope/request'
import { modes, sessionIn } from '../../workflows/hope/session'
import { entryOf } from '../../workflows/registry'
import { castOn, outputOfWork, standingsNow } from '../instances'
import { readDocuments, type WordArguments } from '../read-word'
import type { Parts } from '../word-commands'

export const parts: Parts = {
  entry: entryOf('hope'),
  words: wordsOf({ words }),
  meant,
  async say(piece, word, given, cli) {
    const answer = await say(piece, word as Verb, given)
    if (word !== 'start' || !answer.ok) return answer
    const added = await (await import('../../install/add-workflow')).addWorkflow('hope', cli)
    return added ? { ...answer, developer: paragraphs(answer.developer, added) } : answer
  },
  prints: { show },
  code: { consult: consultation() },
}

/** The session of a repository, and the context of a cast. */
async function meant(cli: CommandContext): Promise<ChosenWork> {
  const ctx = castContextOf(cli, 'hope')
  return { work: await openWork(ctx.root, { flow: hope() }), ctx }
}

/** Casts a word, with where everything stands on the files that are here now, if its answer depends on that. */
async function say(piece: ChosenWork, verb: Verb, given: WordArguments): Promise<Answer> {
  const isTheirs = verb === 'answer' && (await piece.ctx.isTyped?.())
  const more = { ...(await shownFor(verb, piece)), ...(isTheirs && { typed: true }) }
  const { query } = given
  const asked = typeof query === 'string' && { query: query.trim() }
  return castOn(piece, verb, payloadOf({ verb, ...given, ...scoredIn(given), ...asked, ...more }))
}

/** The scores of the five dimensions; one that is missing is told as one that is wrong. */
function scoredIn(given: WordArguments): { readonly dims?: WordArguments } {
  const typed = dimensions.filter((name) => typeof given[name] === 'string')
  return typed.length > 0 ? { dims: Object.fromEntries(typed.map((name) => [name, given[name]])) } : {}
}

/** What of the files that are here now an answer depends on. */
async function shownFor(verb: Verb, meant: ChosenWork): Promise<object> {
  // A look says what it can, even where git cannot be asked.
  if (verb === 'status')
    return attemptAsync(() => standingsNow(meant)).then((now) => (now instanceof Failure ? {} : now))
  if (!['start', 'wave', 'submit', 'answer'].includes(verb)) return {}
  const { current, context } = meant.work.saved
  const named = verb === 'wave' ? sessionIn(context, current).items.flatMap(({ files = [] }) => files) : []
  const absent = await absentFiles(meant.ctx.root, named, meant.ctx.env)
  return { ...(verb !== 'answer' && (await filesHere(meant))), ...(await standingsNow(meant)), absent }
}

/** The commit, and the tree of the repository's files; none where git cannot tell. */
async function filesHere({ ctx: { root, env } }: ChosenWork): Promise<object> {
  const [{ openGit }, { treesOf }] = await Promise.all([import('../../git/git'), import('../../git/tree')])
  const trees = await treesOf(openGit(root, env))
  return trees && 'treeAll' in trees ? { head: trees.head, tree: trees.treeAll } : {}
}

/** A mode, a question and the word that ends it stand at the same place: the only word that is read by what it is. */
function consultation(): Command {
  /** What ends a consultation takes a document, as `submit` does. */
  const done: Word = {
    about: 'End a consultation',
    takes: { artifact: { as: 'document', help: 'what was found', most: maxArtifactBytes } },
    fix: 'spell hope consult done findings.md',
    examples: [],
  }
  return defineCommand({
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
      const piece = await meant(cli)
      if (word !== 'done') return outputOfWork(await say(piece, 'consult', { mode: word ?? 'panel', query }), cli)
      const { artifact } = readDocuments(done, 'spell hope consult done', { artifact: second }, piece, cli)
      return outputOfWork(await say(piece, 'consult done', { pick: cli.options.pick, artifact }), cli)
    },
  })
}

/** Prints the round as one document. Throws Failure (notPossible) `no-session`. */
async function show(piece: ChosenWork): Promise<Output> {
  const { saved } = piece.work
  const session = sessionIn(saved.context, saved.current)
  if (session.text === undefined)
    throw new Failure(exit.notPossible, 'no-session', 'No session has started here.', 'spell hope start "…"')
  const text = paragraphs(roundText({ ...session, ...(await standingsNow(piece)) }), await decidedByAgent(piece.work))
  return documentOutput('round', true, { workflow: 'hope', part: 'round', markdown: text }, `${text}\n`)
}

/** What was decided in this round by the agent, where words of the developer are seen; empty without anything. */
async function decidedByAgent(work: Work): Promise<string> {
  const { entries } = await readHistory(work)
  const steps = entries.slice(entries.findLastIndex(({ spell }) => spell === 'start') + 1)
  const unseen = hasSeen(wordCounts(entries)) ? steps.filter(({ word }) => word === 'unseen') : []
  const lines = unseen.map(({ spell, about = {}, from }) =>
    [spell, about.word ?? about.level, `(${titleOf(work.flow, from)})`].filter(Boolean).join(' '),
  )
  return lines.length > 0
    ? `## By the Agent\n\nWithout a word of the developer that spell has seen:\n\n${bullets(lines)}`
    : ''
}
