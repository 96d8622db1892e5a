import { symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plan as discovery } from './discovery-plan'
import { copyTree, type Folder, makeRepository } from './folder'
import { commitAll, git, tries } from './git'
import { withExamples, written } from './packed-own'
import { spellHere } from './packed-program'
import { shop } from './team-repository'
import { twoBranches } from './two-branches'
import { workUnderWay } from './work-under-way'

/** Situations of which a doctor or a check tells: how each comes to be, and what is asked. */
type Situation = readonly [make: () => Folder | Promise<Folder>, ...questions: string[]]

const plan = '.ai/task/plan.md'
const state = '.ai/task/state.json'
const history = '.ai/task/history.jsonl'
const both = ['doctor', 'check --base main --require proven'] as const
const changedIn = (change: (folder: Folder) => unknown) => async () => {
  const folder = await shop()
  await change(folder)
  return folder
}
const merging = (act: string) => async () => {
  const folder = await twoBranches()
  git(folder, 'checkout', '--quiet', 'ann-task')
  tries(folder, ...act.split(' '))
  return folder
}

export const situations: Readonly<Record<string, Situation>> = {
  'a file is missing': [changedIn((folder) => folder.remove(plan)), ...both],
  'a file that git does not have is missing': [
    changedIn((folder) => {
      git(folder, 'rm', '--quiet', '--cached', plan)
      git(folder, 'commit', '--quiet', '--message', 'no plan')
      folder.remove(plan)
    }),
    ...both,
  ],
  'a file is in the place of the folder of the work': [
    changedIn((folder) => {
      folder.remove('.ai/task')
      folder.write({ '.ai/task': 'mine\n' })
    }),
    ...both,
    'lumos',
    'accio',
  ],
  'a link is in the place of the plan': [
    changedIn((folder) => {
      folder.rename(plan, 'elsewhere.md')
      symlinkSync('../../elsewhere.md', join(folder.path, plan))
    }),
    ...both,
    'accio',
  ],
  'a file is in the place of what init writes': [
    changedIn((folder) => folder.write({ 'AGENTS.md/file': 'mine\n', '.claude': 'mine\n' })),
    'init --yes --agents claude,codex',
    'doctor',
  ],
  'the state is cut off': [changedIn((folder) => folder.write({ [state]: '{' })), ...both, 'accio', 'check'],
  'the history ends with garbage': [
    changedIn((folder) => folder.write({ [history]: `${folder.read(history)}garbage` })),
    ...both,
  ],
  'the folder of a task that is done is missing': [changedIn((folder) => folder.remove('.ai/task/tasks')), ...both],
  'the settings are wrong': [changedIn((folder) => folder.write({ '.ai/spell.json': '{' })), ...both, 'accio'],
  'a conflict is committed': [
    changedIn((folder) => folder.write({ [plan]: `<<<<<<< a\n${folder.read(plan)}=======\n>>>>>>> b\n` })),
    ...both,
    'accio',
  ],
  'a merge is open': [merging('merge bob-task'), 'doctor', 'doctor --fix', 'check', 'accio'],
  'a rebase is open': [merging('rebase bob-back'), 'doctor', 'doctor --fix', 'check', 'accio'],
  'a squash has a conflict': [merging('merge --squash bob-task'), 'doctor', 'check', 'accio'],
  'a squash has a conflict, and the folder of the work is gone': [
    async () => {
      const folder = await merging('merge --squash bob-task')()
      folder.remove('.ai/task')
      return folder
    },
    'doctor',
    'check',
  ],
  'several branches are merged': [merging('merge bob-task bob-texts'), 'doctor', 'accio'],
  'a stash has a conflict': [
    async () => {
      const folder = await merging('status')()
      folder.write({ [state]: folder.read(state).replace('{', '{\n') })
      tries(folder, 'stash')
      folder.write({ [state]: folder.read(state).replace('{', '{ ') })
      commitAll(folder)
      tries(folder, 'stash', 'pop')
      return folder
    },
    'doctor',
    'accio',
  ],
  'neither side of a merge has files of one name': [
    async () => {
      const folder = await merging('merge bob-task')()
      folder.write({ '.ai/task/tasks/a/task-results.md': 'A\n', '.ai/task/tasks/b/task-results.md': 'B\n' })
      return folder
    },
    'doctor --fix --side mine',
  ],
  'nothing is compared': [shop, 'check --require complete', 'check --base main --require proven'],
  'there is no word': [shop, 'check --base main --require word'],
  'there is no new work': [
    async () => {
      const folder = await shop('main')
      folder.write({ '.ai/task/task.md': 'Do it.\n' })
      return folder
    },
    'check --base main --require-work',
  ],
  'git ignores the work': [changedIn((folder) => folder.write({ '.gitignore': '.ai/\n' })), ...both],
  'a box is none': [changedIn((folder) => folder.write({ [plan]: `${folder.read(plan)}- [] one more\n` })), ...both],
  'the settings ask for commands': [
    changedIn((folder) => folder.write({ '.ai/spell.json': '{ "proof": { "required": true } }\n' })),
    ...both,
  ],
  'the settings are weaker than those of the base': [
    changedIn((folder) => {
      folder.write({ '.ai/spell.json': '{ "word": "required", "proof": { "always": ["true"] } }\n' })
      commitAll(folder)
      folder.write({ '.ai/spell.json': '{ "word": "recorded" }\n' })
    }),
    'check --base HEAD',
  ],
  'a folder is in the place of the plan': [
    changedIn((folder) => {
      folder.remove(plan)
      folder.write({ [`${plan}/mine.md`]: 'mine\n' })
    }),
    ...both,
    'accio',
  ],
  'a link leads out of the repository': [
    changedIn((folder) => {
      copyTree(join(folder.path, '.ai/task'), join(folder.path, 'elsewhere', 'task'))
      folder.remove('.ai/task')
      symlinkSync(tmpdir(), join(folder.path, '.ai/task'))
    }),
    ...both,
    'accio',
  ],
  ...Object.fromEntries(
    [true, false].flatMap((isKnown): [string, Situation][] => {
      const known = isKnown ? 'git has' : 'git does not have'
      const damaged = (path: string, make: () => Folder | Promise<Folder>) => async () => {
        const folder = await make()
        if (isKnown) commitAll(folder)
        folder.write({ [path]: '\0\x80garbage\n' })
        return folder
      }
      const installed = () => {
        const folder = makeRepository()
        spellHere(folder.path, ['init', '--yes', '--agents', 'claude'])
        return folder
      }
      return [
        [
          `the record of what is installed is garbage, which ${known}`,
          [damaged('.ai/installed.json', installed), 'init --yes', 'doctor', 'update'],
        ],
        [`AGENTS.md is no text, which ${known}`, [damaged('AGENTS.md', installed), 'init --yes', 'doctor', 'update']],
        [
          `an artifact is garbage, which ${known}`,
          [
            damaged(`${discovery.folder}/artifacts/context_discovery_artifact.json`, () => workUnderWay('discovery')),
            'discovery artifact discovery',
          ],
        ],
      ]
    }),
  ),
  'the definition that work has kept is garbage': [
    () => {
      const folder = withExamples()
      written(folder)
      commitAll(folder)
      folder.write({ '.ai/work/cache/workflow.json': 'garbage\n' })
      return folder
    },
    'doctor',
    'check',
    'rfc next',
  ],
  'a workflow is none': [changedIn((folder) => folder.write({ '.ai/workflows/rfc.yaml': 'workflow: rfc\n' })), ...both],
  ...Object.fromEntries(
    (['changed', 'missing'] as const).map((what): [string, Situation] => [
      `an artifact is ${what}`,
      [
        async () => {
          const folder = await workUnderWay('discovery')
          commitAll(folder)
          const artifact = `${discovery.folder}/artifacts/context_discovery_artifact.json`
          if (what === 'missing') folder.remove(artifact)
          else folder.write({ [artifact]: '{}\n' })
          return folder
        },
        'doctor',
        'check',
        'check --base HEAD',
      ],
    ]),
  ),
}
