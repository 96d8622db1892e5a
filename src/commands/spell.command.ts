import type { Command } from '../cli/command'
import type { Option } from '../cli/options'
import { type SpellName, spells } from '../workflows/engineer/spells'
import { castSpell } from './cast-spell'
import { accioOptions, lookOptions, reparoOptions, spellOptions } from './spell-options'

const more: Readonly<Partial<Record<SpellName, readonly Option[]>>> = {
  accio: accioOptions,
  reparo: reparoOptions,
  lumos: lookOptions,
}

export const command = (name: SpellName): Command => ({
  name,
  summary: spells[name].summary,
  options: [...spellOptions, ...(more[name] ?? [])],
  run: (_, cli) => castSpell(name, cli),
})
