import type { Agreed } from '../work/history/history-line'
import { agree } from './agree'
import type { Asking, Wanted } from './pass'
import { changeSession } from './sessions'
import { shownIn } from './witness'

/**
 * What the developer agrees to by an Accio that was seen: what this session has shown, and nothing else.
 *
 * @returns undefined if nothing that was shown is still so
 * @throws Failure as `agree` does
 */
export async function agreementBy({ work }: Wanted, asking: Asking): Promise<Agreed | undefined> {
  if (!work) return undefined
  const { env, now } = asking
  const { here, key } = await shownIn(asking)
  const session = here.all[key]
  if (!session?.shown) return undefined
  const agreed = await agree(work, { env, now, began: new Date(session.began) }, session.shown)
  await changeSession(here, key, now, (before) => {
    if (!before) return undefined
    const { shown: _, ...others } = before
    return others
  })
  return agreed
}
