#!/usr/bin/env node
require('../dist/spell.js')
