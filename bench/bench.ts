// `npm run bench -- server web`: the budgets of the architecture, measured; a table here, JSON in bench/results/.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Measure } from './measure.ts'

/** Files of this folder, imported on demand: most of them import the whole server. */
const benches = [
  'activities',
  'server',
  'catalogue',
  'export',
  'h5',
  'logs',
  'pages',
  'rush',
  'sockets',
  'trade',
  'web',
]

const names = process.argv.slice(2).length ? process.argv.slice(2) : benches
const unknown = names.filter((name) => !benches.includes(name))
if (unknown.length) {
  console.error(`unknown bench: ${unknown.join(', ')}; there are ${benches.join(', ')}`)
  process.exit(1)
}
const results = fileURLToPath(new URL('results', import.meta.url))
await mkdir(results, { recursive: true })
for (const name of names) {
  const { default: bench } = (await import(`./${name}.ts`)) as { default: () => Promise<Measure[]> }
  const measures = await bench()
  console.log(`\n${name}`)
  console.table(
    measures.map(({ what, value, unit, budget, note }) => ({ what, value: `${value} ${unit}`, budget, note })),
  )
  await writeFile(
    join(results, `${name}.json`),
    `${JSON.stringify({ at: new Date().toISOString(), measures }, null, 2)}\n`,
  )
}
