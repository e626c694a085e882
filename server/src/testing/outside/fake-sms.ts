import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { signAliyun, signHttp, signTencent } from '../../platform/outside/sms.ts'

export const smsKeys = { accessKey: 'key-1:1400', accessSecret: 'secret-1' }

export type SentSms = { phone: string; tempId: string; values: string[]; content: string }

/** Starts a fake of all three providers that checks each signature and fails on request. Stopped after the test. */
export async function openFakeSms() {
  const sent: SentSms[] = []
  const state = { busy: 0, status: '通过' }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const header = (name: string) => String(request.headers[name] ?? '')
    const busy = () => state.busy-- > 0
    const reply = (answer: object) => response.end(JSON.stringify(answer))
    if (header('content-type').includes('urlencoded')) {
      const { Signature, ...query } = Object.fromEntries(new URLSearchParams(body))
      if (Signature !== signAliyun(query as Record<string, string>, smsKeys.accessSecret))
        return reply({ Code: 'SignatureDoesNotMatch', Message: '签名错误' })
      if (query.Action === 'QuerySmsSign') return reply({ Code: 'OK', SignStatus: state.status === '通过' ? 1 : 2 })
      if (query.Action === 'AddSmsTemplate') return reply({ Code: 'OK', TemplateCode: 'SMS_1' })
      if (query.Action === 'QuerySmsTemplate')
        return reply({ Code: 'OK', TemplateStatus: state.status === '通过' ? 1 : 2, Reason: '内容不合规' })
      if (busy()) return reply({ Code: 'isv.BUSINESS_LIMIT_CONTROL', Message: '触发流控' })
      const values = Object.values(JSON.parse(query.TemplateParam ?? '{}') as Record<string, string>)
      sent.push({ phone: query.PhoneNumbers ?? '', tempId: query.TemplateCode ?? '', values, content: '' })
      return reply({ Code: 'OK', BizId: `biz-${sent.length}` })
    }
    const fields = JSON.parse(body) as Record<string, unknown>
    if (header('authorization').startsWith('TC3-')) {
      const at = new Date(Number(header('x-tc-timestamp')) * 1000)
      const right = signTencent({ host: header('host'), body, at }, smsKeys.accessKey, smsKeys.accessSecret)
      const refuse = (Code: string, Message: string) => reply({ Response: { Error: { Code, Message } } })
      if (header('authorization') !== right) return refuse('AuthFailure.SignatureFailure', '签名错误')
      if (header('x-tc-action') === 'AddSmsTemplate')
        return reply({ Response: { AddTemplateStatus: { TemplateId: '1001' } } })
      if (header('x-tc-action') === 'DescribeSmsTemplateList')
        return reply({ Response: { DescribeTemplateStatusSet: [{ StatusCode: state.status === '通过' ? 0 : -1 }] } })
      if (busy()) return refuse('LimitExceeded.PhoneNumber', '触发流控')
      const { PhoneNumberSet, TemplateId, TemplateParamSet } = fields as Record<string, string[]> & {
        TemplateId: string
      }
      sent.push({ phone: PhoneNumberSet?.[0] ?? '', tempId: TemplateId, values: TemplateParamSet ?? [], content: '' })
      return reply({ Response: { SendStatusSet: [{ Code: 'Ok', SerialNo: `biz-${sent.length}` }] } })
    }
    const call = { timestamp: header('x-sms-timestamp'), nonce: header('x-sms-nonce'), body }
    if (header('x-sms-signature') !== signHttp(call, smsKeys.accessSecret))
      return reply({ ok: false, code: 'SIGNATURE', message: '签名错误' })
    if (fields.action === 'check') return reply({ ok: true })
    if (fields.action === 'applyTemplate') return reply({ ok: true, id: 'T1' })
    if (fields.action === 'templateState') return reply({ ok: true, status: state.status, reason: '内容不合规' })
    if (busy()) return reply({ ok: false, code: 'LIMIT', message: '触发流控' })
    const { phone, tempId, values, content } = fields as Omit<SentSms, 'values'> & { values: { value: string }[] }
    sent.push({ phone, tempId, content, values: values.map(({ value }) => value) })
    return reply({ ok: true, id: `biz-${sent.length}` })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())))
  return { sent, state, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
