import { HttpError } from '../http/errors.ts'
import { PrivateAddress } from './safe-fetch.ts'
import { openSocket } from './safe-socket.ts'

const CONNECT_MS = 8000
const TALK_MS = 15_000
/** The time for one whole mail. */
const MAIL_MS = 60_000

/** A mail server and the account to use. */
export type MailServer = {
  host: string
  port: number
  user: string
  pass: string
  /** Address, or `Name <address>`. */
  from: string
  /** Encrypted from the first byte; otherwise by STARTTLS. */
  ssl: boolean
  /** Sends in the clear to a server that does not encrypt; others are refused. */
  allowPlain: boolean
  allowPrivate: boolean
}

export type Mail = { to: string; subject: string; text: string }

/**
 * Sends a mail.
 * @returns the server's answer
 * @throws 502 UPSTREAM with the server's reason
 */
export function sendMail(server: MailServer, mail: Mail): Promise<string> {
  return withTransport(server, async (transport) => (await transport.sendMail({ from: server.from, ...mail })).response)
}

/**
 * Checks an account by signing in, without sending anything.
 * @throws 502 as {@link sendMail}
 */
export async function checkMailServer(server: MailServer): Promise<void> {
  await withTransport(server, (transport) => transport.verify())
}

type Transport = Awaited<ReturnType<typeof makeTransport>>

async function makeTransport({ host, port, user, pass, ssl, allowPlain, allowPrivate }: MailServer) {
  // Loaded lazily: few processes ever send mail.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: ssl,
    requireTLS: !ssl && !allowPlain,
    ...(user && { auth: { user, pass } }),
    getSocket: (_, done) => {
      openSocket({ host, port }, { allowPrivate, connectMs: CONNECT_MS, conversationMs: MAIL_MS }).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error, undefined),
      )
    },
    greetingTimeout: CONNECT_MS,
    socketTimeout: TALK_MS,
    // The content comes from staff and settings: it must not make us read files or fetch addresses.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

async function withTransport<Result>(server: MailServer, work: (transport: Transport) => Promise<Result>) {
  const transport = await makeTransport(server)
  try {
    return await work(transport)
  } catch (error) {
    throw new HttpError(502, 'UPSTREAM', `第三方服务异常：邮件服务器（${reasonOf(error)}）`)
  } finally {
    transport.close()
  }
}

/** Commands before which the other side has not proved to be a mail server. */
const OPENING = ['CONN', 'EHLO', 'HELO', undefined]

/**
 * The reason for staff. Closed and silent ports, and what answers there without being a mail server, share one: the
 * answer must not map the network.
 */
function reasonOf(error: unknown): string {
  if (error instanceof PrivateAddress) return error.message
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number }
  if (code === 'EAUTH') return '账号或密码错误，多数邮箱须使用授权码'
  if (code === 'EENVELOPE') return '发件人或收件人地址被拒绝'
  if (command === 'STARTTLS' && responseCode)
    return '对方不支持加密连接，请换用加密端口；内网服务器可在邮件设置中允许不加密发送'
  if (responseCode && !OPENING.includes(command)) return `服务器拒绝，代码 ${responseCode}`
  return '无法建立邮件连接，请检查地址、端口和 SSL 设置'
}
