/** What a reader of a workflow's map wants to see. */
export interface MapPlan {
  readonly phases: readonly string[]
  readonly phaseOf: (box: string) => number
  /** The state whose box has this one, too, or one box in each of several frames; undefined for a state that needs no box. */
  readonly boxOf: (state: string) => string | readonly string[] | undefined
  /** Whether the regions can be in such a state together: their rows alone do not say (default: in each). */
  readonly isReal?: (state: string) => boolean
  /** The titles of boxes that are not named by a state (default: the title of the state). */
  readonly titles?: Readonly<Record<string, string>>
  /** A state whose title a box has (default: the box's own). */
  readonly shownIn?: (box: string) => string
  /** Whether a box comes first in its phase; the others follow in the order of the table. */
  readonly isFirst?: (box: string) => boolean
  /** Whether a step is drawn: what is possible nearly everywhere, or rarely, would hide the rest (default: yes). */
  readonly isDrawn?: (step: {
    readonly on: string
    readonly from: string
    readonly to: string
    readonly row: string
  }) => boolean
}
