// Generates load in its own process where wrk is not installed: reads the requests from stdin, prints a report.
import { json } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { LoadReport, LoadRequest } from './measure.ts'

type Asked = { url: string; requests: LoadRequest[]; seconds: number; callers: number }

const { url, requests, seconds, callers } = (await json(process.stdin)) as Asked
const {
  requests: made,
  latency,
  non2xx,
  errors,
  duration,
} = await autocannon({
  url,
  requests,
  connections: callers,
  duration: seconds,
})
// autocannon reports no 95th percentile.
const report: LoadReport = {
  requests: made.total,
  seconds: duration,
  p95: latency.p97_5,
  p99: latency.p99,
  failed: non2xx + errors,
}
console.log(JSON.stringify(report))
