import { said, type Taken, type Words } from '../../workflow/words'
import { clearings, givenTypes, reportedStatuses } from './session'

/** What becomes of the documents of a finished session. */
export const choices = ['archive', 'delete', 'keep'] as const

const clear: Taken = {
  value: 'WHEN',
  help: `whether the context is cleared between items: ${clearings.join(', ')} (default: as the settings say)`,
  choices: clearings,
}

const number: Taken = {
  as: 'number',
  place: 'number',
  help: 'the number of the item',
  counts: 'an item',
  of: 'items',
  needed: 'Which item? Its number is needed.',
}

const statusesOf = 'Which task, and how far is it? Both are needed.'

/** What is said in a session, and what it takes. */
export const words: Words = {
  start: {
    about: 'Start a session',
    begins: true,
    takes: { name: { place: 'name', help: 'name of the session (default: the date with a number)' }, clear },
    examples: [
      ['spell collab start orders', 'Begin a session'],
      ['spell collab start orders --clear never', 'Begin one without a pause between steps'],
    ],
  },
  add: {
    about: 'Add a work item to the session',
    takes: {
      title: {
        as: 'line',
        place: 'title',
        help: 'what is to be done, in one line',
        needed: 'What is to be done? A title is needed.',
        fix: 'spell collab add "Add CSV export"',
      },
      type: {
        as: 'word',
        value: 'TYPE',
        words: givenTypes,
        known: givenTypes,
        help: `${givenTypes.join(', ')} (default: by the words of the title)`,
        fix: 'spell collab add "…" --type code',
      },
      after: {
        as: 'numbers',
        help: 'the numbers of the items to be built before it: 1,2',
        counts: 'an item',
        fix: 'spell collab add "…" --after 1,2',
      },
    },
    examples: [
      ['spell collab add "Export orders as CSV"', 'Add an item; its words tell the type'],
      ['spell collab add "Update the README" --type task --after 1', 'Add an item of a type, to be built after item 1'],
    ],
  },
  classify: {
    about: 'Set the type of a work item',
    takes: {
      number,
      type: {
        as: 'word',
        place: 'type',
        words: givenTypes,
        known: givenTypes,
        help: 'code, task or bugfix',
        needed: 'Of which type? code, task or bugfix.',
      },
    },
    fix: 'spell collab classify 1 code',
    examples: [['spell collab classify 2 bugfix', 'Make item 2 a bugfix']],
  },
  rename: {
    about: 'Change the title of a work item',
    takes: {
      number,
      title: {
        as: 'line',
        place: 'title',
        help: 'what is to be done, in one line',
        needed: 'How is it to be called? A title is needed.',
      },
    },
    fix: 'spell collab rename 1 "Add CSV export"',
    examples: [['spell collab rename 2 "An empty list crashes"', 'Call item 2 otherwise']],
  },
  remove: {
    about: 'Remove a work item; its number is not used again',
    isDestructive: true,
    takes: { number },
    fix: 'spell collab remove 1',
    examples: [['spell collab remove 2', 'Drop item 2']],
  },
  items: { about: 'List the work items', examples: [['spell collab items', 'List the items']] },
  'complete-skill': {
    about: 'Report that a skill is done, and print the next step',
    takes: {
      name: {
        place: 'skill',
        help: 'its name, as `spell collab next` says it',
        of: 'skills',
        needed: 'Which skill is done? Its name is needed.',
        fix: 'spell collab next   # names it',
      },
      note: { as: 'note', help: 'for the next step', fix: 'spell collab complete-skill NAME --note "…"' },
      said: { ...said, as: 'line', fix: 'spell collab complete-skill NAME --said "…"' },
      clear,
    },
    examples: [['spell collab complete-skill rough-draft-interface', 'Report a skill as done']],
  },
  task: {
    about: 'Report the status of tasks of the wave',
    takes: {
      id: { as: 'line', place: 'id', help: 'the id of the task; several with commas', of: 'tasks', needed: statusesOf },
      status: {
        as: 'word',
        place: 'status',
        words: reportedStatuses,
        help: reportedStatuses.join(', '),
        of: 'other statuses',
        needed: statusesOf,
      },
    },
    fix: 'spell collab task ID completed',
    examples: [
      ['spell collab task header,rows completed', 'Report two tasks as done'],
      ['spell collab task item-1 failed', 'Report that one cannot be done'],
    ],
  },
  prove: 'shared',
  status: 'shared',
  next: {
    about: 'Print the skill to do now; changes nothing',
    isLook: true,
    examples: [['spell collab next', 'Name the skill that is next']],
  },
  resume: {
    about: 'Print the next step with note and documents, after a cleared context',
    examples: [['spell collab resume', 'Go on in a fresh conversation']],
  },
  show: {
    about: 'Print the whole session as one Markdown document, for a pull request',
    isLook: true,
    examples: [['spell collab show > orders.md', 'Write the session down, for a pull request']],
  },
  diagram: {
    about: 'Draw the waves as a Mermaid diagram',
    isLook: true,
    examples: [['spell collab diagram', 'Draw the waves']],
  },
  states: 'code',
  cleanup: {
    about: 'Archive, delete or keep the documents of a finished session',
    isDestructive: true,
    takes: {
      choice: {
        as: 'word',
        place: 'choice',
        words: choices,
        known: choices,
        help: choices.join(', '),
        needed: `What is to be done with the documents? ${choices.join(', ')}.`,
      },
      yes: { as: 'flag', help: 'delete without asking' },
      said: { ...said, as: 'line', fix: 'spell collab cleanup archive --said "…"' },
    },
    fix: 'spell collab cleanup archive',
    examples: [
      ['spell collab cleanup archive', 'Archive the documents'],
      ['spell collab cleanup delete --yes', 'Delete them'],
    ],
  },
  stop: {
    about: 'End the session before its work is done; its files stay, undo takes it back',
    isDestructive: true,
    takes: { said: { ...said, as: 'line', fix: 'spell collab stop --said "…"' } },
    examples: [['spell collab stop --said "We do it otherwise."', 'End it before its work is done']],
  },
  history: 'shared',
  undo: 'shared',
  recover: 'shared',
}
