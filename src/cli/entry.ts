import { main } from './main'

// Everything has been written synchronously by now, so that nothing is cut off; waiting for Node to tidy up takes longer.
main(process.argv.slice(2)).then((code) => process.exit(code))
