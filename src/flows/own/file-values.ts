import { conditionsIn } from './conditions-in'
import { type Condition, linkStates, type WorkflowFile } from './format'

/** What a workflow can ask of a file: a value of the fact that has the file's name. */
export interface FileValue {
  readonly there: boolean
  /** Whether it is there and says more than its template. */
  readonly written: boolean
  readonly criteria: number
  readonly open: number
  readonly links: (typeof linkStates)[number]
  /** Whether every command that its criteria name was shown on the files that are here. */
  readonly proven: boolean
  readonly commandMissing: boolean
}

export const absent: FileValue = {
  there: false,
  written: false,
  criteria: 0,
  open: 0,
  links: 'none',
  proven: false,
  commandMissing: false,
}

/** What the conditions of a workflow tell apart in one file. */
interface Asked {
  readonly isWritten: boolean
  /** The highest number that a count is compared with. */
  readonly highest: number
  readonly hasLinks: boolean
  readonly hasProofs: boolean
}

/** The file whose criteria commands can show: the first that a condition counts. */
export function provenFile(file: WorkflowFile): string | undefined {
  return conditionsIn(file).flatMap((each) =>
    typeof each === 'object' && 'count' in each && each.in ? [each.in] : [],
  )[0]
}

function askedOf(file: WorkflowFile, name: string): Asked {
  const conditions = conditionsIn(file)
  const counts = conditions.flatMap((each) =>
    typeof each === 'object' && 'count' in each && each.in === name ? [each.least ?? 0, each.most ?? 0] : [],
  )
  const isAbout = (key: 'written' | 'links') =>
    conditions.some(
      (each) => typeof each === 'object' && key in each && (each as Record<string, unknown>)[key] === name,
    )
  const isProof = (each: Condition) => each === 'proven' || each === 'command missing'
  return {
    isWritten: isAbout('written') || file.steps.some(({ needs = [] }) => needs.includes(name)),
    highest: counts.length > 0 ? Math.max(...counts) + 1 : 0,
    hasLinks: isAbout('links'),
    hasProofs: provenFile(file) === name && conditions.some(isProof),
  }
}

const upTo = (most: number): readonly number[] => Array.from({ length: most + 1 }, (_, index) => index)

/** @returns every value that the conditions of a workflow tell apart; none of them contradicts itself */
export function fileValues(file: WorkflowFile, name: string): readonly FileValue[] {
  const { isWritten, highest, hasLinks, hasProofs } = askedOf(file, name)
  const written = upTo(highest).flatMap((criteria) =>
    upTo(criteria).flatMap((open) =>
      (hasLinks ? linkStates : (['none'] as const)).flatMap((links) =>
        (hasProofs ? [false, true] : [false]).flatMap((commandMissing) =>
          // What is open is not shown.
          (hasProofs && open === 0 ? [false, true] : [false]).map((proven) => ({
            there: true,
            written: true,
            criteria,
            open,
            links,
            proven,
            commandMissing,
          })),
        ),
      ),
    ),
  )
  // A template may have boxes.
  return [absent, ...(isWritten ? written.map((value) => ({ ...value, written: false })) : []), ...written]
}

/** @returns the name of a value, as the fact has it */
export const keyOf = (value: FileValue): string =>
  [
    value.there ? (value.written ? 'written' : 'untouched') : 'missing',
    value.criteria > 0 && `${value.criteria} criteria`,
    value.open > 0 && `${value.open} open`,
    value.links !== 'none' && `${value.links} links`,
    value.proven && 'proven',
    value.commandMissing && 'a command missing',
  ]
    .filter(Boolean)
    .join(', ')

/** @returns the value that stands for what was found, as far as the conditions of a workflow ask */
export function asAsked(file: WorkflowFile, name: string, found: FileValue): FileValue {
  const { isWritten, highest, hasLinks, hasProofs } = askedOf(file, name)
  if (!found.there) return absent
  const criteria = Math.min(found.criteria, highest)
  const open = Math.min(found.open, criteria)
  return {
    there: true,
    written: found.written || !isWritten,
    criteria,
    open,
    links: hasLinks ? found.links : 'none',
    proven: hasProofs && found.proven && open === 0,
    commandMissing: hasProofs && found.commandMissing,
  }
}
