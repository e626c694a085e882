import { createHash, createPrivateKey, createPublicKey } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as vectors from '../../../testing/outside/wechat-pay-vectors.ts'
import { testMerchant } from '../../../testing/wechat-pay.ts'
import { BadSignature } from '../pay-gateway.ts'
import { openFakeWechat } from './fake/frame.ts'
import { openWechatPay, type PayAccount, readPayNotice, signForClient } from './pay.ts'
import { readPayBill } from './pay-bill.ts'
import { authorise, callPay, fetchPayFile, findFault } from './pay-call.ts'
import { isSigned, openSealed, sealText, signLines } from './pay-crypto.ts'

const privateKey = createPrivateKey(vectors.merchantKey)
const platform = createPublicKey(createPrivateKey(vectors.platformKey))
const place = {
  notifyUrl: 'https://shop.example.com/api/callback/pay/wechat',
  refundUrl: 'https://shop.example.com/api/callback/refund/wechat',
}

function accountOf(parts: Partial<PayAccount> = {}): PayAccount {
  const { mchid, appid, v3Key, merchantSerial: serial, publicKeyId } = vectors
  return {
    baseUrl: 'http://127.0.0.1:1',
    mchid,
    appid,
    serial,
    v3Key,
    privateKey,
    allowPrivate: true,
    keys: new Map([[publicKeyId, platform]]),
    hasCertificates: false,
    now: () => vectors.notice.at,
    certificates: new Map(),
    note: () => {},
    ...parts,
  }
}

/** WeChat Pay that knows the merchant, at a time that stands, and an account that calls it. */
async function openFake({
  at = new Date('2026-11-28T12:00:00+08:00'),
  ...parts
}: { at?: Date } & Partial<PayAccount> = {}) {
  const clock = { at }
  const now = () => clock.at
  const wechat = await openFakeWechat({ now })
  onTestFinished(wechat.close)
  const fake = wechat.pay
  fake.merchants.set(vectors.mchid, testMerchant)
  const signer = fake.addSigner(vectors.publicKeyId, { privateKey: createPrivateKey(vectors.platformKey) })
  const account = accountOf({ baseUrl: wechat.endpoint, now, ...parts })
  return { fake, account, gateway: openWechatPay(account, place), clock, signer }
}

const attempt = {
  outTradeNo: '20261128120000123456-1',
  amountFen: 12990,
  subject: '掌柜测试 帆布袋×2',
  payType: 'weixin',
  channel: 'wechat',
  uid: 7,
  openid: 'oTest00000000000000000000001',
  ip: '203.0.113.7',
  createdAt: new Date('2026-11-28T10:30:00+08:00'),
}

describe('signatures', () => {
  test('of requests and of what the client gets are those of WeChat to the byte', () => {
    for (const { lines, body, signature } of [vectors.signedByMerchant.post, vectors.signedByMerchant.get])
      expect(signLines(privateKey, [...lines, body])).toBe(signature)
    const { prepayId, timeStamp, nonceStr, paySign } = vectors.signedByMerchant.client
    expect(signForClient(accountOf(), prepayId, timeStamp, nonceStr)).toEqual({
      appId: vectors.appid,
      timeStamp,
      nonceStr,
      package: `prepay_id=${prepayId}`,
      signType: 'RSA',
      paySign,
    })
    const header = authorise(accountOf(), 'GET', '/v3/certificates', '')
    const [, nonce, timestamp, signature = ''] =
      /^WECHATPAY2-SHA256-RSA2048 mchid="1900000001",nonce_str="(\w{32})",timestamp="(\d{10})",serial_no="3775B6A45ACD588826D15E583A95F5DD00000001",signature="([^"]+)"$/.exec(
        header,
      ) ?? []
    const lines = ['GET', '/v3/certificates', timestamp ?? '', nonce ?? '', '']
    expect(isSigned(createPublicKey(privateKey), lines, signature)).toBe(true)
  })

  test('of a call-back and of an empty answer are believed, and nothing that differs', async () => {
    const { timestamp, nonce, signature } = vectors.notice
    const body = Buffer.from(vectors.notice.body)
    const headers = {
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': nonce,
      'wechatpay-signature': signature,
      'wechatpay-serial': vectors.publicKeyId,
    }
    const account = accountOf()
    expect(await findFault(account, headers, body)).toBeUndefined()
    const notice = await readPayNotice([account], headers, body)
    expect(notice).toEqual({
      outTradeNo: '20261128120000123456-1',
      outcome: {
        state: 'paid',
        transactionId: '4200000000202611281234567890',
        amountFen: 12990,
        isOurs: true,
        paidAt: new Date('2026-11-28T12:01:02+08:00'),
      },
    })
    const changed = Buffer.from(body)
    changed[100] = (changed[100] ?? 0) ^ 1
    const printed = Buffer.from(JSON.stringify(JSON.parse(vectors.notice.body), null, 1))
    const late = { ...account, now: () => new Date(vectors.notice.at.getTime() + 301_000) }
    const early = { ...account, now: () => new Date(vectors.notice.at.getTime() - 301_000) }
    const probe = { ...headers, 'wechatpay-signature': `WECHATPAY/SIGNTEST/${signature}` }
    const faults = [
      await findFault(account, headers, changed),
      await findFault(account, headers, printed),
      await findFault(late, headers, body),
      await findFault(early, headers, body),
      await findFault(account, { ...headers, 'wechatpay-serial': vectors.certificateSerial }, body),
      await findFault(account, { ...headers, 'wechatpay-nonce': '' }, body),
      await findFault(account, probe, body),
    ]
    expect(faults.map((fault) => fault?.why)).toEqual([
      ...['wrong signature', 'wrong signature', 'an old message', 'an old message', 'an unknown serial'],
      ...['no nonce or serial', 'a probe'],
    ])
    await expect(readPayNotice([account], probe, body)).rejects.toMatchObject({ isProbe: true })
    await expect(readPayNotice([account], headers, changed)).rejects.toThrow(BadSignature)
    const empty = {
      'wechatpay-timestamp': vectors.emptyAnswer.timestamp,
      'wechatpay-nonce': vectors.emptyAnswer.nonce,
      'wechatpay-signature': vectors.emptyAnswer.signature,
      'wechatpay-serial': vectors.publicKeyId,
    }
    expect(await findFault(account, empty, Buffer.alloc(0))).toBeUndefined()
  })

  test('a sealed text is opened and sealed as WeChat does, and a changed one is not opened', () => {
    for (const { nonce, associated, plain, cipher } of vectors.sealedTexts) {
      const sealed = { ciphertext: cipher, nonce, associated_data: associated }
      expect(openSealed(vectors.v3Key, sealed)).toBe(plain)
      expect(sealText(vectors.v3Key, plain, nonce, associated)).toEqual(sealed)
      expect(() => openSealed(vectors.v3Key, { ...sealed, associated_data: '' })).toThrow()
      expect(() => openSealed(vectors.v3Key.replace('z', 'y'), sealed)).toThrow()
      expect(() => openSealed(vectors.v3Key, { ...sealed, ciphertext: `A${cipher.slice(1)}` })).toThrow()
    }
  })
})

describe('an attempt', () => {
  test('is asked for with the very bytes that are signed, and again with the same only', async () => {
    const { fake, gateway } = await openFake()
    const given = await gateway.prepay(attempt)
    expect(fake.calls.at(-1)).toMatchObject({ method: 'POST', content: vectors.signedByMerchant.post.body })
    expect(given).toMatchObject({
      appId: vectors.appid,
      signType: 'RSA',
      package: expect.stringMatching(/^prepay_id=wx/),
    })
    expect(await gateway.prepay(attempt)).toMatchObject({ package: given.package })
    await expect(gateway.prepay({ ...attempt, amountFen: 1 })).rejects.toThrow('参数与首次请求时不一致')
    const page = await gateway.prepay({ ...attempt, outTradeNo: '20261128120000123456-2', channel: 'h5' })
    expect(page.mwebUrl).toMatch(/^https:\/\/wx\.tenpay\.com\//)
  })

  test('is asked about and closed; money that came first is told', async () => {
    const { fake, gateway, clock } = await openFake()
    expect(await gateway.query(attempt.outTradeNo)).toEqual({ state: 'open' })
    expect(await gateway.close(attempt.outTradeNo)).toEqual({ state: 'closed' })
    await gateway.prepay(attempt)
    expect(await gateway.query(attempt.outTradeNo)).toEqual({ state: 'open' })
    fake.payFor(attempt.outTradeNo, { transactionId: 'T1' })
    const paid = { state: 'paid', transactionId: 'T1', amountFen: 12990, paidAt: clock.at, isOurs: true }
    expect(await gateway.query(attempt.outTradeNo)).toEqual(paid)
    expect(await gateway.close(attempt.outTradeNo)).toEqual(paid)
    const other = { ...attempt, outTradeNo: '20261128120000123456-2' }
    await gateway.prepay(other)
    expect(await gateway.close(other.outTradeNo)).toEqual({ state: 'closed' })
    expect(await gateway.close(other.outTradeNo)).toEqual({ state: 'closed' })
    expect(await gateway.query(other.outTradeNo)).toEqual({ state: 'closed' })
  })

  test('an answer without a right signature is none; a question is asked again', async () => {
    const { fake, gateway } = await openFake()
    fake.tricks.push('unsigned')
    await expect(gateway.prepay(attempt)).rejects.toThrow('签名不可信')
    fake.tricks.push('probe')
    await expect(gateway.prepay({ ...attempt, outTradeNo: '20261128120000123456-2' })).rejects.toThrow('签名不可信')
    fake.tricks.push({ status: 500, code: 'SYSTEM_ERROR' })
    await expect(gateway.query(attempt.outTradeNo)).rejects.toMatchObject({ isPassing: true, code: 'SYSTEMERROR' })
  })
})

describe('a refund', () => {
  const order = {
    outTradeNo: attempt.outTradeNo,
    refundNo: 'R20261128130000000001-1',
    amountFen: 990,
    reason: '不想要了',
    paidFen: 12990,
    paidAt: new Date('2026-11-28T12:00:00+08:00'),
  }

  test('is sent once under its number, and ends as WeChat says when asked', async () => {
    const { fake, gateway, clock } = await openFake()
    await gateway.prepay(attempt)
    fake.payFor(attempt.outTradeNo)
    expect(await gateway.queryRefund(order.refundNo)).toEqual({ state: 'unknown' })
    expect([await gateway.refund(order), await gateway.refund(order)]).toEqual(['waiting', 'waiting'])
    expect(fake.refunds.size).toBe(1)
    expect(await gateway.queryRefund(order.refundNo)).toEqual({ state: 'waiting' })
    const next = { ...order, refundNo: 'R20261128130000000001-2' }
    await expect(gateway.refund(next)).rejects.toMatchObject({ code: 'FREQUENCYLIMITED', isPassing: true })
    clock.at = new Date(clock.at.getTime() + 60_000)
    expect(await gateway.refund(next)).toBe('waiting')
    for (const [status, state] of [
      ['SUCCESS', 'done'],
      ['ABNORMAL', 'failed'],
      ['CLOSED', 'failed'],
    ] as const) {
      fake.endRefund(order.refundNo, status)
      expect(await gateway.queryRefund(order.refundNo)).toMatchObject({ state })
    }
  })

  test('that WeChat refuses is refused in words that say what to do', async () => {
    const { fake, gateway, clock } = await openFake()
    await expect(gateway.refund(order)).rejects.toThrow('微信没有这笔收款')
    await gateway.prepay(attempt)
    fake.payFor(attempt.outTradeNo)
    fake.availableFen = 100
    await expect(gateway.refund(order)).rejects.toThrow('商户号可用余额不足，请充值后点重试')
    fake.tricks.push({ status: 403, code: 'USER_ACCOUNT_ABNORMAL' })
    await expect(gateway.refund(order)).rejects.toThrow('买家的微信账户异常，请改退余额或线下退款')
    clock.at = new Date('2027-12-28T12:00:00+08:00')
    await expect(gateway.refund(order)).rejects.toThrow('交易超过一年，请线下退款')
  })
})

describe('keys of WeChat', () => {
  test('a certificate that follows another is fetched once in ten minutes, and never for public keys alone', async () => {
    const own = createPrivateKey(vectors.platformKey)
    const { fake, account, gateway, clock } = await openFake({
      keys: new Map([[vectors.certificateSerial, createPublicKey(own)]]),
      hasCertificates: true,
    })
    fake.signers.length = 0
    fake.addSigner(vectors.certificateSerial, { privateKey: own, certified: true })
    await gateway.prepay(attempt)
    fake.payFor(attempt.outTradeNo)
    const successor = fake.addSigner('6A57F09EFDC096DE15EBE81A47057A7232F1B8E2', { certified: true })
    const fetched = () => fake.calls.filter(({ path }) => path === '/v3/certificates').length
    const hear = async (signer = successor) => {
      const { headers, body } = fake.notice(attempt.outTradeNo, signer)
      return readPayNotice([account], headers, body)
    }
    expect(await hear()).toMatchObject({ outcome: { state: 'paid' } })
    await hear()
    expect(fetched()).toBe(1)
    const forger = { ...successor, id: '7A57F09EFDC096DE15EBE81A47057A7232F1B8E3' }
    await expect(hear(forger)).rejects.toThrow(BadSignature)
    expect(fetched()).toBe(1)
    clock.at = new Date(clock.at.getTime() + 601_000)
    await expect(hear(forger)).rejects.toThrow(BadSignature)
    expect(fetched()).toBe(2)
    const plain = { ...account, hasCertificates: false, certificates: new Map() }
    const { headers, body } = fake.notice(attempt.outTradeNo, forger)
    await expect(readPayNotice([plain], headers, body)).rejects.toThrow(BadSignature)
    expect(fetched()).toBe(2)
  })

  test('a certificate and a public key are both believed while a merchant moves over', async () => {
    const { fake, account, gateway, signer } = await openFake()
    const certified = fake.addSigner('6A57F09EFDC096DE15EBE81A47057A7232F1B8E2', { certified: true })
    const keys = new Map([...account.keys, [certified.id, createPublicKey(certified.privateKey)]])
    const both = { ...account, keys, hasCertificates: true }
    await gateway.prepay(attempt)
    fake.payFor(attempt.outTradeNo)
    for (const by of [signer, certified]) {
      const { headers, body } = fake.notice(attempt.outTradeNo, by)
      expect(await readPayNotice([both], headers, body)).toMatchObject({ outcome: { state: 'paid' } })
    }
  })
})

describe('a bill', () => {
  test('is written by the fake as WeChat writes it, and read by its headings', async () => {
    const { fake, gateway, clock } = await openFake()
    await gateway.prepay(attempt)
    const transactionId = '4200000000202611281234567890'
    fake.payFor(attempt.outTradeNo, { transactionId, at: new Date('2026-11-28T12:01:02+08:00') })
    const openid = 'oTest00000000000000000000002'
    const second = { ...attempt, outTradeNo: '20261128122900654321-1', amountFen: 1, subject: '测试', openid }
    await gateway.prepay(second)
    const paidAt = new Date('2026-11-28T12:30:00+08:00')
    fake.payFor(second.outTradeNo, { transactionId: '4200000000202611289876543210', at: paidAt })
    clock.at = new Date('2026-11-28T13:00:00+08:00')
    const refundNo = 'R20261128130000000001'
    const paid = { outTradeNo: attempt.outTradeNo, paidFen: 12990, paidAt }
    await gateway.refund({ ...paid, refundNo, amountFen: 990, reason: '' })
    const refund = fake.refunds.get(refundNo)
    if (refund) refund.id = '50300000002026112800000000001'
    const file = fake.billOf(vectors.mchid, '2026-11-28')
    expect(file?.toString()).toBe(vectors.billText)
    expect(createHash('sha1').update(vectors.billText).digest('hex')).toBe(vectors.billSha1)
    clock.at = new Date('2026-11-29T09:59:00+08:00')
    expect(await gateway.downloadBill('2026-11-28')).toBeUndefined()
    clock.at = new Date('2026-11-29T10:00:00+08:00')
    const bill = await gateway.downloadBill('2026-11-28')
    expect(bill).toEqual(readPayBill(Buffer.from(vectors.billText)))
    expect(bill?.odd).toEqual([])
    expect(bill?.rows[2]).toEqual({
      kind: 'refund',
      outTradeNo: attempt.outTradeNo,
      refundNo,
      transactionId,
      amountFen: 990,
      feeFen: -6,
      at: new Date('2026-11-28T13:00:00+08:00'),
    })
    expect(await gateway.downloadBill('2026-11-27')).toEqual({ rows: [], odd: [], isNone: true })
  })

  test('with a byte-order mark, columns of older merchants and names with commas is read, and what cannot be read is told', () => {
    const { rows } = readPayBill(Buffer.from(vectors.billText))
    expect(readPayBill(Buffer.from(`\uFEFF${vectors.billText}`))).toEqual({ rows, odd: [] })
    const comma = vectors.billText.replaceAll('帆布袋×2', '帆布袋,大号,"蓝"')
    expect(readPayBill(Buffer.from(comma)).rows).toEqual(rows)
    const older = vectors.billText
      .replace('应结订单金额,代金券金额,', '')
      .replace(',订单金额,申请退款金额', ',总金额')
      .split('\r\n')
      .map((line) => {
        const values = line.split(',`')
        if (values.length < 20) return line
        return values.filter((_, at) => ![12, 13, 25].includes(at)).join(',`')
      })
    expect(readPayBill(Buffer.from(older.join('\n'))).rows.map(({ amountFen }) => amountFen)).toEqual([12990, 1, 990])
    const lines = vectors.billText.split('\r\n')
    const odd = (change: (line: string) => string) =>
      readPayBill(Buffer.from(lines.map((line, at) => (at === 2 ? change(line) : line)).join('\r\n')))
    for (const change of [
      (line: string) => line.replace(',`测试', ''),
      (line: string) => line.replaceAll('`0.01', '`一分'),
      (line: string) => line.replace('`SUCCESS', '`REVOKED'),
      (line: string) => line.replace('2026-11-28', '2026-13-28'),
      (line: string) => line.replaceAll('`', ''),
    ]) {
      const read = odd(change)
      expect(read.rows).toHaveLength(2)
      expect(read.odd).toHaveLength(1)
    }
    expect(readPayBill(Buffer.from(lines.filter((_, at) => at !== 2).join('\r\n'))).odd).toEqual([
      '账单汇总 3 笔，明细 2 笔',
    ])
    expect(readPayBill(Buffer.from('<html>busy</html>')).odd).toHaveLength(1)
    expect(readPayBill(Buffer.from(lines.slice(0, 3).join('\r\n'))).odd).toEqual(['账单没有汇总行，可能不完整'])
  })

  test('a file that is not the one whose digest was told is refused', async () => {
    const { fake, account, gateway, clock } = await openFake()
    await gateway.prepay(attempt)
    fake.payFor(attempt.outTradeNo)
    clock.at = new Date('2026-11-29T12:00:00+08:00')
    const path = '/v3/bill/tradebill?bill_date=2026-11-28&bill_type=ALL'
    const { download_url, hash_value } = await callPay(account, 'GET', path)
    const file = await fetchPayFile(account, String(download_url), String(hash_value))
    expect(readPayBill(file).rows).toHaveLength(1)
    await expect(fetchPayFile(account, String(download_url), '0'.repeat(40))).rejects.toThrow('账单文件不完整')
  })
})
