/**
 * The events that bring a text, or with which one makes room: their steps put it into a file. Their rows have an update, so
 * that the session knows afterwards that it has a folder.
 */
export const keeping: readonly string[] = ['start', 'intent', 'submit', 'bond submit', 'consult done', 'answer', 'wave']
