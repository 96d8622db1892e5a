import fc from 'fast-check'
import { commitsIn } from '../../src/guard/commits'
import { bare } from '../../src/guard/tool-guard'

describe('a command line', () => {
  test.each(['git commit', 'git "commit"', "git com'mit'", 'git c\\ommit'])('%s mentions a commit', (line) => {
    expect(bare(line).includes('commit')).toBe(true)
  })

  test('that is read no further has no commit in it, however it is quoted', () => {
    const part = fc.constantFrom('git ', 'com', 'mit', 'commit', '"', "'", '\\', '\n', ' ', ';', '$', '<<a')
    const line = fc.array(part, { maxLength: 9 }).map((parts) => `git ${parts.join('')}`)
    fc.assert(fc.property(line, (text) => bare(text).includes('commit') || commitsIn(text).length === 0))
  })
})
