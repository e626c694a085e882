// `npm run routes`: every call the server answers with who may make it, a line each, sorted by path.
import { listCalls } from '../server/src/app.ts'

const lines = listCalls().map(({ method, path, permission }) => `${method} ${path} ${[permission].flat().join(',')}`)
process.stdout.write(`${lines.join('\n')}\n`)
