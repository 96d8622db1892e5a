import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainEnv } from './folder'

const built = new Map<string, string>()
afterAll(() => {
  for (const folder of built.values()) rmSync(folder, { recursive: true, force: true })
  built.clear()
})

/**
 * @param name of a program of this folder: `prover-program`
 * @returns its path as JavaScript, made once a test file
 */
export function bundledProgram(name: string): string {
  const folder = built.get(name) ?? mkdtempSync(join(tmpdir(), 'spell-program-'))
  const file = join(folder, `${name}.cjs`)
  if (built.has(name)) return file
  built.set(name, folder)
  const build = `require('rolldown').build({
    input: ${JSON.stringify(join(__dirname, `${name}.ts`))},
    platform: 'node',
    plugins: [require('./scripts/yaml-as-json').yamlAsJson],
    output: { file: ${JSON.stringify(file)}, format: 'cjs', codeSplitting: false },
    logLevel: 'silent',
  })`
  execFileSync(process.execPath, ['-e', build], { cwd: join(__dirname, '..', '..'), env: plainEnv })
  return file
}
