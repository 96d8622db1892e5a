import { defineCommand } from '../cli/command'

export const command = defineCommand({
  name: 'report',
  summary: 'Show what was done, and what shows it',
  options: [
    { key: 'html', flag: '--html', value: 'FILE', help: 'write it as a page that needs nothing else' },
    { key: 'short', flag: '--short', help: 'only criteria, changes and review, to paste into a pull request' },
    { key: 'comment', flag: '--comment', help: 'in GitHub Actions or GitLab: keep it as one comment on the request' },
    { key: 'archive', flag: '--archive', value: 'NAME', help: 'of an archived piece of work' },
  ],
  run: async (_, cli) => (await import('../show/report')).report(cli),
})
