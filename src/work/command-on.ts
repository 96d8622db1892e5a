import { standard } from '../workflows/registry'
import type { Work } from './work'

/** @returns a command that each workflow has, as it is typed for a piece of work: `spell rfc undo --work cache` */
export function commandOn({ flow, name, isArchived, isOneOfSeveral }: Work, command: string): string {
  const { name: workflow } = flow.definition
  const say = workflow === standard ? 'spell' : `spell ${workflow}`
  return `${say} ${command}${flow.name === undefined && !isArchived && !isOneOfSeveral ? '' : ` --work ${name}`}`
}
