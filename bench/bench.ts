// `npm run bench -- server web`: the budgets of the architecture, measured; a table here, JSON in bench/results/.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { benchCatalogue } from './catalogue.ts'
import { benchExport } from './export.ts'
import { benchLogs } from './logs.ts'
import type { Measure } from './measure.ts'
import { benchServer } from './server.ts'
import { benchSockets } from './sockets.ts'
import { benchWeb } from './web.ts'

const benches: Record<string, () => Promise<Measure[]>> = {
  server: benchServer,
  catalogue: benchCatalogue,
  export: benchExport,
  logs: benchLogs,
  sockets: benchSockets,
  web: benchWeb,
}

const names = process.argv.slice(2).length ? process.argv.slice(2) : Object.keys(benches)
const unknown = names.filter((name) => !benches[name])
if (unknown.length) {
  console.error(`unknown bench: ${unknown.join(', ')}; there are ${Object.keys(benches).join(', ')}`)
  process.exit(1)
}
const results = fileURLToPath(new URL('results', import.meta.url))
await mkdir(results, { recursive: true })
for (const name of names) {
  const measures = (await benches[name]?.()) ?? []
  console.log(`\n${name}`)
  console.table(
    measures.map(({ what, value, unit, budget, note }) => ({ what, value: `${value} ${unit}`, budget, note })),
  )
  await writeFile(
    join(results, `${name}.json`),
    `${JSON.stringify({ at: new Date().toISOString(), measures }, null, 2)}\n`,
  )
}
