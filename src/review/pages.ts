import { exit, Failure } from '../failure/failure'

/** A page of a list, as it is asked for. */
export interface Page<T> {
  readonly nodes: readonly (T | null)[] | null
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/**
 * @param get fetches the page after a cursor, without one the first; something missing has no pages
 * @param again the command that the user has given
 * @throws Failure (system) `endless` if a cursor repeats, or leads nowhere; `askThrough` limits the number of pages
 */
export async function allOf<T>(
  get: (after?: string) => Promise<Page<T> | null | undefined>,
  again = 'spell reparo --fetch',
): Promise<T[]> {
  const found: T[] = []
  const seen = new Set<string>()
  for (let page = await get(); ; ) {
    found.push(...nodesOf(page))
    const { hasNextPage = false, endCursor = null } = page?.pageInfo ?? {}
    if (!hasNextPage) return found
    if (endCursor === null || seen.has(endCursor)) throw endless(again)
    seen.add(endCursor)
    page = await get(endCursor)
  }
}

/** @returns the items of a page, without those that the account may not see */
export const nodesOf = <T>(page: Page<T> | null | undefined): T[] => (page?.nodes ?? []).filter((node) => node !== null)

export const endless = (again: string): Failure =>
  new Failure(exit.system, 'endless', 'The pages of the server do not end.', again)
