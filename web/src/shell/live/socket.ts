import type { Notification, NotificationCount } from '@zhanggui/contract/message/notification.ts'
import { auth } from '@zhanggui/contract/staff/auth.ts'
import { type Task, task } from '@zhanggui/contract/work/task.ts'
import { ticket } from '@zhanggui/contract/work/ticket.ts'
import { call } from '../../api/call.ts'
import { CallError } from '../../api/call-error.ts'
import { type Counts, passLiveFrame, refreshCounts, takeCounts, useLive } from '../../api/live.ts'
import { queryClient } from '../../api/query-client.ts'
import { reactToError } from '../../api/reactions.ts'
import { signOut } from '../../api/session.ts'
import { refreshShown } from '../../api/write.ts'
import { debounce } from '../../kit/debounce.ts'
import { alertOnce } from '../../kit/feedback/feedback.ts'
import { latestMessages } from './latest.ts'
import { showNotification } from './live-popups.ts'
import { closed, type LiveFrame, PATIENCE, readFrame, waitBefore } from './live-rules.ts'

/** The frame may remount, or be hidden behind /401, for a moment: the connection stays open this long. */
const LINGER_MS = 2000
/** Polling interval of the counters while there is no connection. */
const POLL_MS = 60_000

/** The bell shows them at once; the list of all says that they came, as its rows must not jump. */
function showArrived() {
  queryClient.invalidateQueries({ queryKey: latestMessages.queryKey })
  passLiveFrame('notify', undefined)
}

let running: (() => void) | undefined
let ending: number | undefined

/** Connects this page, once for all callers. @returns the function that disconnects, unless connected again soon */
export function keepLive(): () => void {
  clearTimeout(ending)
  running ??= startLive()
  return () => {
    ending = window.setTimeout(() => {
      running?.()
      running = undefined
    }, LINGER_MS)
  }
}

/**
 * Keeps this page connected (docs/files-and-messages.md, Page sockets), with a ticket for each attempt and retries after each loss.
 * @returns the function that stops it
 */
export function startLive(): () => void {
  let socket: WebSocket | undefined
  let retry: number | undefined
  let poll: number | undefined
  let failures = 0
  let over = false
  /** The latest notification this page has; undefined before the first connection. */
  let lastId: number | undefined
  const seen = new Set<number>()

  async function connect() {
    clearTimeout(retry)
    retry = undefined
    if (over || socket) return
    try {
      const made = await call(ticket.make, { body: { purpose: 'websocket' }, silent: true })
      if (!over && !socket) open(made.ticket)
    } catch (error) {
      if (isOver(error)) return
      again()
    }
  }

  function open(text: string) {
    const scheme = window.location.protocol === 'https:' ? 'wss' : 'ws'
    const next = new WebSocket(`${scheme}://${window.location.host}/websocket?ticket=${text}`)
    socket = next
    next.addEventListener('message', ({ data }) => {
      const frame = readFrame(data)
      if (frame) take(next, frame)
    })
    next.addEventListener('close', ({ code }) => {
      if (socket !== next) return
      socket = undefined
      if (over) return
      if (code === closed.notSignedIn) askWhy()
      else if (code === closed.rightsChanged && !failures) {
        failures = 1
        connectUnlessSeeing()
      } else again()
    })
  }

  /** Nothing arrives live for who looks as somebody else, and their rights are the first to change. */
  async function connectUnlessSeeing() {
    try {
      const { seeing } = await call(auth.info, { silent: true })
      if (!seeing) await connect()
    } catch (error) {
      if (!isOver(error)) again()
    }
  }

  /** An expired session reports itself, with its own message; a live one may reconnect. */
  async function askWhy() {
    try {
      await call(auth.info, { silent: true })
      again()
    } catch (error) {
      if (!isOver(error)) again()
    }
  }

  function isOver(error: unknown): boolean {
    if (!(error instanceof CallError) || error.status !== 401) return false
    stop()
    reactToError(error)
    return true
  }

  function again() {
    if (over) return
    retry = window.setTimeout(connect, waitBefore(failures++, chance()))
    if (failures < PATIENCE) return
    useLive.setState({ disconnected: true })
    poll ??= window.setInterval(refreshCounts, POLL_MS)
  }

  function take(from: WebSocket, { type, data }: LiveFrame) {
    switch (type) {
      case 'ping':
        from.send('{"type":"pong"}')
        return
      case 'ready': {
        failures = 0
        clearInterval(poll)
        poll = undefined
        useLive.setState({ disconnected: false })
        const counts = data as NotificationCount
        takeCounts(counts)
        if (lastId === undefined) lastId = counts.lastId
        else from.send(JSON.stringify({ type: 'resume', data: { lastId } }))
        return
      }
      case 'notify': {
        const incoming = data as Notification
        lastId = Math.max(lastId ?? 0, incoming.id)
        if (seen.has(incoming.id)) return
        seen.add(incoming.id)
        // Fetched rather than added up: the counters of `ready` already include missed notifications.
        refreshCountsSoon()
        showArrived()
        showNotification(incoming)
        return
      }
      case 'notice':
        refreshCountsSoon()
        queryClient.invalidateQueries({ queryKey: ['notice'] })
        return
      case 'badge':
        useLive.setState(data as Pick<Counts, 'todo' | 'badges'>)
        return
      case 'resync':
        refreshCounts()
        showArrived()
        return
      case 'perm.changed':
        // Any response carries the new version, which makes the console refresh permissions.
        refreshCounts()
        return
      case 'maintenance':
        import('../maintenance.tsx').then(({ showMaintenance }) => showMaintenance())
        return
      case 'session.revoked':
        leave(data as { reason: string; message: string })
        return
      case 'task':
        // What a task changed is known once it has ended.
        if (isAtWork(data as Pick<Task, 'status'>)) queryClient.invalidateQueries({ queryKey: [task.list.object] })
        else refreshShown()
        passLiveFrame(type, data)
        return
      default:
        passLiveFrame(type, data)
    }
  }

  /** A sign-out in another window of this browser needs no dialog: that window's message leads this one to /login. */
  async function leave({ reason, message }: { reason: string; message: string }) {
    stop()
    if (reason === 'logout') return
    await alertOnce({ title: '系统提示', content: message, okText: '重新登录' })
    await signOut()
    window.location.reload()
  }

  function wake() {
    if (document.visibilityState === 'visible' && retry !== undefined) connect()
  }

  function stop() {
    over = true
    clearTimeout(retry)
    clearInterval(poll)
    document.removeEventListener('visibilitychange', wake)
    window.removeEventListener('online', wake)
    socket?.close()
  }

  document.addEventListener('visibilitychange', wake)
  window.addEventListener('online', wake)
  connect()
  return stop
}

/** Several notifications at once cause one fetch of the counters. */
const refreshCountsSoon = debounce(refreshCounts, 200)

function chance(): number {
  return (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32
}

const isAtWork = ({ status }: Pick<Task, 'status'>) => status === 'pending' || status === 'running'
