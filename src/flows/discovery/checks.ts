import { isRecord } from '../../failure/json'
import { capital } from '../../markdown/code'
import { noneServes } from '../../workflow/items/mistakes'
import { type Artifact, listIn, recordsIn, textsOf } from './artifact'
import { coverageOf, namedIn } from './coverage'
import { isByAgent } from './decisions'
import { fieldNames } from './fields'
import type { Phase } from './phases'
import type { Plan } from './plan'
import { inOneFile, needsOf } from './subtasks'

/** The artifacts of a plan that count, by phase. */
export type Artifacts = Readonly<Partial<Record<Phase, Artifact>>>

export type IsThere = (path: string) => boolean

/** Something that a program can see in an artifact, and that a reviewer has to judge. */
export interface Point {
  readonly id: string
  readonly text: string
}

/**
 * Checks an artifact against the others, the task, and the files of the repository.
 *
 * @param isThere without it nothing is said of files
 * @returns what both reviewers have to look at, numbered; the same artifact has the same numbers
 */
export function pointsOf(phase: Phase, plan: Plan, artifacts: Artifacts, isThere?: IsThere): Point[] {
  const artifact = artifacts[phase]
  if (!artifact) return []
  const found = [...ofFields(phase, artifact), ...checks[phase](artifact, plan, artifacts, isThere)]
  return found.map((text, index) => ({ id: `K${index + 1}`, text }))
}

export const textsIn = (list: unknown, key: string): string[] => recordsIn(list).flatMap((one) => textsOf([one[key]]))

/** Keys that nothing reads, where another may be meant. */
function ofFields(phase: Phase, artifact: Artifact): string[] {
  const known = fieldNames(phase)
  return Object.keys(artifact).flatMap((key) => {
    const isNear = (name: string) => !(name in artifact) && (name.startsWith(key) || key.startsWith(name))
    const meant = !known.includes(key) && key.length > 3 && known.find(isNear)
    return meant ? [`\`${key}\` is not read; \`${meant}\` may be meant.`] : []
  })
}

type Check = (artifact: Artifact, plan: Plan, artifacts: Artifacts, isThere?: IsThere) => string[]

const checks: Readonly<Record<Phase, Check>> = {
  discovery: (
    { relevant_files: files, complexity_assessment: complexity, integration_points: points },
    _,
    __,
    isThere,
  ) => {
    const named = [...new Set(textsOf(files))]
    const isMuch = named.length > 3 || listIn(points).length > 0
    return [
      ...named.filter((path) => isThere?.(path) === false).map((path) => `\`${path}\` is not there.`),
      ...(complexity === 'LOW' && isMuch
        ? [
            'The complexity is called LOW, yet there are more than three files or an integration point: contracts will not be skipped.',
          ]
        : []),
    ]
  },

  clarification: ({ resolved_ambiguities: resolved }, { autonomous_mode: isUnasked }) =>
    recordsIn(resolved)
      .filter((one) => !isUnasked && one.delegated !== true && isByAgent(one))
      .map(
        ({ original_question: question }) =>
          `Decided without the developer's words, and not marked \`delegated\`: ${String(question)}`,
      ),

  contracts: () => [],

  implementation_plan: ({ subtasks, file_operations: operations }, plan, { discovery, contracts }, isThere) => {
    const known = recordsIn(subtasks)
    if (known.length === 0) return ['There is no subtask.']
    const waiting = known
      .filter((one) => needsOf(one).length > 0)
      .map((one) => `${String(one.subtask_id)} builds on ${needsOf(one).join(', ')}`)
    const strange = known
      .filter((one) => isOfNothing(one, discovery, contracts))
      .map(({ subtask_id: id }) => String(id))
    return [
      ...known
        .filter((one) => !isTested(one))
        .map(({ subtask_id: id }) => `${String(id)} has no test: no \`verify\`, no \`testing\`.`),
      // One question, as a stated dependency is no fault.
      ...(waiting.length > 0 ? [`${waiting.join('; ')}: is that needed?`] : []),
      ...inOneFile(known),
      ...(strange.length > 0
        ? [`${strange.join(', ')}: no file and no contract found before is named, nor that it is new.`]
        : []),
      ...recordsIn(operations).flatMap(({ file_path: path, operation }) => {
        if (typeof path !== 'string' || typeof operation !== 'string' || !isThere) return []
        const isNew = operation === 'CREATE'
        if (isThere(path) !== isNew) return []
        return [
          isNew
            ? `\`${path}\` is to be created, and is there already.`
            : `\`${path}\` is to be changed, and is not there.`,
        ]
      }),
      ...coverageOf(plan.acceptance_criteria, { implementation_plan: { subtasks } })
        .filter(({ ids }) => ids.length === 0)
        .map(({ text }) => `${noSubtaskServes(text)}: none has it among its own.`),
    ]
  },

  validation: (artifact, plan, artifacts) => {
    const coverage = recordsIn(artifact.requirement_coverage)
    const ids = textsIn(artifacts.implementation_plan?.subtasks, 'subtask_id')
    const unknown = coverage.flatMap(({ implementation_location: place }) => namedIn(place, ids).unknown)
    const covered = coverageOf(plan.acceptance_criteria, artifacts)
    const serving = covered.flatMap((one) => one.ids)
    return [
      ...(isReady(artifact) ? [] : ['The validation itself says that the plan is not ready.']),
      ...covered
        .filter((one) => one.ids.length === 0)
        .map(({ text }) => `${noSubtaskServes(text)}: none names it, nor does \`requirement_coverage\`.`),
      ...coverage
        .filter(({ coverage_confidence: sure }) => typeof sure === 'number' && sure < 0.5)
        .map(({ requirement }) => `The coverage of “${String(requirement)}” is unsure.`),
      ...[...new Set(unknown)].map((id) => `The plan has no subtask ${id}.`),
      ...(ids.length === 0 ? ['The plan has no subtask.'] : []),
      ...(covered.length === 0
        ? []
        : ids.filter((id) => !serving.includes(id)).map((id) => `${id} serves no criterion.`)),
      ...listIn(artifact.issues_found).map(
        (issue) => `An issue is open: ${typeof issue === 'string' ? issue : JSON.stringify(issue)}`,
      ),
    ]
  },
}

/** Whether a subtask names no file and no interface that the phases before it have named, and is not new. */
function isOfNothing(subtask: Artifact, discovery: Artifact = {}, contracts: Artifact = {}): boolean {
  const text = JSON.stringify(subtask)
  const files = textsOf(discovery.relevant_files).map((path) => path.slice(path.lastIndexOf('/') + 1))
  const names = [...files, ...interfacesIn([discovery.integration_points, contracts])]
  return names.length > 0 && !/\b(create|new)\b/i.test(text) && !names.some((name) => text.includes(name))
}

const naming = ['component', 'component_name', 'class_name', 'method_name', 'name', 'endpoint']

/** What the fields that name an interface say, at any depth. */
function interfacesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(interfacesIn)
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([field, inner]) =>
    naming.includes(field) && typeof inner === 'string' && inner !== '' ? inner : interfacesIn(inner),
  )
}

const noSubtaskServes = (criterion: string): string => capital(noneServes('subtask', `the criterion “${criterion}”`))

/** Whether a validation lets the work begin: only one that says APPROVED does. */
export const isReady = ({ final_approval_status: status }: Artifact): boolean => status === 'APPROVED'

const isTested = ({ verify, testing, acceptance_criteria: criteria }: Artifact): boolean =>
  (typeof verify === 'string' && verify.trim() !== '') ||
  (isRecord(testing) ? Object.keys(testing).length > 0 : listIn(testing).length > 0 || typeof testing === 'string') ||
  textsOf(criteria).some((one) => one.toLowerCase().includes('(verify:'))
