// `npm run routes`: lists every route and the permission it needs, one a line, sorted by path.
import { listCalls } from '../server/src/app.ts'

const lines = listCalls().map(({ method, path, permission }) => `${method} ${path} ${[permission].flat().join(',')}`)
process.stdout.write(`${lines.join('\n')}\n`)
