import { unclosedIn } from '../../text/markdown/fenced-lines'
import { withLines } from '../../workflow/artifacts/form'
import { judge, unsaidIn } from '../../workflow/artifacts/rules'
import { noneOf } from '../../workflow/artifacts/values'
import { answerMistakes, isOpen } from '../../workflow/findings/finding'
import { hollowText, isHollow } from '../../workflow/hollow'
import type { WorkflowFile } from './format'
import { type Held, listMistakes, reportMistakes } from './items'
import { readArtifact } from './read-artifact'
import { answersIn, type Brought, type Found, isSettledBy, mostFound, rangeOf, takesOf, textsIn } from './taken'

/**
 * @param found what was found in a piece of work so far
 * @param held the items that it holds
 * @returns what is wrong with what was brought, each with its place
 */
export function mistakesIn(
  file: WorkflowFile,
  found: readonly Found[],
  brought: Brought,
  held: readonly Held[] = [],
): string[] {
  const { word, given, seen } = brought
  const ofValues = takesOf(file, word).flatMap(([name, form]): readonly string[] => {
    const value = given[name]
    const [place, text] = [`--${name}`, typeof value === 'string' ? value : '']
    if (form === 'text') return text === '' ? [`${place}: is missing`] : []
    if ('one of' in form) return form['one of'].includes(text) ? [] : [`${place}: ${noneOf(form['one of'], value)}`]
    if ('least' in form) {
      const isIn = /^\d{1,2}$/.test(text) && Number(text) >= form.least && Number(text) <= form.most
      return isIn ? [] : [`${place}: must be a whole number from ${rangeOf(form)}`]
    }
    if ('artifact' in form) return artifactMistakes(file, form.artifact, text, held)
    if ('items' in form) return []
    if ('raises' in form) return raisingMistakes(place, textsIn(value), found.filter(isOpen).length)
    const answers = answersIn(value)
    const asked = found.filter((one) => isOpen(one) && isSettledBy(form, one))
    const unchanged = asked.filter((one) => one.name in answers && one.seen?.[form.in] === seen[form.in])
    return [
      ...answerMistakes(asked, answers, { isOwn: true }),
      ...unchanged.map((one) => `${one.name}: ${file.files?.[form.in]} says what it said when this was found`),
    ]
  })
  return [...ofValues, ...reportMistakes(file, held, brought)]
}

function raisingMistakes(place: string, texts: readonly string[], open: number): string[] {
  if (texts.length === 0) return [`${place}: is missing`]
  if (open + texts.length > mostFound) return [`${place}: more than ${mostFound} would be open`]
  return texts.filter(isHollow).map((text) => `${place}: ${hollowText(text, 'what should be different?')}`)
}

/** @returns all that is wrong with a text that is handed in, each with its line */
function artifactMistakes(file: WorkflowFile, name: string, text: string, held: readonly Held[]): string[] {
  const { artifact, read } = readArtifact(file, name, text)
  if ('mistake' in read) return [read.mistake]
  const { value, mistakes } = judge(artifact, read)
  const unsaid = mistakes.length === 0 && artifact.says ? unsaidIn(artifact, value) : []
  const ofItems = mistakes.length === 0 ? listMistakes(file, held, name, text) : []
  const open = mistakes.length > 0 ? unclosedIn(text) : []
  return [...withLines([...mistakes, ...unsaid, ...ofItems], read.lineOf), ...open]
}
