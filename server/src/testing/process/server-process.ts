import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The repository's Node: the installed one may be older. */
const node = process.execPath

const scripts = new URL('../../../../scripts/', import.meta.url)
const quickLoad = new URL('quick-load.mjs', scripts).href
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', scripts))

/** A complete server in its own process. */
export type ServerProcess = {
  url: string
  /** Its output so far. */
  output(): string
  /** Sends SIGTERM and waits for the exit. Returns the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL: no chance to clean up. */
  kill(): Promise<void>
}

type Entry = 'main.ts' | 'demo.ts' | 'testing/process/probe-server.ts'

/** What Node is to run: the bundle of `npm start` where `npm test` made one, else the sources. */
function program(entry: Entry): string[] {
  const { main, demo }: { main?: string; demo?: string } = JSON.parse(process.env.TEST_BUNDLE ?? '{}')
  const bundle = entry === 'main.ts' ? main : entry === 'demo.ts' ? demo : undefined
  return bundle
    ? [fileURLToPath(bundle)]
    : ['--import', quickLoad, fileURLToPath(new URL(`../../${entry}`, import.meta.url))]
}

/**
 * Starts a server process on a free port.
 * @param entry what to start: the shop, the demo shop, or the probes of kernel tests
 * @throws with its output when it exits before it listens
 */
export async function startServerProcess(
  env: Record<string, string>,
  entry: Entry = 'main.ts',
): Promise<ServerProcess> {
  const child = spawn(node, program(entry), {
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk
  })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      const address = /(http:\/\/localhost:\d+)/.exec(output)?.[1]
      if (address) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    if (hasEnded(child)) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    url,
    output: () => output,
    stop: async () => {
      await end('SIGTERM')
      return child.exitCode
    },
    kill: () => end('SIGKILL'),
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}
