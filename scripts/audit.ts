// `npm run audit`: what is known to be wrong with the packages we stand on, and a list of them all in sbom.json (SEC-90).
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { root } from './run.ts'

const sbom = await npm('sbom', '--sbom-format', 'cyclonedx')
await writeFile(`${root}sbom.json`, sbom)
const { components } = JSON.parse(sbom) as { components: unknown[] }
console.log(`sbom.json: ${components.length} packages`)

const told: Told = await npm('audit', '--json').then(
  (text) => JSON.parse(text) as Told,
  ({ message }: Error) => ({ message }),
)
if (!told.metadata)
  console.log(`not audited: the registry tells nothing of advisories (${told.message ?? 'no answer'})`)
else {
  const { critical, high } = told.metadata.vulnerabilities
  console.log(`advisories: ${critical} critical, ${high} high`)
  if (critical || high) {
    console.log(
      Object.values(told.vulnerabilities ?? {})
        .map(({ name, severity }) => `${severity} ${name}`)
        .join('\n'),
    )
    process.exitCode = 1
  }
}

type Told = {
  /** Of a registry that cannot be asked. */
  message?: string
  metadata?: { vulnerabilities: { critical: number; high: number } }
  vulnerabilities?: Record<string, { name: string; severity: string }>
}

/** What npm prints, whatever its exit code: that of an audit with findings is 1. */
function npm(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, output) => {
      if (output) resolve(output)
      else reject(error ?? new Error(`npm ${args[0]} printed nothing`))
    })
  })
}
