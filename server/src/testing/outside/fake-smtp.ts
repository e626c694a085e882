import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { tlsCertificate, tlsKey } from './tls-server.ts'

export type ReceivedMail = { from: string; to: string[]; source: string; text: string }

/**
 * Starts a real SMTP server with one account, shop / right. Stopped after the test.
 * @param options.encryption STARTTLS, TLS from the first byte, or none, by an untrusted certificate for localhost
 */
export async function openFakeSmtp({ refusals = 0, encryption = 'none' as 'none' | 'starttls' | 'tls' } = {}) {
  const mails: ReceivedMail[] = []
  let left = refusals
  const server = new SMTPServer({
    ...(encryption === 'none' && { disabledCommands: ['STARTTLS'], allowInsecureAuth: true }),
    ...(encryption !== 'none' && { secure: encryption === 'tls', key: tlsKey, cert: tlsCertificate }),
    onAuth: ({ username, password }, _session, done) =>
      username === 'shop@example.com' && password === 'right'
        ? done(null, { user: username })
        : done(new Error('535 no')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (left-- > 0) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
        const source = Buffer.concat(chunks).toString()
        const { mailFrom, rcptTo } = session.envelope
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source,
          text: textOf(source),
        })
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as AddressInfo
  const settings = {
    host: '127.0.0.1',
    port,
    user: 'shop@example.com',
    pass: 'right',
    from: '',
    ssl: encryption === 'tls',
  }
  return {
    mails,
    settings,
    values: { email_host: '127.0.0.1', email_port: port, email_user: settings.user, email_ssl: encryption === 'tls' },
  }
}

/** The decoded text of a single-part mail. */
function textOf(source: string): string {
  const [head = '', ...rest] = source.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
  return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'))
}
