/** The file of a workflow: the build makes an export of each of its keys, as JSON. */
declare module '*/workflow.yaml' {
  export const each: readonly import('./each').Each[]
  export const states: readonly string[]
  export const routers: readonly string[]
  export const regions: Readonly<Record<string, readonly string[]>>
  export const start: string
  export const goal: string | readonly string[]
  export const goals: readonly string[]
  export const events: readonly string[]
  export const signs: Readonly<Record<'task' | 'bugfix' | 'code', readonly string[]>>
  export const triggers: Readonly<Record<string, string>>
  export const caps: readonly import('../engine/definition').Cap<string, string>[]
  export const asks: Readonly<Record<string, readonly string[]>>
  export const reviews: Readonly<Record<'shape' | 'work', string>>
  export const sets: Readonly<Record<string, import('../engine/definition').Context>>
  export const critical: Readonly<Record<string, readonly string[]>>
  export const frames: Readonly<Record<string, string>>
  export const places: Readonly<Record<string, import('./turn').Waiting>>
  export const facts: import('./conditions').FactsForm['facts']
  export const brought: readonly string[]
  export const possible: import('./conditions').Condition
  export const conditions: import('./conditions').FactsForm['conditions']
  export const never: import('./never').NeverForm
  export const taken: NonNullable<import('./words').WordsForm['taken']>
  export const words: import('./words').WordsForm['words']
  export const items: import('./items/item').ItemForm
  export const groups: NonNullable<import('./steps').Steps['groups']>
  export const hidden: readonly string[]
  export const steps: readonly import('./steps').StepLine[]
  export const documents: Readonly<Record<string, object>>
  export const most: NonNullable<import('./artifacts/form').ArtifactForm['most']>
  export const artifacts: Readonly<Record<string, import('./artifacts/form').ArtifactForm>>
}
