import type { Session } from './session'
import { folder } from './states'

/** The folder for the texts submitted in a round. They stay there: the next round gets a new folder. */
export const roundFolder = ({ round = 1 }: Pick<Session, 'round'>): string => `${folder}/round-${round}`
