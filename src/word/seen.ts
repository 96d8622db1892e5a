// What only a word that was passed on needs: one file in the bundle.

export { agreementBy } from './agree'
export { endGrants, grantsHere, turnGranted } from './grant'
export { sessionsHere, whyNoWords } from './sessions'
export { allowsNext, newsFor, wordTold } from './told'
export { useWord } from './use-word'
export { agentOf, turnGiven, witnessOf } from './witness'
