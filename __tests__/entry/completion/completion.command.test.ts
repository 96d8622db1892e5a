import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { shells } from '../../../src/entry/completion/completion.command'
import { makeFolder, snapshot } from '../../support/folder'
import { spellHere } from '../../support/packed-program'

const source = join('templates', 'completion')
const run = (...args: string[]) => spellHere(makeFolder().path, ['completion', ...args])

describe('spell completion', () => {
  test.each(shells)('prints the script for %s, and nothing else', (shell) => {
    const { stdout, stderr, exitCode } = run(shell)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    const scripts = readdirSync(source).map((name) => readFileSync(join(source, name), 'utf8'))
    expect(scripts).toContain(stdout)
    // What a shell reads may not depend on how it reads letters.
    expect(stdout).toMatch(/^[\n -~]+\n$/)
  })

  test('prints another script for each', () => {
    expect(new Set(shells.map((shell) => run(shell).stdout)).size).toBe(4)
  })

  test('prints it as it is, whatever is asked of answers', () => {
    const { path } = makeFolder()
    const plain = spellHere(path, ['completion', 'bash']).stdout
    expect(spellHere(path, ['completion', 'bash'], { env: { FORCE_COLOR: '1' } }).stdout).toBe(plain)
    expect(spellHere(path, ['completion', 'bash', '--for', 'ai', '--quiet']).stdout).toBe(plain)
    const document = JSON.parse(spellHere(path, ['completion', 'bash', '--json']).stdout)
    const envelope = { schemaVersion: 1, kind: 'completion', ok: true, warnings: [] }
    expect(document).toEqual({ ...envelope, shell: 'bash', script: plain })
  })

  test.each([
    [[], 'Which shell?'],
    [['tcsh'], 'There is no completion for "tcsh".'],
    [['constructor'], 'There is no completion for "constructor".'],
  ])('with %j asks for a shell', (args, message) => {
    expect(run(...args)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `spell: ${message} There is bash, zsh, fish, powershell.\n  fix: spell completion bash\n`,
    })
  })

  test('needs no repository and leaves nothing behind', () => {
    const folder = makeFolder()
    expect(spellHere(folder.path, ['completion', 'zsh']).exitCode).toBe(0)
    expect(snapshot(folder.path)).toEqual({})
  })
})
