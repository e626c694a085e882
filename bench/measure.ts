import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** One figure of a bench. */
export type Measure = { what: string; value: number; unit: string; budget: string; note?: string }

/** A request that the load repeats unchanged. */
export type LoadRequest = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

/** The result of a load; times in milliseconds. */
export type Load = { perSecond: number; p95: number; p99: number }

/** What a load generator prints. */
export type LoadReport = { requests: number; seconds: number; p95: number; p99: number; failed: number }

const CALLERS = 16
const autocannonLoad = fileURLToPath(new URL('autocannon-load.ts', import.meta.url))
const hasWrk = spawnSync('wrk', ['-v']).error === undefined

/** The load generator in use. */
export const loadTool = hasWrk ? 'wrk' : 'autocannon'

/**
 * Calls a server as fast as some callers can, from a separate process: wrk where it is installed, else autocannon.
 * @param requests taken in turn, each with its own headers
 * @throws when an answer is not 2xx: fast refusals must not count
 */
export async function load(
  url: string,
  requests: readonly LoadRequest[],
  seconds: number,
  callers = CALLERS,
): Promise<Load> {
  const { failed, ...report } = hasWrk
    ? await runWrk(url, requests, seconds, callers)
    : await readReport(process.execPath, [autocannonLoad], JSON.stringify({ url, requests, seconds, callers }))
  if (failed) throw new Error(`${failed} of ${report.requests} calls of ${requests[0]?.path} failed or were refused`)
  if (!report.requests) throw new Error(`no call of ${requests[0]?.path} was answered in ${seconds} seconds`)
  return { perSecond: Math.round(report.requests / report.seconds), p95: round(report.p95), p99: round(report.p99) }
}

async function runWrk(
  url: string,
  requests: readonly LoadRequest[],
  seconds: number,
  callers: number,
): Promise<LoadReport> {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-load-'))
  try {
    const script = join(folder, 'load.lua')
    await writeFile(script, luaOf(requests))
    const args = ['--threads', '1', '--connections', String(callers), '--duration', `${seconds}s`]
    return await readReport('wrk', [...args, '--timeout', '30s', '--script', script, url], '')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A script for wrk that takes the requests in turn and prints its report as JSON on the last line. */
function luaOf(requests: readonly LoadRequest[]): string {
  const formatted = requests.map(({ method, path, headers = {}, body }) => {
    const sent = Object.entries(headers).map(([name, value]) => `[${lua(name)}] = ${lua(value)}`)
    return `  wrk.format(${lua(method)}, ${lua(path)}, { ${sent.join(', ')} }, ${body === undefined ? 'nil' : lua(body)}),`
  })
  return `
local requests
local at = 0
function init()
  requests = {
${formatted.join('\n')}
  }
end
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('\\n{"requests":%d,"seconds":%f,"p95":%f,"p99":%f,"failed":%d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(95) / 1e3, latency:percentile(99) / 1e3,
    errors.status + errors.connect + errors.read + errors.write + errors.timeout))
end
`
}

/** A Lua string literal. */
function lua(value: string): string {
  return `"${value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\n').replace(/\r/g, '\\r')}"`
}

/** Runs a load generator and parses the last line it prints. */
async function readReport(command: string, args: readonly string[], input: string): Promise<LoadReport> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  const output = await text(child.stdout)
  try {
    return JSON.parse(output.trim().split('\n').at(-1) ?? '') as LoadReport
  } catch (cause) {
    throw new Error(`${command} did not report: ${output}`, { cause })
  }
}

/** The budget of a call: `share` of the control's throughput with `p99` in milliseconds, or `p95` alone. */
export type Budget = { what: string; share?: number; p95?: number; p99?: number }

/** A slow machine may take so many times the p99 of its control. */
const MAX_P99_SHARE = 8

/** Compares the rounds of a call with those of the control. */
export function judge(
  { what, share, p95, p99: most = 0 }: Budget,
  rounds: readonly Load[],
  bare: readonly Load[],
): Measure[] {
  const { perSecond, p95: took, p99 } = middle(rounds)
  const note = `${perSecond}/s, p95 ${took} ms, p99 ${p99} ms`
  if (p95 !== undefined) return [measure(what, took, 'ms (p95)', `≤ ${p95}`, took <= p95, note)]
  if (share === undefined) return []
  const reached = median(rounds.map((each, index) => each.perSecond / (bare[index]?.perSecond ?? 0)))
  const max = Math.max(most, round(MAX_P99_SHARE * middle(bare).p99))
  return [
    measure(what, round(reached, 3), 'of the control', `≥ ${share}`, reached >= share, note),
    measure(`${what}: p99`, p99, 'ms', `≤ ${max}`, p99 <= max),
  ]
}

/** The middle one of several rounds, figure by figure. */
export function middle(rounds: readonly Load[]): Load {
  const of = (figure: keyof Load) => median(rounds.map((each) => each[figure]))
  return { perSecond: of('perSecond'), p95: of('p95'), p99: of('p99') }
}

export function measure(what: string, value: number, unit: string, budget: string, met: boolean, note = ''): Measure {
  return { what, value, unit, budget: budget && `${budget} ${met ? 'met' : 'MISSED'}`, note }
}

/** The median; of two middle values the lower one. */
export function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)] ?? 0
}

export function round(value: number, digits = 1): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
