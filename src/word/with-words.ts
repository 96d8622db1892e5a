// What only a word that was passed on needs: one file in the bundle.

export { agreementBy } from './agreement'
export { allowingNext, changesFor, isPlanned, isShownAtEnd, wordReport } from './answer-part'
export { endGrants, grantsHere, turnGranted } from './grant'
export { sessionsHere, whyNoWords } from './sessions'
export { useWord } from './use-word'
export { agentOf, sessionWithWord, turnGiven } from './which-session'
