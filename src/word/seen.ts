// What only a word that was passed on needs: one file in the bundle.

export { agentOf } from './acting'
export { agreementBy } from './agree'
export { endGrants, whyOver } from './grant'
export { grantsHere } from './running-grant'
export { sessionsHere, whyNoWords } from './sessions'
export { allowsNext, newsFor, wordTold } from './told'
export { useWord } from './use-word'
export { turnGiven, witnessOf } from './witness'
