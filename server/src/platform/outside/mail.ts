import { HttpError } from '../http/errors.ts'

const CONNECT_MS = 8000
const TALK_MS = 15_000

/** A mail server and the account to use. */
export type MailServer = {
  host: string
  port: number
  user: string
  pass: string
  /** Address, or `Name <address>`. */
  from: string
  /** Encrypted from the first byte; otherwise as soon as the server offers it. */
  ssl: boolean
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

async function makeTransport({ host, port, user, pass, ssl }: MailServer) {
  // Loaded lazily: few processes ever send mail.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: ssl,
    ...(user && { auth: { user, pass } }),
    connectionTimeout: CONNECT_MS,
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

const reasons: Record<string, string> = {
  EAUTH: '账号或密码错误，多数邮箱须使用授权码',
  EDNS: '找不到服务器，请检查地址',
  ECONNECTION: '无法连接，请检查地址和端口',
  ETIMEDOUT: '连接超时，请检查地址、端口和 SSL 设置',
  ESOCKET: '无法连接，请检查地址、端口和 SSL 设置',
  ETLS: '无法建立加密连接，请检查端口和 SSL 设置',
  EENVELOPE: '发件人或收件人地址被拒绝',
}

function reasonOf(error: unknown): string {
  const { code = '', responseCode } = error as { code?: string; responseCode?: number }
  return reasons[code] ?? (responseCode ? `服务器拒绝，代码 ${responseCode}` : '邮件没有被接收')
}
