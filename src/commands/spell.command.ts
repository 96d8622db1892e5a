import type { Command } from '../cli/command'
import { accioOptions, lookOptions, type Option, reparoOptions, spellOptions } from '../cli/options'
import { type SpellName, spells } from '../flows/engineer/spells'
import { castSpell } from '../steps/cast-spell'

/** The options of a single spell. */
const more: Readonly<Partial<Record<SpellName, readonly Option[]>>> = {
  accio: accioOptions,
  reparo: reparoOptions,
  lumos: lookOptions,
}

/** @returns the options of a spell, without the global ones */
export const optionsOf = (name: SpellName): readonly Option[] => [...spellOptions, ...(more[name] ?? [])]

/** One of the six spells. */
export const command = (name: SpellName): Command => ({
  name,
  summary: spells[name].summary,
  options: optionsOf(name),
  run: (_, cli) => castSpell(name, cli),
})
