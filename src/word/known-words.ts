/**
 * The words besides those of the six spells that let a step happen, in any workflow: the hook on a message loads none of
 * them.
 */
export const developerWords = [
  ...['new', 'undo', 'override', 'doctor', 'stop', 'reply'],
  ...['approve', 'replan', 'autonomous'],
  ...['settle', 'freeze', 'finish', 'cleanup', 'delete', 'upgrade'],
  ...[
    'engage',
    'cancel',
    'yes',
    'edits',
    'proceed',
    'edit',
    'unblocked',
    'failed',
    'continue',
    'satisfied',
    'new-work',
    'skip',
  ],
] as const
