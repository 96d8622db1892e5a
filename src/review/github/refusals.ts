import { inline } from '../../answer/markdown'
import { exit, Failure } from '../../failure/failure'
import type { Ran } from './gh'
import { type Found, nameOf, type Repository } from './repository'

/** What `gh` and the server say instead of an answer. */
export interface ServerAnswer {
  readonly exit: Ran['exit']
  /** Of HTTP; 0 if `gh` names none. */
  readonly status: number
  /** Whether the answer has the form of GitHub's. */
  readonly isGitHub: boolean
  /** The types of the errors of a valid query, and whether single sign-on is required. */
  readonly kinds: readonly string[]
  readonly isSaml: boolean
  readonly message: string
}

const login = (host: string): string => `gh auth login --hostname ${host}`
const grant = (host: string): string => `gh auth refresh --hostname ${host} --scopes repo`
const again = (_: string, command: string): string => command

/** What a code stands for, its message, and the command that helps. */
type Refusal = readonly [
  code: string,
  isIt: (told: ServerAnswer) => boolean,
  says: (host: string, why: string) => string,
  fix: (host: string, command: string) => string,
]

/** The first that fits counts. */
const refusals: readonly Refusal[] = [
  [
    'no-gh',
    ({ exit }) => exit === 'missing',
    () => 'gh, the command of GitHub, is not installed, or not in the PATH: https://cli.github.com',
    login,
  ],
  ['too-slow', ({ exit }) => exit === 'too-slow', (host) => `${host} takes too long to answer.`, again],
  ['too-large', ({ exit }) => exit === 'too-large', (host) => `${host} sends more than a pull request has.`, again],
  [
    'not-signed-in',
    // With 4 gh says that it is signed in nowhere.
    ({ exit, status, message }) => exit === 4 || status === 401 || /authenticated requests get a higher/i.test(message),
    (host) => `gh is not signed in to ${host}, or its token is wrong, expired or revoked.`,
    login,
  ],
  [
    'rate-limited',
    ({ kinds, status, message }) =>
      /^RATE_LIMIT/m.test(kinds.join('\n')) || status === 429 || (status === 403 && /rate limit|abuse/i.test(message)),
    (host, why) => `${host} lets nothing more through for some time: ${why}`,
    (host, command) => `${command} # later; gh api rate_limit --hostname ${host} says when`,
  ],
  [
    'token-needs-sso',
    ({ isSaml, status, message }) => isSaml || (status === 403 && /\bSAML\b/.test(message)),
    () => 'The organization wants the token of gh to be authorized for its single sign-on (SAML).',
    (host) => `gh auth refresh --hostname ${host}`,
  ],
  [
    'no-access',
    ({ kinds, status }) => status === 403 || /^(FORBIDDEN|INSUFFICIENT_SCOPES)$/m.test(kinds.join('\n')),
    (host, why) => `${host} does not let the account of gh do this: ${why}`,
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
    'not-github',
    ({ exit, status, isGitHub }) => /^(3..|404|405)$/.test(`${status}`) || (exit === 0 && !isGitHub),
    (host) => `${host} does not answer as GitHub does.`,
    (host, command) => (command.includes('--fetch') ? `${command} --pr URL` : `gh auth status --hostname ${host}`),
  ],
  [
    'offline',
    ({ message }) => /^error connecting to |: dial tcp|no such host|proxyconnect/.test(message),
    (host, why) => `${host} cannot be reached: ${why}`,
    (_, command) => `${command} # once it can`,
  ],
  [
    'connection-lost',
    ({ message }) => /\bEOF$|reset by peer|forcibly closed/.test(message),
    (host, why) => `The connection to ${host} broke: ${why}`,
    again,
  ],
  [
    'refused',
    () => true,
    (host, why) => `gh had no answer of ${host}: ${why}`,
    (host) => `gh auth status --hostname ${host}`,
  ],
]

/** @returns what it means that there is no answer to the command of the user, with the command that helps */
export function failureOf(host: string, command: string, told: ServerAnswer): Failure {
  const [code, , says, fix] = refusals.find(([, isIt]) => isIt(told)) as Refusal
  return new Failure(exit.system, code, says(host, inline(told.message)), fix(host, command))
}

export function noSuchPullRequest({ repository, number }: Found, fix: string): Failure {
  const message = `${nameOf(repository)} has no pull request #${number} that the account of gh can see.`
  return new Failure(exit.usage, 'no-such-pull-request', message, fix)
}

/** @returns that a repository cannot be seen: GitHub does not say whether it is there */
export function noSuchRepository(repository: Repository): Failure {
  const message = `${nameOf(repository)} is not there, or the account of gh may not see it.`
  return new Failure(exit.system, 'no-such-repository', message, grant(repository.host))
}
