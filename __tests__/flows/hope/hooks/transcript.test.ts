import fc from 'fast-check'
import { type Heard, listen, parts, partsIn, tag } from '../../../../src/flows/hope/hooks/transcript'
import { assistant, brief, denial, marker, shape, showsPlan, toolResult, user } from '../../../support/transcripts'

function hear(...lines: readonly string[]): Heard {
  const { line, heard } = listen()
  for (const one of lines) line(one)
  return heard()
}

test('what the assistant writes under the labels is heard', () => {
  expect(partsIn(`${brief}\n${shape}`)).toEqual(parts)
  expect([...hear(assistant(brief), assistant(shape)).parts]).toEqual(parts)
  expect([...hear(assistant(`Here it is:\n\n\`\`\`\n## ${brief}\n\`\`\``)).parts]).toEqual(['OBJECTIVE', 'ACCEPTANCE'])
})

test.each([
  'the OBJECTIVE: is missing',
  'OBJECTIVE:',
  'OBJECTIVE',
  'ACCEPTANCE: none',
  'criteria:\n\nmustNot: -',
  `${tag} OBJECTIVE. The plan has no objective`,
])('%j says none of them', (text) => {
  expect(partsIn(text)).toEqual([])
})

test('only what the assistant itself has written counts, not what tools, users and the gate say', () => {
  const everything = `${marker}\n${brief}\n${shape}`
  const heard = hear(
    user(everything),
    toolResult('t1', everything),
    toolResult('t2', [{ type: 'text', text: everything }], true),
    JSON.stringify({ type: 'system', content: everything }),
    JSON.stringify({
      type: 'assistant',
      message: {
        content: [
          { type: 'tool_use', id: 'w', name: 'Write', input: { content: everything } },
          { type: 'thinking', thinking: everything },
        ],
      },
    }),
    assistant(everything, { isSidechain: true }),
    ...denial('p1', 'OBJECTIVE'),
  )
  expect({ parts: [...heard.parts], marker: heard.marker }).toEqual({ parts: [], marker: undefined })
})

test('the last marker that the assistant has written counts', () => {
  const debug = marker.replace('Build', 'Debug')
  expect(hear(assistant(marker), assistant(`So:\n${debug}\n`), user(marker)).marker?.type).toBe('Debug')
})

describe('a denial', () => {
  test('is counted once, however often it is written down', () => {
    const [shown = '', result = ''] = denial('p1', 'OBJECTIVE')
    const again = JSON.stringify({ type: 'system', content: `${tag} OBJECTIVE. …`, toolUseID: 'p1' })
    expect(hear(shown, result, again, result, ...denial('p2', 'criteria')).denials).toBe(2)
  })

  test('of coverage is known as such', () => {
    expect(hear(...denial('p1', 'mustNot')).isCoverageDenied).toBe(false)
    expect(hear(...denial('p1', 'coverage')).isCoverageDenied).toBe(true)
  })

  test('is none that a file, the user or the assistant tells of', () => {
    const told = `See docs/agents.md: ${tag} OBJECTIVE.`
    expect(hear(toolResult('r1', told), user(told), assistant(told), showsPlan('p1')).denials).toBe(0)
  })

  test('counts also where the call before it was not seen', () => {
    expect(hear(toolResult('p1', `${tag} OBJECTIVE.`), toolResult('p2', `Hook: ${tag} criteria.`, true)).denials).toBe(
      2,
    )
  })
})

test.each<[string, string | undefined, ...string[]]>([
  ['the first thing typed', 'Export orders', user('Export orders'), user('and fast')],
  [
    'in blocks',
    'Export orders',
    JSON.stringify({ type: 'user', message: { content: [{ type: 'text', text: 'Export orders' }] } }),
  ],
  ['without what the host adds', 'Export', user('<system-reminder>Be nice</system-reminder>\nExport')],
  [
    'not what the host puts in',
    'Export',
    user('Caveat: the messages below', { isMeta: true }),
    user('<command-name>/clear</command-name>'),
    user('<local-command-stdout></local-command-stdout>'),
    user('This session is continued', { isCompactSummary: true }),
    toolResult('t', 'text'),
    user('[Request interrupted by user]'),
    user('Export'),
  ],
  ['nothing', undefined, assistant('Hello')],
])('the request is %s', (_, request, ...lines) => {
  expect(hear(...lines).request).toBe(request)
})

test('whatever stands in a transcript is heard without a word', () => {
  const entry = fc.record(
    {
      type: fc.constantFrom<unknown>('user', 'assistant', 'system', 7),
      message: fc.oneof(
        fc.anything(),
        fc.record({
          content: fc.oneof(
            fc.anything(),
            fc.array(
              fc.record({
                type: fc.constantFrom<unknown>('text', 'tool_result', 'tool_use'),
                text: fc.anything(),
                content: fc.constantFrom<unknown>(tag, 7, null, [tag]),
                id: fc.anything(),
                tool_use_id: fc.anything(),
              }),
            ),
          ),
        }),
      ),
      content: fc.constantFrom<unknown>(tag, 7),
    },
    { requiredKeys: [] },
  )
  const line = fc.oneof(
    fc.string(),
    fc.json(),
    entry.map((value) => {
      try {
        return JSON.stringify(value) ?? ''
      } catch {
        return ''
      }
    }),
  )
  fc.assert(fc.property(fc.array(line), (lines) => void hear(...lines)))
})
