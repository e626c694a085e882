import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** The repository's Node: the installed one may be older. */
const node = process.execPath

const quickLoad = new URL('../../../../scripts/quick-load.mjs', import.meta.url).href

/** A complete server in its own process, as `npm start` runs it. */
export type ServerProcess = {
  url: string
  /** Its output so far. */
  output(): string
  /** Sends SIGTERM and waits for the exit. Returns the exit code. */
  stop(): Promise<number | null>
  /** Sends SIGKILL: no chance to clean up. */
  kill(): Promise<void>
}

/**
 * Starts a server process on a free port.
 * @param entry what to start: the shop, the demo shop, or the probes of kernel tests
 * @throws with its output when it exits before it listens
 */
export async function startServerProcess(
  env: Record<string, string>,
  entry: 'main.ts' | 'demo.ts' | 'testing/process/probe-server.ts' = 'main.ts',
): Promise<ServerProcess> {
  const child = spawn(node, ['--import', quickLoad, fileURLToPath(new URL(`../../${entry}`, import.meta.url))], {
    env: { ...process.env, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'warn', ...env },
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
