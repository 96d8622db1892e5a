/** The folder of the documents of the session `orders`, which most walks lead. */
export const documents = '.ai/collab/sessions/orders/documents'

const underItem = ['What Is There', 'Decisions', 'Approach', 'Goal', 'Success Criteria', 'Scope']
const underDocument: Readonly<Record<string, readonly string[]>> = {
  interface: [],
  pseudocode: [],
  skeleton: [],
  plan: ['Prerequisites', 'Steps', 'Verification'],
  'root-cause': ['Symptom', 'Root Cause', 'Evidence', 'Fix', 'Also Affected'],
}
const sections = (marks: string, headings: readonly string[], number: number): string =>
  headings.map((heading) => `\n${marks} ${heading}\n\nWhat item ${number} says of ${heading}.\n`).join('')

/** @returns every document by its name, but the task graph */
export const documentsOfItems = (
  items: readonly { readonly number: number; readonly title: string }[],
): Record<string, string> => ({
  'design.md': `# Orders\n${items.map(({ number, title }) => `\n### Item ${number}: ${title}\n\nWhat is wanted of it.\n${sections('####', underItem, number)}`).join('')}`,
  ...Object.fromEntries(
    items.flatMap(({ number }) =>
      Object.entries(underDocument).map(([document, headings]) => [
        `${document}-item-${number}.md`,
        `---\nfiles: [${number}.js]\nrun: node --check ${number}.js\nred: no\n---\n\n# ${document}\n\n\`\`\`js\nrun()\n\`\`\`\n${sections('##', headings, number)}`,
      ]),
    ),
  ),
})

/**
 * Reports each skill that is asked for, until this one is; throws where a session does not get there.
 *
 * @param collab runs a command of collab, and returns its answer
 */
export function reportUntil(collab: (...words: readonly string[]) => { readonly next_skill: string }, skill: string) {
  let { next_skill: next } = collab('next')
  for (let left = 30; next !== skill; left--) {
    if (left === 0) throw new Error(`${skill} is not asked for; ${next} is`)
    next = collab('complete-skill', next).next_skill
  }
}

/** The same as files of the session `orders`. */
export const filesOfItems = (titles: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(documentsOfItems(titles.map((title, index) => ({ number: index + 1, title })))).map(
      ([file, text]) => [`${documents}/${file}`, text],
    ),
  )
