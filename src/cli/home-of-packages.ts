/** @returns the project whose packages contain the program, if `cwd` is in it: there `spell` alone may not work */
export function homeOfPackages(program: string, cwd: string): string | undefined {
  const [home = ''] = program.split(/[\\/]node_modules[\\/]/, 1)
  const isIn = cwd.startsWith(home) && /^([\\/]|$)/.test(cwd.slice(home.length))
  return home !== program && isIn ? home : undefined
}
