import type { Plugin } from 'rolldown'

export const yamlAsJson: Plugin
