import type { Adapter } from '../pieces/adapter'
import { claude } from './claude'
import { codex } from './codex'
import { copilot } from './copilot'
import { cursor } from './cursor'
import { gemini } from './gemini'
import { opencode } from './opencode'
import type { Wording } from './texts'

/** @returns every agent that can be told of spell */
export const agents = (wording: Wording): readonly Adapter[] =>
  [claude, codex, cursor, copilot, gemini, opencode].map((adapter) => adapter(wording))
