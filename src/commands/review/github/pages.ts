import { exit, Failure } from '../../../failure/failure'

/** One page of a list, as GitHub gives it. A node may be null where it cannot be seen. */
export interface Page<T> {
  readonly nodes: readonly (T | null)[] | null
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null }
}

/** Of what is not there. */
export const noPage = { nodes: [], pageInfo: { hasNextPage: false, endCursor: null } } as const satisfies Page<never>

/** More pages than any pull request has; a server that never ends is no GitHub. */
const maxPages = 1000

/**
 * @param first the page that is there already
 * @param next asks for the page after a cursor
 * @returns everything on it and on all that follow
 * @throws Failure (system) `endless` where the pages do not end
 */
export async function allOf<T>(first: Page<T>, next: (after: string) => Promise<Page<T>>): Promise<T[]> {
  const found: T[] = []
  const seen = new Set<string>()
  for (let page = first; ; ) {
    found.push(...(page.nodes ?? []).filter((node) => node !== null))
    const { hasNextPage, endCursor } = page.pageInfo
    if (!hasNextPage || endCursor === null) return found
    if (seen.has(endCursor) || seen.size >= maxPages) {
      throw new Failure(exit.system, 'endless', 'The pages that GitHub answers with do not end.', 'spell reparo')
    }
    seen.add(endCursor)
    page = await next(endCursor)
  }
}
