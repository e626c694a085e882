import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { checkedLookup, isPublicAddress, PrivateAddress, UnsafeAddress } from './safe-fetch.ts'

const CONNECT_MS = 8000
const CONVERSATION_MS = 60_000
const MAX_BYTES = 1024 * 1024
/** How often a connection is measured. */
const LOOK_MS = 100

export type SocketOptions = {
  /** Allows private networks: for shops that allow it in their settings, and for the shop's own address. */
  allowPrivate?: boolean
  /** The time until the connection stands. */
  connectMs?: number
  /** The time until it is cut, however busy it is. */
  conversationMs?: number
  /** The most the other side may send. */
  maxBytes?: number
}

/**
 * Connects to an untrusted server, as {@link safeFetch} does for web addresses: never in a private network, and
 * to the very IP address that was checked. The connection is cut after a minute or a megabyte received.
 * @throws {UnsafeAddress} for a refused address; the system's error when there is no connection
 */
export function openSocket(
  { host, port }: { host: string; port: number },
  options: SocketOptions = {},
): Promise<Socket> {
  const { allowPrivate = false, connectMs = CONNECT_MS } = options
  return new Promise((resolve, reject) => {
    if (isIP(host) && !allowPrivate && !isPublicAddress(host)) throw new PrivateAddress()
    const socket = connectTcp({ host, port, lookup: checkedLookup(allowPrivate) })
    const impatient = setTimeout(() => socket.destroy(new UnsafeAddress('对方地址响应超时')), connectMs)
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(impatient))
    socket.once('connect', () => {
      clearTimeout(impatient)
      socket.off('error', reject)
      limit(socket, options)
      resolve(socket)
    })
  })
}

function limit(socket: Socket, { conversationMs = CONVERSATION_MS, maxBytes = MAX_BYTES }: SocketOptions): void {
  const startedAt = Date.now()
  const watch = setInterval(() => {
    if (socket.bytesRead > maxBytes) socket.destroy(new UnsafeAddress('对方返回的内容过大'))
    else if (Date.now() - startedAt > conversationMs) socket.destroy(new UnsafeAddress('对方地址响应超时'))
  }, LOOK_MS)
  watch.unref()
  socket.once('close', () => clearInterval(watch))
}

/** The end of the certificate of the shop's own address. It is read, not trusted: an expired one must be found, too. */
export async function readCertificateEnd({ hostname, port }: URL, timeoutMs: number): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const options = { allowPrivate: true, connectMs: timeoutMs, conversationMs: timeoutMs }
  const socket = await openSocket({ host, port: Number(port) || 443 }, options)
  return new Promise((resolve, reject) => {
    const secure = connectTls({ socket, ...(!isIP(host) && { servername: host }), rejectUnauthorized: false })
    socket.once('error', reject)
    secure.once('error', reject)
    secure.once('close', () => reject(new Error('no certificate')))
    secure.once('secureConnect', () => {
      resolve(new Date(secure.getPeerCertificate().valid_to))
      secure.end()
    })
  })
}
