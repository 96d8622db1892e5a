/** A measurement and its budget. */
export interface Budget {
  readonly what: string
  readonly unit: 'tokens' | 'bytes' | 'words'
  /** The tests fail above it. */
  readonly most: number
  /** What it was before answers were shortened. */
  readonly was?: number
}

/** The only place for these figures. Lower a budget when its figure has fallen, so that it does not grow again. */
export const budgets = {
  engineer: {
    what: 'a piece of work with two tasks, one Expecto and one review: 14 answers',
    unit: 'tokens',
    most: 3_600,
  },
  developer: { what: 'of that the developer’s part, which the agent relays', unit: 'tokens', most: 1_350 },
  rules: { what: 'of that the rules that each answer repeats', unit: 'bytes', most: 80 },
  init: {
    what: 'the block in AGENTS.md, the skill and two command files of `spell init`',
    unit: 'bytes',
    most: 2_600,
  },
  tools: { what: '`tools/list` of the MCP server', unit: 'bytes', most: 7_000 },
  discovery: { what: 'a discovery with five artifacts, together 9 kB', unit: 'tokens', most: 6_000 },
  collab: {
    what: 'a collab session with three items and five tasks, asked at every pause',
    unit: 'tokens',
    most: 6_000,
  },
  hope: { what: 'a hope session without detours', unit: 'tokens', most: 3_500 },
  hurried: {
    what: 'what a developer reads in a small job with a review: 16 messages, three criteria',
    unit: 'words',
    most: 930,
    was: 1_162,
  },
  granted: {
    what: 'the same in a job of ten criteria, “until complete”: 10 messages',
    unit: 'words',
    most: 950,
    was: 1_155,
  },
  typo: { what: 'a typo in one line, with hope', unit: 'tokens', most: 600 },
} satisfies Readonly<Record<string, Budget>>
