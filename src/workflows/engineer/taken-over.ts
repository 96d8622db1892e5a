import type { WantedChange } from '../../workflow/effect'
import type { TransitionInput } from '../../workflow/transition'

/** @returns where a context came from, by its front matter; undefined if it was written here */
export function sourceOf(context = ''): { readonly workflow: string; readonly name: string } | undefined {
  const [, workflow, name] = /^---\r?\nfrom: (\S+) (\S+)\r?\n/.exec(context) ?? []
  return workflow && name ? { workflow, name } : undefined
}

/** Creates the documents that are handed over, where a workflow has a file for them; what is there already gets a number. */
export const takeOver =
  (pathOf: (name: (typeof handedOver)[number]) => string | undefined) =>
  ({ payload }: Pick<TransitionInput, 'payload'>): readonly WantedChange[] =>
    handedOver.flatMap((name): WantedChange[] => {
      const [path, text] = [pathOf(name), payload[name]]
      if (path === undefined || typeof text !== 'string') return []
      return [
        { do: 'retire', path },
        { do: 'create', path, text },
      ]
    })

export const handedOver = ['context', 'plan', 'task'] as const
