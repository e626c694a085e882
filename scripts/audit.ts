// `npm run audit`: reports known vulnerabilities of our packages and lists all packages in sbom.json.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { root } from './run.ts'

const sbom = await npm('sbom', '--sbom-format', 'cyclonedx')
await writeFile(`${root}sbom.json`, sbom)
const { components } = JSON.parse(sbom) as { components: unknown[] }
console.log(`sbom.json: ${components.length} packages`)

const report: Report = await npm('audit', '--json').then(
  (text) => JSON.parse(text) as Report,
  ({ message }: Error) => ({ message }),
)
if (!report.metadata) console.log(`not audited: the registry reports no advisories (${report.message ?? 'no answer'})`)
else {
  const { critical, high } = report.metadata.vulnerabilities
  console.log(`advisories: ${critical} critical, ${high} high`)
  if (critical || high) {
    console.log(
      Object.values(report.vulnerabilities ?? {})
        .map(({ name, severity }) => `${severity} ${name}`)
        .join('\n'),
    )
    process.exitCode = 1
  }
}

type Report = {
  /** Set when the registry cannot be asked. */
  message?: string
  metadata?: { vulnerabilities: { critical: number; high: number } }
  vulnerabilities?: Record<string, { name: string; severity: string }>
}

/** Returns what npm prints, whatever its exit code: an audit with findings exits with 1. */
function npm(...args: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, output) => {
      if (output) resolve(output)
      else reject(error ?? new Error(`npm ${args[0]} printed nothing`))
    })
  })
}
