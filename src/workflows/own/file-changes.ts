import type { WantedChange } from '../../workflow/effect'
import type { TransitionInput } from '../../workflow/transition'
import type { WorkflowFile } from './format'
import { broughtIn } from './memory'
import { handedIn } from './taken'

/** @returns what steps do to a file: they keep it away, keep a copy of it, or store what was handed in from elsewhere. */
export function changesOf(
  file: WorkflowFile,
  name: string,
  path: string,
): readonly (readonly [name: string, (given: TransitionInput) => readonly WantedChange[]])[] {
  const retire = { do: 'retire', path } as const
  const replaced = (text: unknown) => (typeof text === 'string' ? [retire, { do: 'create', path, text } as const] : [])
  return [
    [`keep ${name}`, () => [retire]],
    [`copy ${name}`, ({ probe }) => replaced(probe[path])],
    [
      `hand in ${name}`,
      ({ payload, probe }) => {
        const brought = broughtIn(payload)
        const text = brought && handedIn(file, brought)[name]
        return text === probe[path] ? [] : replaced(text)
      },
    ],
  ]
}
