import type { Adapters } from '../install/adapter'

/** Everything that `spell init` can put in. */
export const adapters: Adapters = { agents: [], managers: [] }
