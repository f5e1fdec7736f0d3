// A server that keeps every record it is sent, one line each, on the disk before it answers:
//   node recording-server.cjs PORT FILE [DELAY]
// Port 0 takes a free one; it is printed. It answers up to DELAY ms after it has kept a record. Killed at any moment, it has kept all it said it had.
const fs = require('node:fs')
const http = require('node:http')
const { gunzipSync } = require('node:zlib')

const [port, file, delay = '0'] = process.argv.slice(2)
const fd = fs.openSync(file, 'a')

const server = http.createServer((request, response) => {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8')
    fs.writeSync(fd, text)
    fs.fsyncSync(fd)
    response.setHeader('Content-Type', 'application/json')
    const accepted = text.trimEnd().split('\n').length
    const answer = () => response.end(JSON.stringify({ accepted, duplicate: 0, rejected: [] }))
    setTimeout(answer, Math.random() * Number(delay))
  })
})
server.listen(Number(port), '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
