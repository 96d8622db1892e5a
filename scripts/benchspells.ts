import { makeGround } from './bench/ground'
import { measureSpells } from './bench/spells'
import { sectionTable } from './bench/table'
import { makeWork } from './bench/work'
const ground = makeGround(process.execPath, 60)
measureSpells(ground, makeWork(ground)).then((s) => { console.log(sectionTable(s)); ground.clean() })
