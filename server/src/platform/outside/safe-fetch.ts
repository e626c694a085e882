import { type LookupAddress, lookup } from 'node:dns'
import { lookup as lookUp } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'

// Imported, node:http gives all it exports, and so loads what browsers call fetch and WebSocket: 10 MB that nothing here uses.
const { request: httpRequest } = process.getBuiltinModule('node:http')
const { request: httpsRequest } = process.getBuiltinModule('node:https')

const TIMEOUT_MS = 10_000
const MAX_BYTES = 10 * 1024 * 1024
const MAX_REDIRECTS = 3
/** How long a whole answer may take when its caller sets no time. */
const READ_MS = 120_000
/** How long saving an address waits for the DNS lookup of its name. */
const LOOKUP_MS = 3000

export type OutgoingOptions = {
  method?: string
  headers?: Record<string, string>
  body?: Buffer | Readable
  /** Allows private networks, or some addresses there: for shops that allow it in their settings, and for tests. */
  allowPrivate?: boolean | ((address: URL) => boolean)
  /** Allows only the ports of web pages, except for allowed private addresses. */
  webPorts?: boolean
  /** The time until the answer begins and, in {@link safeFetch}, is complete. */
  timeoutMs?: number
  signal?: AbortSignal
}

export type FetchOptions = OutgoingOptions & { mostBytes?: number }
export type FetchAnswer = {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  /** The final address, after redirects. */
  url: string
}

/** An address we do not call, or an answer we do not accept. The message is for staff. */
export class UnsafeAddress extends Error {}

/** An address in a private network, without the setting that allows it. */
export class PrivateAddress extends UnsafeAddress {
  constructor() {
    super('不允许访问内网地址，如确有需要请在安全设置中开启')
  }
}

/** Networks outside the public internet: this machine, its network, cloud metadata (RFC 6890). */
const closed = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, bits, 'ipv4')
/** Of IPv6 only publicly allocated ranges are allowed, without tunnels and translations to IPv4. */
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')
const closed6 = new BlockList()
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(network, bits, 'ipv6')

/** Whether an IP address belongs to the public internet; one that names a network interface (`fe80::1%eth0`) does not. */
export function isPublicAddress(ip: string): boolean {
  if (ip.includes('%')) return false
  if (isIP(ip) === 4) return !closed.check(ip, 'ipv4')
  return isIP(ip) === 6 && open6.check(ip, 'ipv6') && !closed6.check(ip, 'ipv6')
}

/**
 * Fetches an untrusted address: http and https only, never in a private network, neither by name nor by redirect;
 * the IP address that was checked is the one that is called. 10 s and 10 MB by default.
 * @throws {UnsafeAddress} for a refused address, redirect or answer
 */
export async function safeFetch(url: string, options: FetchOptions = {}): Promise<FetchAnswer> {
  const { mostBytes = MAX_BYTES, timeoutMs = TIMEOUT_MS } = options
  const ending = AbortSignal.timeout(timeoutMs)
  const signal = options.signal ? AbortSignal.any([options.signal, ending]) : ending
  let address = url
  let headers = options.headers
  for (let redirects = 0; ; redirects++) {
    const answer = await openOutgoing(address, { ...options, headers, signal })
    const status = answer.statusCode ?? 0
    const next = [301, 302, 303, 307, 308].includes(status) && answer.headers.location
    if (!next) return { status, headers: answer.headers, body: await readAll(answer, mostBytes, signal), url: address }
    answer.destroy()
    // Only requests without a body are repeated at another address.
    if (redirects >= MAX_REDIRECTS || !['GET', 'HEAD'].includes(options.method ?? 'GET'))
      throw new UnsafeAddress('对方地址发生跳转，已停止访问')
    if (!URL.canParse(next, address)) throw new UnsafeAddress('对方地址跳转到了无效地址')
    const target = new URL(next, address)
    // Headers meant for one host, such as credentials, are not sent to another.
    if (target.origin !== new URL(address).origin) headers = undefined
    address = target.href
  }
}

/**
 * Makes a call like {@link safeFetch}, but without following redirects, and returns the answer as a stream.
 * @throws {UnsafeAddress} for a refused address
 */
export async function openOutgoing(url: string, options: OutgoingOptions = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers, body, timeoutMs = TIMEOUT_MS, signal, webPorts = false } = options
  const { allowPrivate: allowed = false } = options
  const allowPrivate = typeof allowed === 'function' ? URL.canParse(url) && allowed(new URL(url)) : allowed
  const address = readAddress(url, allowPrivate)
  // A URL omits the default port of its protocol.
  if (webPorts && !allowPrivate && !['', '80', '443'].includes(address.port))
    throw new UnsafeAddress('只能访问 80 和 443 端口的网页')
  const send = address.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const call = send(address, { method, headers, signal, agent: false, lookup: checkedLookup(allowPrivate) })
    const impatient = setTimeout(() => call.destroy(new UnsafeAddress('对方地址响应超时')), timeoutMs)
    call.once('response', (answer) => {
      clearTimeout(impatient)
      resolve(answer)
    })
    call.once('error', (error) => {
      clearTimeout(impatient)
      reject(error)
    })
    sendBody(call, body).catch(reject)
  })
}

async function sendBody(call: ClientRequest, body: Buffer | Readable | undefined): Promise<void> {
  if (body === undefined || Buffer.isBuffer(body)) call.end(body)
  else await pipeline(body, call)
}

/** @throws {UnsafeAddress} unless it is an http or https address that is public, as far as is known without a DNS lookup */
export function readAddress(url: string, allowPrivate = false): URL {
  if (!URL.canParse(url)) throw new UnsafeAddress('地址格式不正确')
  const address = new URL(url)
  if (!['http:', 'https:'].includes(address.protocol)) throw new UnsafeAddress('地址必须以 http:// 或 https:// 开头')
  if (address.username || address.password) throw new UnsafeAddress('地址中不能带用户名或密码')
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !allowPrivate && !isPublicAddress(host)) throw new PrivateAddress()
  return address
}

/**
 * Checks an address that will be called later. A name that cannot be resolved now passes, as the call checks again.
 * @throws {UnsafeAddress} when it is in a private network, also by its name
 */
export async function refusePrivate(url: string, allowPrivate = false): Promise<void> {
  const { hostname } = readAddress(url, allowPrivate)
  if (allowPrivate) return
  const found = await Promise.race([
    lookUp(hostname, { all: true }).catch((): LookupAddress[] => []),
    wait<LookupAddress[]>(LOOKUP_MS, [], { ref: false }),
  ])
  if (!found.every(({ address }) => isPublicAddress(address))) throw new PrivateAddress()
}

/** Resolves a name to allowed addresses only, in the lookup of the connection itself, so that nothing can change after. */
export function checkedLookup(allowPrivate: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '')
      const refused = !allowPrivate && !found.every(({ address }) => isPublicAddress(address))
      const [first] = found
      if (refused || !first) return callback(new PrivateAddress(), '')
      if (options.all) return callback(null, found)
      return callback(null, first.address, first.family)
    })
  }
}

/**
 * Reads an answer completely, within two minutes unless the signal ends it.
 * @throws {UnsafeAddress} beyond `mostBytes`, or when it takes too long
 */
export async function readAll(
  answer: IncomingMessage,
  mostBytes = MAX_BYTES,
  signal = AbortSignal.timeout(READ_MS),
): Promise<Buffer> {
  const stop = () => answer.destroy(new UnsafeAddress('对方地址响应超时'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > mostBytes) throw new UnsafeAddress('对方返回的内容过大')
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    signal.removeEventListener('abort', stop)
    answer.destroy()
  }
}
