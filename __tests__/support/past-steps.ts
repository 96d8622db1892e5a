import { pastStep } from '../../src/check/doctor/recover'
import { effectiveSteps } from '../../src/work/history/effective-steps'
import { historyPath, parseLine } from '../../src/work/history/history-line'
import type { Workflow } from '../../src/workflow/flow'
import type { PastStep } from '../../src/workflow/transition'
import type { Folder } from './folder'

/** @returns the steps of a piece of work that stand, as its history tells them, the oldest first */
export const pastOf = (folder: Folder, workflow: Workflow): PastStep[] =>
  effectiveSteps(
    folder
      .read(historyPath(workflow))
      .split('\n')
      .flatMap((text) => parseLine(text) ?? []),
  )
    .reverse()
    .map((line) => pastStep(workflow, line))
