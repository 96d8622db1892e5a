import { attemptOr } from '../text/failure'

/** @returns the project whose packages contain the program, if `cwd` is in it: there `spell` alone may not work */
export function homeOfPackages(program: string, cwd: string): string | undefined {
  const [home = ''] = program.split(/[\\/]node_modules[\\/]/, 1)
  const isIn = cwd.startsWith(home) && /^([\\/]|$)/.test(cwd.slice(home.length))
  return home !== program && isIn ? home : undefined
}

/** @returns the same for this program; undefined if its folder is gone */
export const homeHere = (): string | undefined =>
  attemptOr(undefined, () => homeOfPackages(process.argv[1] ?? '', process.cwd()))
