import { bundle } from './bundle'

// Bundles into a folder and prints the contents of each file as JSON: `node scripts/run.js files FOLDER`.
bundle(process.argv[2] ?? 'dist').then((files) => console.log(JSON.stringify(files, null, 2)))
