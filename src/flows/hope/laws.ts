import type { Facts, Law } from '../../engine/definition'
import { partsOf } from '../../engine/place'

/** A step as the laws see it: the main region before and after it, and the region of consultations. */
interface Taken {
  readonly was: string
  readonly is: string
  readonly on: string
  readonly facts: Facts
  readonly before: string
  readonly after: string
}

const goes = ({ was, is }: Taken, into: string): boolean => is === into && was !== into

const truths: Readonly<Record<string, (step: Taken) => boolean>> = {
  'nothing is carried out that has not been approved, by the developer or as the developer has agreed': (step) =>
    !goes(step, 'loop.decompose') ||
    (step.was === 'loop.shape_approval' && step.on === 'answer') ||
    (step.was === 'loop.spec_scoring' && step.facts.alone === true),
  'work goes on beyond its limits only with the word of the developer': (step) =>
    !goes(step, 'loop.wave_execution') ||
    step.on !== 'submit' ||
    step.facts.enough === false ||
    step.was === 'loop.decompose',
  'only trivial work begins with nothing but its request': (step) =>
    !goes(step, 'loop.wave_execution') || step.was !== 'user_need' || step.facts.short === true,
  'no feedback is given before every item is done and shown, and reviewed, unless the work is trivial': (step) =>
    !goes(step, 'loop.review_feedback') ||
    (step.was === 'loop.expert_review' && step.facts.review === 'clear') ||
    (step.was === 'loop.wave_execution' && step.facts.report === 'all done' && step.facts.short === true),
  'a wave is not taken while a command of what is reported as done does not show it': (step) =>
    step.on !== 'wave' || step.facts.report !== 'not proven' || step.was === step.is,
  'the end waits until every command has passed on the files that are here': (step) =>
    !goes(step, 'completed') || step.was !== 'loop.review_feedback' || step.facts.gate === 'passes',
  'a shape that was sent back is taken once it has changed, and says how each BLOCKER is settled': (step) =>
    step.on !== 'submit' || !goes(step, 'consult') || step.facts.settling === 'settled',
  'what the developer has sent back does not come back to them unchanged': ({ was, is, on, facts }) =>
    on !== 'score' || was !== 'loop.spec_scoring' || was === is || facts.unchanged === false,
  'a BLOCKER of an outside view is not skipped': ({ was, is, on, facts, before, after }) =>
    was !== 'consult' || (was === is && before === after) || on !== 'answer' || facts.held === false,
  'a limit that is violated ends the work': ({ is, on, facts }) =>
    on !== 'wave' || facts.report !== 'violated' || facts.given === 'wrong' || !is.startsWith('loop.w'),
  'a score below five leads to questions, unless the open points are assumptions': ({ was, is, on, facts }) =>
    on !== 'score' ||
    was !== 'loop.spec_scoring' ||
    was === is ||
    facts.spec !== 'clarify' ||
    facts.waived === true ||
    is === 'intent.acknowledge' ||
    // After three returns the developer decides.
    (facts.returns === 3 && is === 'loop.shape_approval'),
  'a BLOCKER of the stage’s own outside view does not lead into the work': (step) =>
    step.on !== 'consulted' ||
    step.facts.purpose !== 'validate' ||
    step.facts.blockers === false ||
    step.was !== 'consult' ||
    step.is === 'shape.synthesize' ||
    // After three repairs the developer decides.
    (step.is === 'loop.shape_approval' && step.facts.repairs === 3),
  'a conversation beside the work is opened and closed, and one at a time': ({ on, before, after }) =>
    before === after || before === 'idle' || after === 'idle' || !after.startsWith('consult.') || on === 'always',
}

export const laws: readonly Law<string, string>[] = Object.entries(truths).map(([name, isTrue]) => ({
  name,
  holds({ from, to, on, facts }) {
    const [[, was = '', before = ''], [, is = '', after = '']] = [partsOf(from), partsOf(to)]
    return isTrue({ was, is, on, facts, before, after })
  },
}))
