import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { cast } from '../../src/cast/cast'
import { archivePiece } from '../../src/commands/new'
import { undo } from '../../src/commands/undo'
import { loadState } from '../../src/work/state/state'
import { workIn } from '../../src/work/work'
import { engineer } from '../../src/workflows/engineer'
import type { Spell } from '../../src/workflows/engineer/states'
import { edgeAt, standing } from '../support/casting'
import { type Folder, makeFolder, plainEnv } from '../support/folder'
import { program } from '../support/packed-program'
import { some } from '../support/proving'
import { wholeWalk } from '../support/whole-history'

const results = '## Achieved\n\nThe header row is written.\n'
const executed = {
  ...standing('ACHIEVE_TASK_EXECUTED'),
  '.ai/task/plan.md': '# Export\n\n- [ ] a\n',
  '.ai/task/task.md': '---\ntask_name: header-row\n---\n',
  '.ai/task/task-results.md': results,
}

/** What is outside of `.ai/.local`. */
const shared = (folder: Folder, under = '.ai') =>
  Object.fromEntries(
    Object.entries(folder.contents(under))
      .map(([path, text]) => [path.slice(under.length + 1), text] as const)
      .filter(([path]) => !path.startsWith('.local/')),
  )

/** In a mount of its own, which goes with the process. */
const inNamespace = (script: string, args: readonly string[]) =>
  spawnSync('unshare', ['--map-root-user', '--mount', 'sh', '-euc', script, ...args], {
    encoding: 'utf8',
    env: plainEnv,
  })

describe('a disk with little space (needs unshare and mount)', () => {
  const wherePossible =
    inNamespace('mount -t tmpfs -o size=64k tmpfs "$0"', [__dirname]).status === 0 ? test : test.skip

  const pages = some(Array.from({ length: 17 }, (_, index) => index))
  // Fills the disk but for some pages, casts, makes room again, casts once more; keeps what is there after either.
  const story = `
    node=$1 program=$2 work=$3 out=$4
    mount -t tmpfs -o size=1m tmpfs "$0"
    cd "$0"
    for pages in ${pages.join(' ')}; do
      rm -rf .ai fill
      cp -r "$work/.ai" .
      dd if=/dev/zero of=fill bs=4k 2>/dev/null || true
      truncate -s -$((pages * 4096)) fill
      code=0
      "$node" "$program" accio >/dev/null 2>"$out/said" || code=$?
      echo "$pages $code $(head -1 "$out/said")"
      mkdir -p "$out/$pages/first" "$out/$pages/second"
      cp -r .ai "$out/$pages/first"
      rm fill
      [ $code != 0 ] || echo 'Write the next row.' >.ai/task/task.md
      "$node" "$program" accio --quiet >/dev/null
      cp -r .ai "$out/$pages/second"
    done`

  wherePossible('is reported, everything is as it was, and the spell works once there is room again', async () => {
    const work = makeFolder(executed)
    const out = makeFolder()
    const { stdout, stderr, status } = inNamespace(story, [
      makeFolder().path,
      process.execPath,
      program,
      work.path,
      out.path,
    ])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    const codes = new Set<string>()
    for (const line of stdout.trimEnd().split('\n')) {
      const [pages = '', code = '', ...said] = line.split(' ')
      codes.add(code)
      const first = shared(out, `${pages}/first/.ai`)
      if (code === '1') {
        expect(said.join(' ')).toMatch(/the disk is full\.$/)
        expect({ pages, first }).toEqual({ pages, first: shared(work) })
      }
      const second = shared(out, `${pages}/second/.ai`)
      expect(Object.values(second)).toContain(results)
      const under = join(pages, 'second')
      const folder = { ...out, path: join(out.path, under), read: (path: string) => out.read(join(under, path)) }
      const lines = await wholeWalk(folder)
      expect(lines).toHaveLength(code === '1' ? 1 : 2)
    }
    // There was a disk that was too small, and one that was not.
    expect([...codes].sort()).toEqual(['0', '1'])
  })
})

describe('the clock', () => {
  const at = (time: string) => new Date(`2026-08-20T${time}Z`)
  const castAt = (folder: Folder, spell: Spell, time: string) =>
    cast(workIn(folder.path, engineer), spell, edgeAt(folder, at(time)))

  test('may go backwards between casts: the order of the steps is their own', async () => {
    const shop = makeFolder(executed)
    await castAt(shop, 'accio', '15:30:00')
    await castAt(shop, 'finite', '09:00:00')
    await castAt(shop, 'accio', '12:00:00')
    const lines = await wholeWalk(shop)
    expect(lines.map(({ number, timestamp }) => [number, timestamp])).toEqual([
      [1, '2026-08-20T15:30:00Z'],
      [2, '2026-08-20T09:00:00Z'],
      [3, '2026-08-20T12:00:00Z'],
    ])
    await undo(workIn(shop.path, engineer), edgeAt(shop, at('08:00:00')))
    expect(loadState(shop.path, engineer).current).toBe('GATHER_EDITING')
  })

  test('may stand still: what is archived in one minute has its own names', async () => {
    const shop = makeFolder(executed)
    await castAt(shop, 'accio', '15:30:20')
    const putAway = () => archivePiece(workIn(shop.path, engineer), edgeAt(shop, at('15:30:30')), async () => true)
    const first = await putAway()
    await castAt(shop, 'accio', '15:30:40')
    const second = await putAway()
    expect([first.archive, second.archive]).toEqual([
      '.ai/archive/export-2026-08-20-1530-00000000',
      // It has no plan yet that it could be called after.
      '.ai/archive/untitled-2026-08-20-1530-00000001',
    ])
  })
})
