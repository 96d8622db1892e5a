/** What came of putting a piece into a text: the new text, or why it stays as it is. */
export type Put =
  | { readonly text: string }
  /** Somebody has changed what was ours, or has something of their own in its place. */
  | { readonly kept: 'edited' | 'foreign'; readonly ours: string; readonly there: string }
  /** The file cannot take it; the reason, a sentence. */
  | { readonly kept: 'refused'; readonly why: string }
