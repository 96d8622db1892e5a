const f = require('./f'); if (f([]) !== undefined) process.exit(1)
