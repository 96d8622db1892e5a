/** The events whose steps write or rename a file. Their rows have an update that records the session's folder. */
export const keeping: readonly string[] = [
  'start',
  'intent',
  'submit',
  'bond submit',
  'consult done',
  'answer',
  'wave',
  'cancel',
]
