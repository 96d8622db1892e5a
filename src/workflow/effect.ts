/** A row's effect on files, as data. Paths are relative to the root; a template has its own path if that is another. */
export type Effect =
  /** Creates the file from its template; an existing one is kept. */
  | { readonly do: 'create'; readonly file: string; readonly template?: string }
  /** Moves existing files into a new folder; `<name>` and `<stamp>` are filled in. `proofs`: with those of the task. */
  | { readonly do: 'move'; readonly files: readonly string[]; readonly to: string; readonly proofs?: true }
  /** Quotes the file in the AI's part of the answer; it is read before it moves. */
  | { readonly do: 'show'; readonly file: string; readonly template?: string }
  /** Warns if the file still equals its template. */
  | { readonly do: 'expect'; readonly file: string; readonly template?: string }
  /** Adds a list that the workflow computes to the AI's part of the answer. */
  | { readonly do: 'list'; readonly list: string }
  /** Tells the AI, in place of `{{commands}}`, which commands the repository has. */
  | { readonly do: 'name commands' }
  /** Makes the changes that a function of the workflow's `changes` returns for the context and the payload. */
  | { readonly do: 'change'; readonly changes: string }

/** One change to the files of a workflow, as data. Paths are relative to the root, with `/`. */
export type Change =
  /** Creates a file; the path must be free. The SHA-256 of its text saves hashing, if known. */
  | { readonly do: 'create'; readonly path: string; readonly text: string; readonly digest?: string }
  /** Moves a file or a folder to a free path. */
  | { readonly do: 'move'; readonly from: string; readonly to: string }

/** A change that a workflow asks for. `retire` renames a file, if it exists, to a free name, as `brief.r1.md`. */
export type WantedChange = Change | { readonly do: 'retire'; readonly path: string }

/** @returns whether a step with this effect is recorded, even if it stays in its state */
export const changesFiles = (effect: Effect): boolean => ['create', 'move', 'change'].includes(effect.do)
