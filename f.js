module.exports = (list) => list[0].x
