/** Words that the product's texts avoid, each with its replacement. */
const retiredWords: readonly { readonly pattern: RegExp; readonly instead: string }[] = [
  { pattern: /\bput(?:s|ting)?(?: \w+){0,3} away\b/i, instead: 'archive' },
  { pattern: /\bsecond name/i, instead: 'hard link' },
  { pattern: /\b(?:is|are|was|were|be|been|not) told of\b/i, instead: 'reported' },
  { pattern: /\bstands at “|\bwork stands at\b/i, instead: 'State: …, or the title' },
  { pattern: /\bvouch(?:es|ed)? for\b/i, instead: 'verified' },
  { pattern: /\btimes? of (?:a|the) file/i, instead: 'mtime' },
  { pattern: /\bline ends?\b/i, instead: 'line endings' },
  { pattern: /\bprograms? that runs? (?:your )?hooks/i, instead: 'hook manager' },
  { pattern: /\bHEAD (?:is )?on no branch/i, instead: 'detached HEAD' },
  { pattern: /\badopted lines?\b/i, instead: 'repair entry' },
  { pattern: /\bpapers\b/i, instead: 'documents' },
  { pattern: /\btold to\b/i, instead: 'configured, or asked' },
  { pattern: /\bon (?:the|its|their) way\b/i, instead: 'meanwhile, or during what' },
  { pattern: /\bof (?:its|their) own\b/i, instead: 'own' },
  { pattern: /\bnobody waits|\bwaits? for nobody/i, instead: 'what goes on without waiting' },
  { pattern: /\b(?:somebody|anybody|whoever)\b/i, instead: 'the user, the agent, another process' },
  { pattern: /\bAI assistants?\b/i, instead: 'agent' },
  { pattern: /\ball the same\b/i, instead: 'anyway' },
  { pattern: /, else \b|; else (?!\$)[a-z]+ [a-z]+ [a-z]+/i, instead: '(default: …), or otherwise' },
  { pattern: /\bunless told\b/i, instead: '(default: …)' },
  { pattern: /\bat work here\b/i, instead: 'at work in this folder' },
]

/** Words that only pages avoid; a message has less room. */
const inPages: typeof retiredWords = [
  { pattern: /\bnobody\b/i, instead: 'no user, no agent' },
  { pattern: /\bsurface of their own\b/i, instead: 'GUI' },
  { pattern: /\bthe base that (?:the )?work goes on from\b/i, instead: 'the base' },
  { pattern: /\bwhere (?:there (?:is|are)|nothing|none|no)\b/i, instead: 'if, when' },
]

/** @returns the retired words in a text, each with its replacement */
export const retiredIn = (text: string, isPage = false): string[] =>
  [...retiredWords, ...(isPage ? inPages : [])].flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)?.[0]
    return found === undefined ? [] : [`“${found}” (${instead})`]
  })
