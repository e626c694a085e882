import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { makeProbe } from './probe.ts'

/** A server process that serves the probes on DATABASE_URL. A probe that waits never resumes: the process gets killed. */
const config = readConfig(process.env)
const { serveMore } = makeProbe(() => process.stdout.write('a probe waits\n'))
const app = await buildApp({ config, databaseUrl: config.databaseUrl ?? '', serveMore })
process.stdout.write(`${await app.listen()}\n`)
