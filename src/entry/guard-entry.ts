import { command } from '../commands/guard/guard.command'
import { main } from './main'

// The launcher comes here for the guard alone, which composes no answers, and is asked before every tool call.
main(process.argv.slice(2), (word) => (word === command.name ? command : undefined)).then((code) => process.exit(code))
