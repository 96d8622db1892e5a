import { makeTeam, must, type SetUp, type Team } from './packed-hook-runners'

/** Teams whose commit messages name the current task. */

export const task = (name: string) => ({ '.ai/task/task.md': `---\ntask_name: ${name}\n---\n\n# Task\n` })
const wanted = ['--yes', '--agents', 'none', '--trailer', 'yes', '--prepare', 'no']

let count = 0
/** Stages something, and commits. @returns the output */
export function commit(team: Team, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
  team.write({ 'src/app.ts': `export const count = ${++count}\n` })
  must(team.run(['git', 'add', 'src']))
  return must(team.run(['git', 'commit', ...args], { env }))
}
export const message = (team: Team) => must(team.run(['git', 'log', '-1', '--format=%B'])).trim()
export const trailers = (team: Team) =>
  must(team.run(['git', 'log', '-1', '--format=%(trailers:key=Spell-Task,valueonly)'])).trim()

/** A team with a started task. */
export function ready(setUp: SetUp): Team {
  const team = makeTeam(setUp)
  team.write(task('export-orders'))
  must(team.run(['spell', 'init', '--guard', setUp.name, ...wanted]))
  must(team.run(['git', 'add', '.']))
  must(team.run(['git', 'commit', '--quiet', '-m', 'Begin']))
  return team
}
