import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'
import { versionOf } from './npm'

/** The machine and the versions of a measurement. */
export interface Machine {
  readonly date: string
  readonly spell: string
  readonly cpu: string
  readonly cores: number
  readonly memory: string
  readonly system: string
  readonly git: string
}

export const machine = (): Machine => ({
  date: new Date().toISOString().slice(0, 10),
  spell: versionOf('.'),
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 1e9)} GB`,
  system: `${type()} ${release()}`,
  git: execFileSync('git', ['--version'], { encoding: 'utf8' }).trim(),
})

/** @returns the same as a sentence */
export const inWords = ({ date, spell, cpu, cores, memory, system, git }: Machine): string =>
  `Measured on ${date} with spell ${spell}: ${cpu}, ${cores} cores, ${memory}, ${system}, ${git}.`
