import { exit, Failure } from '../../../failure/failure'

/** One page of a list, as GitHub gives it. A node may be null where it cannot be seen. */
export interface Page<T> {
  readonly nodes: readonly (T | null)[] | null
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** More pages than any pull request has; a server that never ends is no GitHub. */
const maxPages = 1000

/**
 * @param get asks for the page after a cursor, without one for the first; what is not there has no pages
 * @returns everything on all pages
 * @throws Failure (system) `endless` where the pages do not end
 */
export async function allOf<T>(get: (after?: string) => Promise<Page<T> | null | undefined>): Promise<T[]> {
  const found: T[] = []
  const seen = new Set<string>()
  for (let page = await get(); ; ) {
    found.push(...(page?.nodes ?? []).filter((node) => node !== null))
    const { hasNextPage = false, endCursor = null } = page?.pageInfo ?? {}
    if (!hasNextPage || endCursor === null) return found
    if (seen.has(endCursor) || seen.size >= maxPages) {
      throw new Failure(exit.system, 'endless', 'The pages that GitHub answers with do not end.', 'spell reparo')
    }
    seen.add(endCursor)
    page = await get(endCursor)
  }
}
