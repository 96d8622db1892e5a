#!/usr/bin/env node
require('../dist/spell.cjs')
