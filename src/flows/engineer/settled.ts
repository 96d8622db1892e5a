/**
 * Where the table deviates from its source document, which has contradictions and gaps. For readers; a test holds that the
 * rows are real.
 */

/** Rows of the source that the table omits: the rows that replace them, and why. */
export const retired: Readonly<Record<string, { readonly coveredBy: readonly string[]; readonly reason: string }>> = {
  GCN2: {
    coveredBy: ['F4'],
    reason: 'Finite before there is a context is refused with a reason; it cannot be a no-op as well',
  },
  GCN3: {
    coveredBy: ['GCB2', 'E3'],
    reason: 'without a context Expecto is refused, with one E3 says that it has no links',
  },
  GN3: { coveredBy: ['E3b'], reason: 'the same answer under another id' },
  F5: { coveredBy: ['GCN1'], reason: 'Finite at the context is a no-op; it cannot be refused as well' },
  ER5: { coveredBy: ['F1'], reason: 'Finite is the way out that the error itself names' },
  ER7b: { coveredBy: ['PB2d'], reason: 'the same answer under another id' },
  L1: { coveredBy: ['L22'], reason: 'its state does not exist any more' },
}

/** Rows that the source lacks, and the gap that each one fills. */
export const added: Readonly<Record<string, string>> = {
  A2c: 'results without a task are archived anyway',
  A4b: 'criteria are open again in complete work: Finite leads to the plan',
  A3b: 'a plan without any criterion is not a completed one',
  E5: 'Expecto finds the context missing',
  E6: 'Expecto finds the plan missing',
  G3b: 'every criterion is ticked while planning: that is no plan without criteria',
  L25: 'Lumos where comments are missing in a review that began in a task',
  L26: 'Lumos where the review task is missing in a review that began in a task',
  L27: 'Lumos where the review results are missing in a review that began in a task',
  P4c: 'results of a task that wait are not done twice: the review returns to them',
  PR5: 'Reparo in a review error finds a review task and asks',
  PR6: 'Reparo in a review error finds comments and asks',
  R4b: 'the plan is back: planning goes on instead of beginning anew',
  R7b: 'the review task is back: it is gone on with instead of drafted anew',
  R8b: 'with the review results the review task is gone, too',
  R8c: 'the review results are back: forward instead of doing them again',
  V2c: 'a review of which it is not known where it began returns to the complete work if all criteria are met',
  V2d: 'a review that began in a task finds that the task is gone',
  V2e: 'a review that began in complete work returns there while all criteria are met',
  V2f: 'a review that began in a task returns to it, with results or without',
  V2g: 'a review that began between tasks returns to the draft',
}

/** Rows of the source that were narrowed or reordered. */
export const changed: Readonly<Record<string, string>> = {
  A3: 'needs at least one criterion, and stands before A1b and A1: otherwise the work could never be complete',
  F1: 'leads out of the task errors, too, as their list of valid actions says',
  G4: 'stands before G2 and G3: a drafted task is always resumed; one that is still its template is none',
  PR2: 'covers the two task errors, too',
  PR4: 'covers the two task errors, too, and stands before PR2',
  PR3: 'stands before PR1: a review task is further on than comments',
  R8a: 'answers only while there are no review results (R8c)',
  V2a: 'answers only if it is not known where the review began (V2e, V2f, V2g)',
  V2b: 'the same; needs the results only: a finished task is not done twice',
}
