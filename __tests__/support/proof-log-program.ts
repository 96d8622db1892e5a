import { readProofs } from '../../src/work/proof-log'

/** Reads the proofs of the six spells in a folder, and prints how many count. */
const { proofs, fault } = readProofs(process.argv[2] ?? '', { folder: '.ai/task' }, undefined)
console.log(JSON.stringify({ proofs: proofs.length, fault: fault?.line }))
