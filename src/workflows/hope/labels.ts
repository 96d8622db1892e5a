import type { Kind } from './schemas'

/** The names of an artifact's parts as `asKey` makes them, and the field that each stands for. */
type Names = Readonly<Record<string, string>>

/** The labels of each artifact, with sentences and bullets under them. */
export const labels: Readonly<Record<Kind, Names>> = {
  brief: {
    objective: 'objective',
    acceptance: 'acceptance',
    acceptancecriteria: 'acceptance',
    nongoals: 'nonGoals',
    constraints: 'constraints',
    stop: 'stop',
    stopconditions: 'stop',
    blastradius: 'blastRadius',
  },
  shape: {
    criteria: 'criteria',
    mustnot: 'mustNot',
    premortem: 'premortem',
    tensions: 'tensions',
    start: 'startAction',
    startaction: 'startAction',
    evidence: 'evidence',
  },
  items: { items: 'items' },
  review: {
    findings: 'findings',
    blocker: 'BLOCKER',
    blockers: 'BLOCKER',
    warning: 'WARNING',
    warnings: 'WARNING',
    suggestion: 'SUGGESTION',
    suggestions: 'SUGGESTION',
  },
  verification: { results: 'results', verification: 'results' },
  blueprint: { roles: 'roles', coupling: 'coupling' },
}

/** The keys of its front matter: what is one word, and no sentence. */
export const frontKeys: Readonly<Record<Kind, Names>> = {
  brief: {},
  shape: { mode: 'mode', disposable: 'disposable', highrisk: 'highRisk' },
  items: {},
  review: { intentmismatch: 'intentMismatch', approachfailure: 'approachFailure', consent: 'consent' },
  verification: {},
  blueprint: {},
}
