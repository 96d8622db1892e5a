import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { copyTree, makeRepository, plainEnv } from './folder'
import { program } from './packed-program'

/**
 * A repository with the packed program among its packages, as a package manager installs it.
 * @param files of the repository
 * @param folder the working directory, relative to the top
 */
export function makeTeam(files: Readonly<Record<string, string>>, folder = '.') {
  const manifest = '{ "devDependencies": { "spell-cli": "^0.1.0" } }\n'
  const repository = makeRepository({ 'package.json': manifest, '.gitignore': 'node_modules\n', ...files })
  const packages = join(repository.path, 'node_modules')
  mkdirSync(join(packages, '.bin'), { recursive: true })
  copyTree(dirname(dirname(program)), join(packages, 'spell-cli'))
  symlinkSync(join('..', 'spell-cli', 'bin', basename(program)), join(packages, '.bin', 'spell'))
  // As a package manager runs it.
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(packages, '.bin', 'spell'), ...args], {
      cwd: join(repository.path, folder),
      env: plainEnv,
      encoding: 'utf8',
    })
  return { ...repository, run }
}
