import { spawnSync } from 'node:child_process'
import { makeFolder, makeRepository, plainEnv } from '../support/folder'
import { hostMessages } from '../support/host-messages'
import { program } from '../support/packed-program'

const heard = (input: string | Buffer, agent: string, { path: cwd } = makeFolder()) => {
  const args = [program, 'word', '--agent', agent]
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd, input, env: plainEnv })
  return { status, stdout: stdout.toString(), stderr: stderr.toString() }
}
const silent = { status: 0, stdout: '', stderr: '' }

test('nothing is said to a host, whatever its developer has written', () => {
  for (const { agent, sample } of hostMessages)
    expect({ agent, ...heard(JSON.stringify(sample), agent, makeRepository({})) }).toEqual({ agent, ...silent })
})

test.each([
  ['nothing', ''],
  ['no JSON', '{"prompt":'],
  ['bytes that are no text', Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0xc3, 0x28])],
  ['10 MB', JSON.stringify({ prompt: `accio ${'"\n'.repeat(5_000_000)}`, session_id: 'a' })],
])('it ends with 0 and says nothing of %s', (_, input) => {
  expect(heard(input, 'claude')).toEqual(silent)
})
