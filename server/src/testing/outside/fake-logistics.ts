import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** Starts a local fake of the tracking and printing services that checks the key. */
export async function openFakeLogistics() {
  const fake = {
    endpoint: '',
    appCode: 'app-code-1',
    carriers: { SFEXPRESS: '顺丰', ZTO: '中通', TANXIA: '坦侠速运', '坏 code': '坏的' } as Record<string, unknown>,
    templates: { shunfeng: [{ temp_id: 'sf-150', title: '二联 150', pic: 'https://example.com/sf.png' }] } as Record<
      string,
      unknown
    >,
    /** What it knows of parcels, by their numbers without the digits of a phone. */
    traces: {} as Record<string, { deliverystatus: string; issign?: string; list: { time: string; status: string }[] }>,
    /** What it was asked about, each of which costs money. */
    asked: [] as { no: string; type: string }[],
    /** Replaces the answers of the next calls. */
    answers: [] as { status: number; body: string }[],
  }
  /** As the service of the Aliyun market answers: 0 found, 205 nothing known, 201 for SF without the digits of a phone. */
  const traceOf = (query: URLSearchParams) => {
    const [no, type] = [query.get('no') ?? '', query.get('type') ?? '']
    fake.asked.push({ no, type })
    const [number = '', digits] = no.split(':')
    if (number.startsWith('SF') && !digits) return { status: '201', msg: '快递单号错误', result: null }
    const known = fake.traces[number]
    if (!known) return { status: '205', msg: '没有信息', result: { number, type, list: [] } }
    return { status: '0', msg: 'ok', result: { number, type, issign: '0', ...known } }
  }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://fake')
    const given = fake.answers.shift()
    const say = (status: number, body: string) => response.writeHead(status).end(body)
    if (given) return say(given.status, given.body)
    if (request.headers.authorization !== `APPCODE ${fake.appCode}`) return say(403, '')
    const succeed = (result: unknown) => say(200, JSON.stringify({ status: '200', msg: '查询成功', result }))
    if (pathname === '/getExpressList') return succeed(fake.carriers)
    if (pathname === '/kdi') return say(200, JSON.stringify(traceOf(searchParams)))
    if (pathname === '/template') return succeed(fake.templates[searchParams.get('com') ?? ''] ?? [])
    return say(404, '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  fake.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}
