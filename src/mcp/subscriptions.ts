import type { JSONRPCNotification, RequestId } from '@modelcontextprotocol/sdk/types.js'
import { isRecord } from '../failure/json'
import { named } from './resources'

/** The filter field for each change of a list. */
const listFields = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
} as const
type ListField = (typeof listFields)[keyof typeof listFields]

/** What a client listens to. */
type Filter = { readonly [field in ListField]?: boolean } & { readonly resourceSubscriptions?: readonly string[] }

/** Watches resources while a client listens to them. */
export interface Watching {
  readonly subscribe: (uri: string) => Promise<void>
  readonly unsubscribe: (uri: string) => void
}

/** In the protocol of 2026-07-28, each change goes to the requests that listen to it. */
export function subscriptions({ subscribe, unsubscribe }: Watching) {
  const opening = new Set<RequestId>()
  const open = new Map<RequestId, Filter>()
  const isWatched = (uri: string) => [...open.values()].some((filter) => filter.resourceSubscriptions?.includes(uri))
  const letGo = (uris: readonly string[] = []) => {
    for (const uri of uris) if (!isWatched(uri)) unsubscribe(uri)
  }

  return {
    /**
     * @param begin called first with the accepted filter; not called if the request is cancelled before
     * @throws if the resources cannot be watched
     */
    open: async (id: RequestId, asked: Filter, begin: (filter: Filter) => void): Promise<void> => {
      const uris = asked.resourceSubscriptions?.filter((uri) => named(uri) !== undefined) ?? []
      opening.add(id)
      try {
        for (const uri of uris) await subscribe(uri)
      } catch (error) {
        opening.delete(id)
        letGo(uris)
        throw error
      }
      if (!opening.delete(id)) return letGo(uris)
      const filter = {
        ...Object.fromEntries(Object.values(listFields).flatMap((field) => (asked[field] ? [[field, true]] : []))),
        ...(uris.length > 0 && { resourceSubscriptions: uris }),
      }
      open.set(id, filter)
      begin(filter)
    },
    /** @returns whether it was open */
    close: (id: RequestId): boolean => {
      const filter = open.get(id)
      open.delete(id)
      letGo(filter?.resourceSubscriptions)
      return opening.delete(id) || filter !== undefined
    },
    /** @returns the requests that listen to a change; undefined if the notification is no change */
    listeners: ({ method, params }: Omit<JSONRPCNotification, 'jsonrpc'>): RequestId[] | undefined => {
      const field = Object.hasOwn(listFields, method) ? listFields[method as keyof typeof listFields] : undefined
      if (!field && method !== 'notifications/resources/updated') return undefined
      const wants = (filter: Filter) =>
        field ? filter[field] : filter.resourceSubscriptions?.includes(params?.uri as string)
      return [...open].filter(([, filter]) => wants(filter)).map(([id]) => id)
    },
    all: (): RequestId[] => [...open.keys()],
  }
}

/** @returns whether it is a valid filter */
export function isFilter(value: unknown): value is Filter {
  if (!isRecord(value)) return false
  const { resourceSubscriptions: uris = [] } = value
  const isUris = Array.isArray(uris) && uris.every((uri) => typeof uri === 'string')
  return isUris && Object.values(listFields).every((field) => ['undefined', 'boolean'].includes(typeof value[field]))
}
