/** A fresh git repository in which a piece of work is walked. */
export interface Place {
  readonly write: (path: string, text: string) => void
  readonly read: (path: string) => string
  /** Runs `spell` with arguments and an input. @returns what it prints, piped; fails if it ends otherwise than well */
  readonly say: (args: readonly string[], input?: string) => string
}

/** Makes one; each piece of work gets its own. */
export type MakePlace = () => Place

/** @returns all that was printed, in the order in which it was; what `quiet` says is not counted */
export function listening({ say }: Pick<Place, 'say'>) {
  const heard: string[] = []
  const loud = (args: readonly string[], input?: string): string => {
    const text = say(args, input)
    heard.push(text)
    return text
  }
  return { heard, say: loud, quiet: say }
}

export const bytesOf = (texts: readonly string[]): number => Buffer.byteLength(texts.join(''))
