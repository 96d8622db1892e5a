import type { TestCounts } from '../workflow/criteria/expectation'

/** A suite, or all of them, while it is read. */
interface Suite {
  readonly depth: number
  /** How many failures and errors its attributes say, those of suites in it too. */
  readonly said: number
  /** How many its elements show. */
  shown: number
  /** Of its cases and those of suites in it. */
  passed: number
  /** Whether an outcome stands in the suite itself, such as that of a hook. */
  isFailed: boolean
}

/**
 * Counts the test cases of a JUnit XML report and keeps none of its text. Of a suite that says of itself that more failed than
 * its cases show, none has passed.
 *
 * @param chunks its bytes, each overwritten by the next
 * @returns undefined if it is no such report, or not whole
 */
export function junitCounts(chunks: Iterable<Buffer>): TestCounts | undefined {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  const suites: Suite[] = []
  /** The depth of the test case that is read; 0 outside of one. */
  let caseDepth = 0
  let outcome: keyof TestCounts = 'passed'
  let isShown = false
  let isReport = false
  const isWhole = readTags(chunks, {
    opened(name, depth, rest) {
      const suite = suites.at(-1)
      const isFailure = name === 'failure' || name === 'error'
      if (caseDepth > 0) {
        if (depth !== caseDepth + 1) return
        if (isFailure) {
          outcome = 'failed'
          isShown = true
          if (suite) suite.shown++
        } else if (name === 'skipped' && outcome === 'passed') outcome = 'skipped'
      } else if (name === 'testsuite' || name === 'testsuites') {
        if (depth === 1 || suite) suites.push({ depth, said: failuresIn(rest), shown: 0, passed: 0, isFailed: false })
      } else if (name === 'testcase') [caseDepth, outcome, isShown] = [depth, outcomeIn(rest), false]
      else if (isFailure && depth - 1 === suite?.depth) suite.isFailed = true
    },
    closed(depth) {
      const suite = suites.at(-1)
      if (depth === caseDepth) {
        caseDepth = 0
        if (!suite) return
        if (outcome === 'passed') suite.passed++
        else counts[outcome]++
        if (outcome === 'failed' && !isShown) suite.shown++
      } else if (depth === suite?.depth) {
        suites.pop()
        const isPassed = !suite.isFailed && suite.said <= suite.shown
        if (!isPassed) counts.failed += suite.passed
        const around = suites.at(-1) ?? counts
        if (isPassed) around.passed += suite.passed
        if ('shown' in around) around.shown += Math.max(suite.said, suite.shown)
        else isReport = true
      }
    },
  })
  return isWhole && isReport ? counts : undefined
}

/** How often a suite says that something failed. */
function failuresIn(rest: string): number {
  let said = 0
  eachAttribute(rest, (name, value) => {
    if (name === 'failures' || name === 'errors') said += Number(value) || 0
  })
  return said
}

/** What tells the outcome of a case in some dialects, without an element in it. */
const ofOutcome = /status|result|outcome/
const passing =
  /^(?:run|ran|executed|completed?|done|finished|pass(?:ed)?|ok|success(?:ful)?|succeeded|true|fixed|flaky|warn(?:ed|ing)?|[\s\d.-]*)$/i
const skipping =
  /^(?:not.*|un(?:tested|executed)|skip.*|suppressed|disabled|ignored?|pending|inconclusive|todo|xfail(?:ed)?|excluded)$/i

/** @returns the worst that its attributes say; a word that is not known as one of a case that passed or did not run fails it */
function outcomeIn(rest: string): keyof TestCounts {
  let outcome: keyof TestCounts = 'passed'
  if (!ofOutcome.test(rest)) return outcome
  eachAttribute(rest, (name, value) => {
    if ((name !== 'status' && name !== 'result' && name !== 'outcome') || passing.test(value)) return
    if (!skipping.test(value)) outcome = 'failed'
    else if (outcome === 'passed') outcome = 'skipped'
  })
  return outcome
}

/** Hears of the tags of a document in their order, each with its depth from 1; one without content is closed at once. */
interface Listener {
  /** @param rest of the tag, for `eachAttribute` */
  readonly opened: (name: string, depth: number, rest: string) => void
  readonly closed: (depth: number) => void
}

/** No report is deeper, or has a longer tag, in bytes: nothing else is kept. */
const [deepest, longest] = [1_000, 1024 * 1024]

/** What is passed over, from its beginning to its end. */
const passedOver = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

const doctype = /<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/y
const name = /[^\s<>/"'=!?&]+/y
/** What is in quotes may have a `>`. */
const attributes = /(?:\s[^"'<>]*(?:"[^"]*"[^"'<>]*|'[^']*'[^"'<>]*)*|\/)?>/y

/**
 * Hears of the attributes of a tag, one after another, so that what looks like one in quotes is none: a pattern would take
 * seconds for a long report. The values are as they are written.
 */
function eachAttribute(rest: string, take: (name: string, value: string) => void): void {
  let at = 0
  for (let equals = rest.indexOf('='); equals >= 0; equals = rest.indexOf('=', at)) {
    let from = equals + 1
    while (rest.charCodeAt(from) <= space) from++
    const end = rest.indexOf(rest.charAt(from), from + 1)
    if (end < 0) return
    take(rest.slice(at, equals).trim(), rest.slice(from + 1, end))
    at = end + 1
  }
}

const space = 32

/** @returns where a part ends that begins at a place; undefined if none does, or not all of it is there yet */
function endOf(part: RegExp, text: string, at: number): number | undefined {
  part.lastIndex = at
  return part.test(text) ? part.lastIndex : undefined
}

/**
 * Reads the tags of an XML document: a parser makes a text of each of its parts, which takes seconds for a long one. What
 * texts and comments say is passed over. Any encoding will do that has ASCII in it.
 *
 * @param chunks its bytes, each overwritten by the next
 * @returns whether it is one whole element: each in it is closed in its turn, and around it are only space and comments
 */
function readTags(chunks: Iterable<Buffer>, { opened, closed }: Listener): boolean {
  const open: string[] = []
  let hasRoot = false
  let [rest, until] = ['', '']
  for (const chunk of textsOf(chunks)) {
    const text = rest + chunk
    let at = 0
    for (;;) {
      if (until !== '') {
        const end = text.indexOf(until, at)
        at = end < 0 ? Math.max(at, text.length - until.length) : end + until.length
        if (end < 0) break
        until = ''
      }
      const begin = text.indexOf('<', at)
      // A file in UTF-8 may begin with a mark.
      const isSpace = /^[\u00ef\u00bb\u00bf\s]*$/.test(text.slice(at, begin < 0 ? undefined : begin))
      if (open.length === 0 && !isSpace) return false
      at = begin < 0 ? text.length : begin
      const second = text[at + 1]
      if (second === undefined) break
      if (second === '!' || second === '?') {
        const passed = passedOver.find(([beginning]) => text.startsWith(beginning, at))
        const end = passed ? at + passed[0].length : hasRoot ? undefined : endOf(doctype, text, at)
        if (end === undefined) break
        at = end
        until = passed?.[1] ?? ''
        continue
      }
      const isClosing = second === '/'
      const from = at + (isClosing ? 2 : 1)
      const to = endOf(name, text, from)
      const end = to && endOf(attributes, text, to)
      if (to === undefined || end === undefined) break
      const said = text.slice(from, to)
      at = end
      if (!isClosing) {
        if (open.length === 0 && hasRoot) return false
        hasRoot = true
        if (open.push(said) > deepest) return false
        opened(said, open.length, text.slice(to, end))
      }
      if (!isClosing && text[end - 2] !== '/') continue
      closed(open.length)
      if (open.pop() !== said) return false
    }
    rest = text.slice(at)
    if (rest.length > longest) return false
  }
  return hasRoot && open.length === 0 && rest === '' && until === ''
}

/** Short texts are gone sooner than long ones: 64 MB take 30 MB less memory. In bytes. */
const textBytes = 64 * 1024

function* textsOf(chunks: Iterable<Buffer>): Generator<string> {
  for (const chunk of chunks)
    for (let at = 0; at < chunk.length; at += textBytes) yield chunk.toString('latin1', at, at + textBytes)
}
