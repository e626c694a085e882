import { type AddressInfo, createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { openFakeSmtp } from '../../testing/outside/fake-smtp.ts'
import { tlsCertificate } from '../../testing/outside/tls-server.ts'
import { checkMailServer, type MailServer, sendMail } from './mail.ts'

const account = { user: 'shop@example.com', pass: 'right', from: 'shop@example.com' }
const local = { ...account, host: '127.0.0.1', ssl: false, allowPlain: true, allowPrivate: true }
const mail = { to: 'li@example.com', subject: '你好', text: '你好' }

async function openPort(talk: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    talk(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

/** Trusts the certificate of our test servers for the rest of the test. */
function trustTestServers(): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, tlsCertificate])
  onTestFinished(() => setDefaultCACertificates(before))
}

const outcome = (server: MailServer) =>
  checkMailServer(server).then(
    () => 'ok',
    (error: Error) => error.message,
  )

test('mail servers in private networks are not called, however the host is written', async () => {
  const { settings } = await openFakeSmtp()
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0177.0.0.1', '0x7f.1', '0', '::ffff:127.0.0.1', '::1'])
    expect(await outcome({ ...local, host, port: settings.port, allowPrivate: false })).toContain('不允许访问内网地址')
  expect(await outcome({ ...local, port: settings.port })).toBe('ok')
})

test('closed ports, other services and web pages get the same answer', async () => {
  const shut = await openPort(() => {})
  const ports = {
    closed: 1,
    hangsUp: await openPort((socket) => socket.end()),
    ssh: await openPort((socket) => socket.write('SSH-2.0-OpenSSH_9.7\r\n')),
    refuses: await openPort((socket) => socket.write('554 go away\r\n')),
    web: await openPort((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')),
    endless: await openPort((socket) => {
      const write = () => {
        while (socket.writable && socket.write(Buffer.alloc(65_536, 'x')));
      }
      socket.on('drain', write)
      write()
    }),
    silent: shut,
  }
  const answers = new Set<string>()
  for (const port of Object.values(ports)) answers.add(await outcome({ ...local, port }))
  answers.add(await outcome({ ...local, port: ports.web, ssl: true }))
  expect([...answers]).toEqual(['第三方服务异常：邮件服务器（无法建立邮件连接，请检查地址、端口和 SSL 设置）'])
})

test('mail goes over TLS only, unless the shop allows otherwise', async () => {
  const plain = await openFakeSmtp()
  const server = { ...local, host: 'localhost', allowPlain: false }
  expect(await outcome({ ...server, port: plain.settings.port })).toContain('对方不支持加密连接')
  await expect(sendMail({ ...server, port: plain.settings.port }, mail)).rejects.toThrow('对方不支持加密连接')
  expect(plain.mails).toEqual([])
  for (const encryption of ['starttls', 'tls'] as const) {
    const { settings } = await openFakeSmtp({ encryption })
    const { port, ssl } = settings
    expect(await outcome({ ...server, port, ssl }), 'an untrusted certificate').not.toBe('ok')
  }
  trustTestServers()
  for (const encryption of ['starttls', 'tls'] as const) {
    const { settings, mails } = await openFakeSmtp({ encryption })
    const { port, ssl } = settings
    await sendMail({ ...server, port, ssl }, mail)
    expect(mails).toMatchObject([{ text: expect.stringContaining('你好') }])
  }
})
