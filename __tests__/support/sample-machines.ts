import type { Definition } from '../../src/engine/definition'

/** Two lamps with one switch, a bell that the first lamp rings for the second, and a fuse that decides by itself. */
export const lamps: Definition = {
  name: 'lamps',
  initial: 'red.dark + blue.dark',
  goal: 'blue.bright',
  states: ['red.dark', 'red.bright', 'red.broken', 'blue.dark', 'blue.bright'],
  regions: { red: ['red.dark', 'red.bright', 'red.broken', 'red.fuse'], blue: ['blue.dark', 'blue.bright'] },
  routers: ['red.fuse'],
  errors: [],
  events: ['press', 'choose', 'stop'],
  guards: { strong: ({ strong }) => strong === true, wet: ({ wet }) => wet === true },
  rows: [
    { id: 'P1', on: 'press', from: 'red.dark', to: 'red.fuse', kind: 'advance', raises: ['ring'] },
    { id: 'P2', on: 'press', from: ['red.bright', 'red.broken'], when: 'wet', to: 'red.dark', kind: 'advance' },
    { id: 'F1', on: 'always', from: 'red.fuse', when: 'strong', to: 'red.bright', kind: 'advance' },
    { id: 'F2', on: 'always', from: 'red.fuse', to: 'red.broken', kind: 'advance' },
    { id: 'R1', on: 'ring', from: 'blue.dark', to: 'blue.bright', kind: 'advance' },
    {
      id: 'C1',
      on: 'choose',
      from: 'red.*',
      to: { field: 'wish', among: ['red.dark', 'red.broken'] },
      kind: 'advance',
    },
    { id: 'S1', on: 'stop', from: 'blue.bright', to: 'blue.dark', kind: 'advance' },
    { id: 'N1', on: 'press', from: '*', to: 'same', kind: 'block' },
    { id: 'N2', on: 'stop', from: { except: ['blue.bright'] }, to: 'same', kind: 'block' },
  ],
  domain: { strong: [false, true], wet: [false, true] },
  possible: () => true,
  laws: [],
}

/** A knocking that is heard at the third time, unless it is started again. */
export const knocking: Definition = {
  name: 'knocking',
  initial: 'outside',
  goal: 'inside',
  states: ['outside', 'waiting', 'inside'],
  routers: ['ear'],
  terminals: ['inside'],
  errors: [],
  events: ['knock', 'leave'],
  guards: { 'heard enough': ({ knocks }) => Number(knocks) >= 3 },
  updates: { 'take the time': (context, { at = null }) => ({ ...context, at }) },
  rows: [
    {
      id: 'K1',
      on: 'knock',
      from: ['outside', 'waiting'],
      to: 'ear',
      kind: 'advance',
      counts: 'knocks',
      updates: ['take the time'],
    },
    { id: 'E1', on: 'always', from: 'ear', when: 'heard enough', to: 'inside', kind: 'advance' },
    { id: 'E2', on: 'always', from: 'ear', to: 'waiting', kind: 'advance' },
    { id: 'L1', on: 'leave', from: 'waiting', to: 'outside', kind: 'advance', resets: ['knocks'] },
    { id: 'N1', on: 'knock', from: 'inside', to: 'same', kind: 'block' },
    { id: 'N2', on: 'leave', from: ['outside', 'inside'], to: 'same', kind: 'block' },
  ],
  domain: { knocks: [0, 1, 2, 3] },
  possible: () => true,
  laws: [],
}
