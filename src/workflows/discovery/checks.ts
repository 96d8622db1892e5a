import { isRecord } from '../../text/json'
import { capital } from '../../text/markdown/code'
import { noneServes } from '../../workflow/items/mistakes'
import { sharedFiles } from '../../workflow/items/waves'
import { isMistyped } from '../../workflow/nearest'
import { type Artifact, type Artifacts, isByAgent, listIn, recordsIn, schemas, textsOf } from './artifact'
import { coverageOf, namedIn, type Subtask, subtaskForm, subtasksIn } from './coverage'
import type { Phase, Plan } from './plan'

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
  const { [phase]: artifact } = artifacts
  if (!artifact) return []
  const found = [...unreadKeys(phase, artifact), ...checks[phase](artifact, plan, artifacts, isThere)]
  return found.filter((text) => text !== false).map((text, index) => ({ id: `K${index + 1}`, text }))
}

/** Keys that nothing reads, where another may be meant. */
function unreadKeys(phase: Phase, artifact: Artifact): string[] {
  const known = schemas[phase].fields.map(({ key }) => key)
  return Object.keys(artifact).flatMap((key) => {
    // What was not given is there with its default.
    const isGiven = (name: string) => name in artifact && Object.keys(artifact[name] ?? {}).length > 0
    const isNear = (name: string) =>
      isMistyped(key, name) || (!isGiven(name) && (name.startsWith(key) || key.startsWith(name)))
    const meant = !known.includes(key) && key.length > 3 && known.find(isNear)
    return meant ? [`\`${key}\` is not read; \`${meant}\` may be meant.`] : []
  })
}

type Check = (artifact: Artifact, plan: Plan, artifacts: Artifacts, isThere?: IsThere) => (string | false)[]

const checks: Readonly<Record<Phase, Check>> = {
  discovery: ({ relevant_files, complexity_assessment: complexity, integration_points: points }, _, __, isThere) => {
    const files = [...new Set(textsOf(relevant_files))]
    return [
      ...files.map((path) => isThere?.(path) === false && `\`${path}\` is not there.`),
      complexity === 'LOW' &&
        (files.length > 3 || listIn(points).length > 0) &&
        'The complexity is called LOW, yet there are more than three files or an integration point: contracts will not be skipped.',
    ]
  },

  clarification: ({ resolved_ambiguities: resolved }, { autonomous_mode: isUnasked }) =>
    recordsIn(resolved).map(
      (one) =>
        !isUnasked &&
        one.delegated !== true &&
        isByAgent(one) &&
        `Decided without the developer's words, and not marked \`delegated\`: ${String(one.original_question)}`,
    ),

  contracts: () => [],

  implementation_plan: (artifact, plan, { discovery, contracts }, isThere) => {
    const subtasks = subtasksIn(artifact)
    if (subtasks.length === 0) return ['There is no subtask.']
    const waiting = subtasks.flatMap(({ id, needs }) => (needs.length > 0 ? `${id} builds on ${needs.join(', ')}` : []))
    const strange = subtasks.filter(({ said }) => isOfNothing(said, discovery, contracts)).map(({ id }) => id)
    return [
      ...subtasks.map((one) => !isTested(one) && `${one.id} has no test: no \`verify\`, no \`testing\`.`),
      // One question, as a stated dependency is no fault.
      waiting.length > 0 && `${waiting.join('; ')}: is that needed?`,
      ...inOneFile(subtasks),
      strange.length > 0 && `${strange.join(', ')}: no file and no contract found before is named, nor that it is new.`,
      ...recordsIn(artifact.file_operations).map(({ file_path: path, operation }) => {
        const isNew = operation === 'CREATE'
        if (typeof path !== 'string' || typeof operation !== 'string' || isThere?.(path) !== isNew) return false
        return `\`${path}\` is to be ${isNew ? 'created, and is there already' : 'changed, and is not there'}.`
      }),
      ...coverageOf(plan.acceptance_criteria, { implementation_plan: artifact }).map(
        ({ text, ids }) => ids.length === 0 && `${noSubtaskServes(text)}: none has it among its own.`,
      ),
    ]
  },

  validation: (artifact, plan, artifacts) => {
    const coverage = recordsIn(artifact.requirement_coverage)
    const ids = subtasksIn(artifacts.implementation_plan).map(({ id }) => id)
    const unknown = coverage.flatMap(({ implementation_location: place }) => namedIn(place, ids).unknown)
    const covered = coverageOf(plan.acceptance_criteria, artifacts)
    const serving = covered.flatMap((one) => one.ids)
    return [
      !isReady(artifact) && 'The validation itself says that the plan is not ready.',
      ...covered.map(
        (one) =>
          one.ids.length === 0 && `${noSubtaskServes(one.text)}: none names it, nor does \`requirement_coverage\`.`,
      ),
      ...coverage.map(
        ({ requirement, coverage_confidence: sure }) =>
          typeof sure === 'number' && sure < 0.5 && `The coverage of “${String(requirement)}” is unsure.`,
      ),
      ...[...new Set(unknown)].map((id) => `The plan has no subtask ${id}.`),
      ids.length === 0 && 'The plan has no subtask.',
      ...ids.map((id) => covered.length > 0 && !serving.includes(id) && `${id} serves no criterion.`),
      ...listIn(artifact.issues_found).map(
        (issue) => `An issue is open: ${typeof issue === 'string' ? issue : JSON.stringify(issue)}`,
      ),
    ]
  },
}

/** Subtasks that build on no other and say that they change the same file: they cannot be done side by side. */
const inOneFile = (subtasks: readonly Subtask[]): string[] =>
  sharedFiles(
    subtaskForm,
    subtasks
      .filter(({ needs }) => needs.length === 0)
      // `src/export.ts:42`, `src/export.ts#toCsv`, `src/export.ts (toCsv)`
      .map(({ said }) => ({
        ...said,
        location: String(said.location ?? '')
          .trim()
          .split(/[\s:#(]/)[0],
      })),
  ).map((clause) => `${clause}.`)

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

const isTested = ({ said: { verify, testing, acceptance_criteria: criteria } }: Subtask): boolean =>
  (typeof verify === 'string' && verify.trim() !== '') ||
  (isRecord(testing) ? Object.keys(testing).length > 0 : listIn(testing).length > 0 || typeof testing === 'string') ||
  textsOf(criteria).some((one) => one.toLowerCase().includes('(verify:'))
