import { compileMaps } from './compile-maps'

// Prints the maps for tests: in Jest the layout would take ten times as long.
compileMaps().then((maps) => process.stdout.write(JSON.stringify(maps)))
