import { exit, Failure } from '../text/failure'
import { inline } from '../text/markdown-parts'
import type { Ran } from './door'
import { type FoundRequest, nameOf, type Repository, type Server } from './server'

/** What the program and the server say instead of an answer. */
export interface ServerAnswer {
  readonly exit: Ran['exit']
  /** Of HTTP; 0 if none is named. */
  readonly status: number
  /** Whether the answer has the form of the server's. */
  readonly isItsOwn: boolean
  /** The types of the errors of a valid query. */
  readonly kinds: readonly string[]
  readonly message: string
}

const login = (host: string, { program }: Server): string => `${program.name} auth login --hostname ${host}`
const grant = (host: string, server: Server): string =>
  server.program.name === 'gh'
    ? `gh auth refresh --hostname ${host} --scopes repo   # if the account itself may not: ${login(host, server)}`
    : `${login(host, server)}   # with a token of the scope api`
const status = (host: string, { program }: Server): string => `${program.name} auth status --hostname ${host}`
const again = (_: string, __: Server, command: string): string => command

/** What a code stands for, its message, and the command that helps. */
type Refusal = readonly [
  code: string | ((server: Server) => string),
  isIt: (told: ServerAnswer) => boolean,
  says: (host: string, why: string, server: Server) => string,
  fix: (host: string, server: Server, command: string) => string,
]

/** The first that fits counts. */
const refusals: readonly Refusal[] = [
  [
    ({ program }) => `no-${program.name}`,
    ({ exit }) => exit === 'missing',
    (_, __, { program, title }) =>
      `${program.name}, the command of ${title}, is not installed, or not in the PATH: ${program.home}`,
    login,
  ],
  ['too-slow', ({ exit }) => exit === 'too-slow', (host) => `${host} takes too long to answer.`, again],
  ['too-large', ({ exit }) => exit === 'too-large', (host) => `${host} sends more than people write.`, again],
  [
    'not-signed-in',
    // With 4 gh says that it is signed in nowhere.
    ({ exit, status, message }) =>
      exit === 4 || status === 401 || /authenticated requests get a higher|not been authenticated/i.test(message),
    (host, _, { program }) => `${program.name} is not signed in to ${host}, or its token is wrong, expired or revoked.`,
    login,
  ],
  [
    'rate-limited',
    ({ kinds, status, message }) =>
      /^RATE_LIMIT/m.test(kinds.join('\n')) || status === 429 || (status === 403 && /rate limit|abuse/i.test(message)),
    (host, why) => `${host} lets nothing more through for some time: ${why}`,
    (host, { program }, command) =>
      program.name === 'gh'
        ? `${command} # later; gh api rate_limit --hostname ${host} says when`
        : `${command} # later`,
  ],
  [
    // Also a token that the single sign-on of an organization has not seen, as the message then says.
    'no-access',
    ({ kinds, status }) => status === 403 || /^(FORBIDDEN|INSUFFICIENT_SCOPES)$/m.test(kinds.join('\n')),
    (host, why, { program }) => `${host} does not let the account of ${program.name} do this: ${why}`,
    grant,
  ],
  [
    'server-error',
    // GitHub's message for a query that takes too long.
    ({ status, kinds, message }) =>
      status >= 500 || (kinds.length > 0 && /something went wrong|timed? ?out/i.test(message)),
    (host, why) => `${host} has an error: ${why}`,
    again,
  ],
  [
    ({ title }) => `not-${title.toLowerCase()}`,
    ({ exit, status, isItsOwn }) => /^(3..|404|405)$/.test(`${status}`) || (exit === 0 && !isItsOwn),
    (host, _, { title }) => `${host} does not answer as ${title} does.`,
    (host, server, command) => (command.includes('--fetch') ? `${command} --pr URL` : status(host, server)),
  ],
  [
    'offline',
    ({ message }) =>
      /^error connecting to |: dial tcp|no such host|proxyconnect|\bEOF$|reset by peer|forcibly closed/.test(message),
    (host, why) => `${host} cannot be reached, or the connection broke: ${why}`,
    (_, __, command) => `${command} # once it can`,
  ],
  ['refused', () => true, (host, why, { program }) => `${program.name} had no answer of ${host}: ${why}`, status],
]

/** @returns what it means that there is no answer to the command of the user, with the command that helps */
export function failureOf(server: Server, host: string, command: string, told: ServerAnswer): Failure {
  const [code, , says, fix] = refusals.find(([, isIt]) => isIt(told)) as Refusal
  const name = typeof code === 'string' ? code : code(server)
  return new Failure(exit.system, name, says(host, inline(told.message), server), fix(host, server, command))
}

export function noSuchRequest(
  { program, request, sign }: Server,
  { repository, number }: FoundRequest,
  fix: string,
): Failure {
  const message = `${nameOf(repository)} has no ${request} ${sign}${number} that the account of ${program.name} can see.`
  return new Failure(exit.usage, 'no-such-pull-request', message, fix)
}

/** @returns that a repository cannot be seen: a server does not say whether it is there */
export function noSuchRepository(server: Server, repository: Repository): Failure {
  const message = `${nameOf(repository)} is not there, or the account of ${server.program.name} may not see it.`
  return new Failure(exit.system, 'no-such-repository', message, grant(repository.host, server))
}
