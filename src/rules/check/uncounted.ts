import { readText } from '../../disk/read'
import { ifPossible } from '../../failure/failure'
import { taskItems } from '../../markdown/task-items'
import { readCriterion } from '../../proof/criteria/criterion'
import type { Work } from '../../work/work'
import type { Place } from '../finding'

/** @returns the criteria with commands in files of an own workflow that none of its steps counts: nothing asks for them */
export const uncountedIn = ({ root, flow: { own, probes, plan } }: Work): readonly Place[] =>
  Object.keys(own ? probes : {})
    .filter((where) => where !== plan?.file)
    .flatMap((where) => {
      const items = taskItems(ifPossible(() => readText(root, where)) ?? '').map(readCriterion)
      return items.filter(({ commands }) => commands.length > 0).map(({ line }) => ({ where, line }))
    })
