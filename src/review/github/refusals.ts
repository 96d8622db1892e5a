import { inline } from '../../answer/markdown'
import { exit, Failure } from '../../failure/failure'
import type { Ran } from './gh'
import { type Found, nameOf, type Repository } from './repository'

/** What `gh` and the server say instead of an answer. */
export interface Told {
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

interface Refusal {
  readonly code: string
  readonly when: (told: Told) => boolean
  readonly says: (host: string, why: string) => string
  /** The command that helps; otherwise trying again does. */
  readonly fix?: (host: string, again: string) => string
}

const login = (host: string): string => `gh auth login --hostname ${host}`
const grant = (host: string): string => `gh auth refresh --hostname ${host} --scopes repo`

/** The first that fits counts. */
const refusals: readonly Refusal[] = [
  {
    code: 'no-gh',
    when: ({ exit }) => exit === 'missing',
    says: () => 'gh, the command of GitHub, is not installed, or not in the PATH: https://cli.github.com',
    fix: login,
  },
  {
    code: 'too-slow',
    when: ({ exit }) => exit === 'too-slow',
    says: (host) => `${host} takes too long to answer.`,
  },
  {
    code: 'too-large',
    when: ({ exit }) => exit === 'too-large',
    says: (host) => `${host} sends more than a pull request has.`,
  },
  {
    code: 'not-signed-in',
    // With 4 gh says that it is signed in nowhere.
    when: ({ exit, status, message }) =>
      exit === 4 || status === 401 || /authenticated requests get a higher rate limit/i.test(message),
    says: (host) => `gh is not signed in to ${host}, or its token is wrong, expired or revoked.`,
    fix: login,
  },
  {
    code: 'rate-limited',
    when: ({ kinds, status, message }) =>
      kinds.some((kind) => ['RATE_LIMIT', 'RATE_LIMITED'].includes(kind)) ||
      status === 429 ||
      (status === 403 && /rate limit|abuse/i.test(message)),
    says: (host, why) => `${host} lets nothing more through for some time: ${why}`,
    fix: (host, again) => `${again} # later; gh api rate_limit --hostname ${host} says when`,
  },
  {
    code: 'token-needs-sso',
    when: ({ isSaml, status, message }) => isSaml || (status === 403 && /\bSAML\b/.test(message)),
    says: () => 'The organization wants the token of gh to be authorized for its single sign-on (SAML).',
    fix: (host) => `gh auth refresh --hostname ${host}`,
  },
  {
    code: 'no-access',
    when: ({ kinds, status }) =>
      status === 403 || kinds.some((kind) => ['FORBIDDEN', 'INSUFFICIENT_SCOPES'].includes(kind)),
    says: (host, why) => `${host} does not let the account of gh do this: ${why}`,
    fix: grant,
  },
  {
    code: 'server-error',
    // GitHub's message for a query that takes too long.
    when: ({ status, kinds, message }) =>
      status >= 500 || (kinds.length > 0 && /something went wrong|timed? ?out/i.test(message)),
    says: (host, why) => `${host} has an error: ${why}`,
  },
  {
    code: 'not-github',
    when: ({ exit, status, isGitHub }) =>
      (status >= 300 && status < 400) || [404, 405].includes(status) || (exit === 0 && !isGitHub),
    says: (host) => `${host} does not answer as GitHub does.`,
    fix: () => 'spell reparo --fetch --pr URL',
  },
  {
    code: 'offline',
    when: ({ message }) => /^error connecting to |: dial tcp|no such host|proxyconnect/.test(message),
    says: (host, why) => `${host} cannot be reached: ${why}`,
    fix: (_, again) => `${again} # once it can`,
  },
  {
    code: 'connection-lost',
    when: ({ message }) => /\bEOF$|reset by peer|forcibly closed/.test(message),
    says: (host, why) => `The connection to ${host} broke: ${why}`,
  },
  {
    code: 'refused',
    when: () => true,
    says: (host, why) => `gh had no answer of ${host}: ${why}`,
    fix: (host) => `gh auth status --hostname ${host}`,
  },
]

/** @returns what it means that there is no answer, with the command that helps */
export function failureOf(host: string, again: string, told: Told): Failure {
  const { code, says, fix = () => again } = refusals.find(({ when }) => when(told)) as Refusal
  return new Failure(exit.system, code, says(host, inline(told.message)), fix(host, again))
}

/** @returns that a pull request cannot be seen */
export function noSuchPullRequest({ repository, number }: Found, fix: string): Failure {
  const message = `${nameOf(repository)} has no pull request #${number} that the account of gh can see.`
  return new Failure(exit.usage, 'no-such-pull-request', message, fix)
}

/** @returns that a repository cannot be seen: GitHub does not say whether it is there */
export function noSuchRepository(repository: Repository): Failure {
  const message = `${nameOf(repository)} is not there, or the account of gh may not see it.`
  return new Failure(exit.system, 'no-such-repository', message, grant(repository.host))
}
