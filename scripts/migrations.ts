// `npm run migrations -- --name origin`: a new migration from the tables, to be reviewed and committed.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './run.ts'

const code = await run('drizzle-kit', ['generate', '--config', 'server/drizzle.config.ts', ...process.argv.slice(2)])
// The generator compares the tables with the newest snapshot alone. Each is half a megabyte, so the others go.
const meta = join(root, 'server/migrations/meta')
const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name))
process.exit(code)
