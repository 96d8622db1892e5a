import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { type Ground, makeGround, time } from './bench/ground'
import { inWords, machine } from './bench/machine'
import { writePart } from './bench/page'
import { table } from './bench/table'
import { type Round, type Slope, slopeOf } from './growth/slope'
import { type Subject, subjects } from './growth/subjects'

/**
 * Measures how the time of a spell grows with its input: `npm run growth`. Each command is measured in three sizes, one
 * right after the other in changing order, so that other load affects all.
 */
const { values } = parseArgs({
  options: {
    /** The number of rounds through the three sizes. */
    rounds: { type: 'string', default: '15' },
    /** Only subjects with this in their name. */
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    /** Updates the table in scripts/bench/figures.md. */
    write: { type: 'boolean', default: false },
  },
})

interface Growth extends Slope {
  readonly name: string
  readonly sizes: Subject['sizes']
  readonly unit: Subject['unit']
  readonly command: string
  readonly rounds: number
}

const warming = 1
/** Slow commands vary little between rounds: after this time, fewer rounds are enough. In milliseconds. */
const enough = 60_000
const fewest = 3

function measure(ground: Ground, { name, sizes, unit, further = [], make }: Subject): Growth[] {
  const folders = sizes.map((size) => make(ground, ground.makeFolder(), size))
  return [['lumos'], ['accio'], ...further].map((words) => {
    const run = (folder: string) => {
      const taken = time(ground, [...ground.spell, ...words], folder, { status: words[0] === 'check' ? 10 : 0 })
      if (words[0] === 'accio') time(ground, [...ground.spell, 'undo'], folder)
      return taken
    }
    const rounds: Round[] = []
    let spent = 0
    for (let round = -warming; round < Number(values.rounds) && (spent < enough || round < fewest); round++) {
      const order = folders.map((folder, index) => ({ folder, index }))
      if (round % 2 === 0) order.reverse()
      const taken = [0, 0, 0]
      for (const { folder, index } of order) taken[index] = run(folder)
      if (round >= 0) rounds.push(taken as unknown as Round)
      spent += taken.reduce((sum, one) => sum + one)
    }
    return { name, sizes, unit, command: words.join(' '), rounds: rounds.length, ...slopeOf(rounds, sizes) }
  })
}

const head = ['What grows', 'From', 'To', 'Command', 'Smallest', 'Largest', 'More, 95 % sure', 'For each', 'Grows']

function cells({ name, sizes: [small, , large], unit, command, times, more, each, exponent, verdict }: Growth) {
  const size = (count: number) => `${count.toLocaleString('en')} ${unit}`.trim()
  const ms = (time: number | undefined) => `${time?.toFixed(1)} ms`
  const perUnit = unit === 'bytes' ? `${(each * 1e6).toFixed(2)} ms a megabyte` : `${(each * 1e3).toFixed(2)} µs`
  const grows = { flat: 'not', linear: 'linearly', faster: '**faster than linearly**' }[verdict]
  return [
    name,
    size(small),
    size(large),
    `\`spell ${command}\``,
    ms(times[0]),
    ms(times[2]),
    `${more.low.toFixed(1)} – ${more.high.toFixed(1)} ms`,
    verdict === 'flat' ? '' : perUnit,
    exponent ? `${grows}, exponent ${exponent.low.toFixed(2)} – ${exponent.high.toFixed(2)}` : grows,
  ]
}

const whole = machine()
const node = execFileSync(process.execPath, ['--version'], { encoding: 'utf8' }).trim()
const found: Growth[] = []
for (const subject of subjects.filter(({ name }) => name.includes(values.only))) {
  const ground = makeGround(process.execPath, Number(values.rounds))
  try {
    const grown = measure(ground, subject)
    found.push(...grown)
    if (!values.json) for (const one of grown) console.log(cells(one).join('  '))
  } finally {
    ground.clean()
  }
}
const text = `${inWords(whole)} Node ${node}, ${values.rounds} rounds, fewer of what takes long.\n\n${table(head, found.map(cells))}`
if (values.json) {
  console.log(JSON.stringify({ schemaVersion: 1, kind: 'growth', machine: whole, node, slopes: found }, null, 2))
}
if (values.write) writePart('growth', text)
