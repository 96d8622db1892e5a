export const atlassianLinks = (_markdown: string, _hosts: readonly string[]): string[] => []
