import { resolve } from 'node:path'
import { defineCommand } from '../../cli/command'
import { givenText } from '../../cli/given-text'
import { workingFolder } from '../../store/disk/root'
import { maxDesignBytes } from '../../workflows/collab/design-document'
import { act, changing } from './session-command'

/** Lists the work items, or reads them from a design document. */
export const command = defineCommand({
  name: 'items',
  summary: 'lists the work items',
  options: [
    {
      key: 'import',
      flag: '--import',
      value: 'FILE',
      help: 'add those of a design document that are missing; - for stdin',
    },
    ...changing,
  ],
  async run(_, cli) {
    const { import: file, cwd } = cli.options
    if (file === undefined) return act(cli, { verb: 'items' })
    const source = file === '-' ? file : resolve(workingFolder(cwd), file)
    return act(cli, {
      verb: 'items',
      document: givenText(source, maxDesignBytes, 'spell collab items --import design.md', cli),
    })
  },
})
