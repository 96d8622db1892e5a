/** A measurement and its budget. */
export interface Budget {
  readonly what: string
  readonly unit: 'tokens' | 'bytes'
  /** The tests fail above it. */
  readonly most: number
  /** The target, if it is not reached yet. */
  readonly target?: number
}

/** The only place for these figures. Lower a budget when its figure has fallen, so that it does not grow again. */
export const budgets = {
  engineer: {
    what: 'a piece of work with two tasks, one Expecto and one review: 14 answers',
    unit: 'tokens',
    most: 5_000,
  },
  developer: { what: 'of that the developer’s part, which the agent relays', unit: 'tokens', most: 1_730 },
  rules: { what: 'of that the rules that each answer repeats', unit: 'bytes', most: 120 },
  init: {
    what: 'the block in AGENTS.md, the skill and two command files of `spell init`',
    unit: 'bytes',
    most: 2_600,
  },
  tools: { what: '`tools/list` of the MCP server', unit: 'bytes', most: 8_000 },
  discovery: { what: 'a discovery with five artifacts, together 9 kB', unit: 'tokens', most: 7_050 },
  collab: {
    what: 'a collab session with three items and five tasks, asked at every pause',
    unit: 'tokens',
    most: 7_250,
  },
  hope: { what: 'a hope session without detours', unit: 'tokens', most: 4_000 },
  typo: { what: 'a typo in one line, with hope', unit: 'tokens', most: 960 },
} satisfies Readonly<Record<string, Budget>>
