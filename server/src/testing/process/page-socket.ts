import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { onTestFinished } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'
import type { RunningApp } from '../../app.ts'
import type { Caller } from '../shop.ts'

/** A frame as pages receive it. */
export type Frame = { type: string; time: string; data: Record<string, unknown> }

/** The client end of a socket. */
export type PageSocket = {
  socket: WebSocket
  frames: Frame[]
  /** Returns the next unread frame of that type; fails after three seconds. */
  next(type: string): Promise<Frame>
  /** The code it was closed with. */
  closed: Promise<number>
  send(frame: unknown): void
}

const listening = new WeakMap<RunningApp, Promise<string>>()

/** Starts listening and returns the server's address. */
export function addressOf(app: RunningApp): Promise<string> {
  const address = listening.get(app) ?? app.listen()
  listening.set(app, address)
  return address
}

/** Opens a socket, closed after the test. Rejects when the server does not upgrade. */
export async function openSocket(app: RunningApp, query = '', options: ClientOptions = {}): Promise<PageSocket> {
  const address = (await addressOf(app)).replace('http:', 'ws:').replace('localhost', '127.0.0.1')
  const socket = new WebSocket(`${address}/websocket${query}`, options)
  onTestFinished(() => socket.terminate())
  const frames: Frame[] = []
  const waiting: { type: string; resolve: (frame: Frame) => void }[] = []
  const unasked: Frame[] = []
  socket.on('message', (bytes) => {
    const frame = JSON.parse(String(bytes)) as Frame
    frames.push(frame)
    const at = waiting.findIndex(({ type }) => type === frame.type)
    if (at < 0) unasked.push(frame)
    else waiting.splice(at, 1)[0]?.resolve(frame)
  })
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', () => resolve())
    socket.once('error', reject)
  })
  socket.on('error', () => {})
  const next = (type: string) => {
    const at = unasked.findIndex((frame) => frame.type === type)
    if (at >= 0) return Promise.resolve(unasked.splice(at, 1)[0] as Frame)
    return new Promise<Frame>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no ${type} came; there were ${JSON.stringify(frames)}`)), 3000)
      waiting.push({
        type,
        resolve: (frame) => {
          clearTimeout(timer)
          resolve(frame)
        },
      })
    })
  }
  return { socket, frames, next, closed, send: (frame) => socket.send(JSON.stringify(frame)) }
}

/** Opens a signed-in user's page, connected by a ticket and ready. */
export async function openPage(app: RunningApp, caller: Caller): Promise<PageSocket> {
  const { body } = await caller.call(ticket.make, { body: { purpose: 'websocket' }, process: app })
  const page = await openSocket(app, `?ticket=${body.ticket}`)
  const ready = await page.next('ready')
  page.frames.splice(page.frames.indexOf(ready), 1)
  return page
}
