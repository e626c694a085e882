import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Received = { method: string; headers: IncomingHttpHeaders; body: string }

/** Another program's server, which receives our events; stopped after the test. */
export type Receiver = {
  url: string
  /** The requests it received, in order. */
  received: Received[]
  /** Sets its answers from now on. */
  answer: { status: number; body?: string; headers?: Record<string, string> }
}

export async function openReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: '', received: [], answer: { status: 200, body: 'ok' } }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    receiver.received.push({ method: request.method ?? '', headers: request.headers, body })
    const { status, body: text, headers } = receiver.answer
    response.writeHead(status, headers).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`
  return receiver
}
