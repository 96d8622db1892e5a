import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { measureGuard } from './bench/commits'
import { type Ground, makeGround } from './bench/ground'
import { machine } from './bench/machine'
import { measureMcp } from './bench/mcp'
import { measureMemory } from './bench/memory'
import { writePart } from './bench/page'
import { measureProofs } from './bench/proofs'
import type { Section } from './bench/row'
import { measureSpells } from './bench/spells'
import { sectionTable } from './bench/table'
import { makeWork } from './bench/work'

/**
 * Measures what spell costs: `npm run bench`. Runs whole processes in alternating pairs, so that other load affects
 * both; reports the median of the pairs' ratios and its 95 % confidence interval. docs/performance.md explains the
 * figures. A figure above its limit does not fail the run, as no machine is always quiet.
 */
const { values } = parseArgs({
  options: {
    /** The number of pairs of each. */
    pairs: { type: 'string', default: '60' },
    /** A Node to measure with; can be repeated. */
    node: { type: 'string', multiple: true, default: [process.execPath] },
    /** Updates the tables in .ci/figures.md. */
    write: { type: 'boolean', default: false },
  },
})

type Tell = (section: Section) => void

async function measure(ground: Ground, tell: Tell): Promise<void> {
  const work = makeWork(ground)
  tell(await measureSpells(ground, work))
  tell(await measureMemory(ground, work))
  tell(await measureProofs(ground))
  tell(await measureGuard(ground))
  tell(await measureMcp(ground, work))
}

async function main(): Promise<void> {
  const print = (text: string) => console.log(`${text}\n`)
  const here = machine()
  print(here)
  const runs = []
  for (const node of values.node.map((path) => resolve(path))) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()
    const sections: Section[] = []
    const ground = makeGround(node, Number(values.pairs))
    const heading = `### Node ${version}, ${ground.pairs} pairs of each`
    print(heading)
    try {
      await measure(ground, (section) => {
        sections.push(section)
        print(sectionTable(section))
      })
    } finally {
      ground.clean()
    }
    runs.push({ heading, sections })
  }
  if (values.write) {
    const tables = runs.map(({ heading, sections }) => [heading, ...sections.map(sectionTable)].join('\n\n'))
    writePart('figures', [here, ...tables].join('\n\n'))
  }
}

main()
