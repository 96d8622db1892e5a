import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { simpleCommand } from '../../../src/workflow/criteria/simple-command'
import { describeOnPosix } from '../../support/posix'
import { often } from '../../support/proving'

test.each<[text: string, argv: string[]]>([
  ['npm test -- export', ['npm', 'test', '--', 'export']],
  ['node "a b.js" \'c  d\' e\\ f', ['node', 'a b.js', 'c  d', 'e f']],
  ['grep "\\$HOME" \'*.ts\' \\*', ['grep', '$HOME', '*.ts', '*']],
  ["a --flag='x y' b=c", ['a', '--flag=x y', 'b=c']],
  ['  make\ttest  ', ['make', 'test']],
  ["printf ''", ['printf', '']],
])('%j is started as it stands', (text, argv) => {
  expect(simpleCommand(text)).toEqual({ argv })
})

test.each<[text: string, needsShell: string]>([
  ['a && b', 'it joins commands'],
  ['a | b', 'it joins commands'],
  ['a; b', 'it is more than one command'],
  ['a &', '`&` would let it go on by itself'],
  ['(a)', 'it is a script'],
  ['if a; then b; fi', 'it is a script'],
  ['a > b', 'it redirects a stream'],
  ['a < b', 'it redirects a stream'],
  ['CI=1 a', 'it sets a variable'],
  ['CI=1', 'it sets a variable'],
  ['a # b', 'it has a comment'],
  [' ', 'it has no program'],
  ["''", 'it has no program'],
  ['a "b', 'it is no whole command of a shell'],
  ['a $HOME', 'a shell would fill in `$HOME`'],
  ['a $(b)', 'a shell would fill in `$(b)`'],
  ['a `b`', 'a shell would fill in `` `b` ``'],
  ['~/a', 'a shell would fill in `~/a`'],
  ['a *.ts', 'a shell would fill in `*.ts`'],
  ['a [bc]', 'a shell would fill in `[bc]`'],
  ['a {1,2}', 'a shell would fill in `{1,2}`'],
  ['a <(b)', 'a shell would fill in `<(b)`'],
])('%j needs a shell: %s', (text, needsShell) => {
  expect(simpleCommand(text)).toEqual({ needsShell })
})

describeOnPosix('beside a shell', () => {
  const parts = [...' \t"\'\\a~$*#;|!{},', '  ', 'b=', '--x', '"a b"', "'$x'", '\\ ']
  const piece = fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 }))

  test('the arguments are those that it passes on', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
        const text = pieces.join('').replaceAll('\0', '')
        const found = simpleCommand(`printf '%s\\0' ${text}`)
        fc.pre('argv' in found)
        const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${text}`])
        const passed = stdout.toString('utf8').split('\0').slice(0, -1)
        const [, , ...args] = 'argv' in found ? found.argv : []
        expect(passed).toEqual(args.length === 0 ? [''] : args)
      }),
      { numRuns: often(300) },
    )
  })
})
