import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { isSigned, NotSealedByWechat, openMessage, sealMessage, signParts } from './wechat-crypto.ts'
import { parseWechatJson, readJsonMessage, readXml, UnreadableMessage, writeXml } from './wechat-message.ts'

const token = 'zgTestToken01'
const keys = {
  token,
  encodingAesKey: '2RoS8jTEPuOp2qxnpqxCeRZkNIPuO67RuFKxIRr789U',
  appid: 'wx1234567890abcdef',
}
const HEX_KEY = 'd91a12f234c43ee3a9daac67a6ac427916643483ee3baed1b852b1211afbf3d5'

/** Messages sealed by openssl, with paddings of 8, 32 and 26 bytes. */
const vectors = [
  {
    random: '0123456789abcdef',
    message:
      '<xml><ToUserName><![CDATA[gh_0123456789ab]]></ToUserName><FromUserName><![CDATA[oTest00000000000000000000001]]></FromUserName><CreateTime>1795838510</CreateTime><MsgType><![CDATA[text]]></MsgType><Content><![CDATA[优惠券]]></Content><MsgId>24000000000000001</MsgId></xml>',
    sealed:
      'spQiBSVXGGaAodU+t9XMO3w7Xvx3LDTh+dNU6XE2l57LR4XayjCKHMLmlHp1aUlROelwsTNOTE+UVB9ss9/X2H15gXpwTX2QEtDyN2Qr26Q567lFmrgue+AMuVQhoT90Pys0s13L8ToD+tZq8VsNYCpmrr4TRuhfsDUEewU90QEn+y7OYRcM6YLAlF0os2iImeG5BONB1mJ2yvKSpB6440tcJoB2MSVFRkpf4PMnKX+8WM2VINyW/tICNTi8yxsb4GtQFyAYrwsRJS+G+LqxX0izrC5ml1cUXQTBGIf62OYt05zsl5aY7mPj5Dv505G3/I0Q89vMfjbZrmLu2Jf+y+QSB+yut7fkiIiLT37rc4f5FJV3Lqw1lnDp5JrN0JwNen72PAQ7JQ00JSPhDCOyqosicgNwAJtJ+lyXYW5xIJU=',
    signed: ['1795838510', '1597212914', '246b7842867134c2c1badce74afe5cdcadf708f9'],
  },
  {
    random: 'fedcba9876543210',
    message:
      '{"ToUserName":"gh_0123456789ab","FromUserName":"oTest00000000000000000000001","CreateTime":1795838520,"MsgType":"event","Event":"subscribe_msg_popup_event","List":{"TemplateId":"tpl-0001","SubscribeStatusString":"accept","PopupScene":"0"},"x":"0000"}',
    sealed:
      'WcmKAKEIV17GJzNbj304TVoX90TmxPva1kcs+DFpJq6FjCgegSCVZWxwjR7QbohQj68ptGs2NkbJLvXuh4T8yqYtlQWK12qka7BnSqPMfuiRsUIqZRAtRLcSmm6L69OczyU8dAgIhuS2EtIjWNrPclNwBSk39F3x+zofYrerYb35o56GzLmVXmgyNvZ6w2nCneO3r0rcOhisw3FRBEoAwRDBXP1/R+rQOuoQzrs7Bk9rHGeBqV6Nah3U9/vTQwB+sh3Bru5OIMYuAPtZjj6l3SRrcJD+qb98aztj72EekTnuTGgNjFKilLMPSYPS9zwv0c8lGch+EB3si1rAzbCCU9nNWXk+DjyTggQNONWhK8KyuAS8FCBY2KpYAoUJoS3PYq9FWXLwZ0OwML786apGNan9OP9kN7HHEuyPNUFjDxg=',
    signed: ['1795838520', '884412', '4ecdc88a60f9e9b5bf881c6dda8b8efedb296eaa'],
  },
  {
    random: 'aaaabbbbccccdddd',
    message:
      '<xml><ToUserName><![CDATA[oTest00000000000000000000001]]></ToUserName><FromUserName><![CDATA[gh_0123456789ab]]></FromUserName><CreateTime>1795838511</CreateTime><MsgType><![CDATA[text]]></MsgType><Content><![CDATA[本周券：满100减10]]></Content></xml>',
    sealed:
      '9yD75GSKddZN1tY2drkEfCq3aXrdo2j7+Vatj6eCVha9YcG8j++kAdzqb+4eaft3mUFiZl0WTsPuNurwjXPmelY+iJb4Odzqq8LthzpRQItJtY5GEiN8KTKa1YcVeEXvxxB0Zp5YTCtXi+AVh6zgn7jAx9QVSuYGam1cuBLT30bIp/TdAHUSaxtZkXZEJNQD7vC/8xjfpDjxQVrfrjfmgkQd1i1TfKul25jIMRbPapwSdWalU3fOhCSZL3u9rLqsWvYWUmCgmIRx+fCvL8sHEUFv9LdWSJkvFsHthW8ZVXdk6dxsnruy5lLzGIzOX2jfZJZX617pjTHAKnC8zQm3mpJfZ+S1uezwvbjaGrr50nwawBaAEnFYlDTV8wTmQuvYhr5R8nWtE4wiaUB/5XDRm3ys8QBgkB9PLxss3OOi5XU=',
    signed: ['1795838511', '1597212914', '581d9702db0a4fc3ae1695e79359bf534cc4bc8a'],
  },
] as const

describe('messages sealed by openssl', () => {
  test.each(vectors)('are opened, sealed alike and signed alike: $random', ({ random, message, sealed, signed }) => {
    expect(openMessage(sealed, keys)).toBe(message)
    expect(sealMessage(message, keys, Buffer.from(random))).toBe(sealed)
    const [timestamp, nonce, signature] = signed
    expect(signParts(token, timestamp, nonce, sealed)).toBe(signature)
    expect(isSigned(signature, token, timestamp, nonce, sealed)).toBe(true)
    expect(isSigned(signature.replace(/^./, 'x'), token, timestamp, nonce, sealed)).toBe(false)
    expect(isSigned('', token, timestamp, nonce, sealed)).toBe(false)
  })

  test('the address check has the signature of the platform', () => {
    expect(isSigned('d656a226e436bc9153551a23c0e7723333fa1798', token, '1795838500', '1320562132')).toBe(true)
  })

  test('what we seal is opened by openssl', () => {
    const sealed = sealMessage('你好，微信', keys)
    const args = ['enc', '-d', '-aes-256-cbc', '-nopad', '-K', HEX_KEY, '-iv', HEX_KEY.slice(0, 32)]
    const plain = execFileSync('openssl', args, { input: Buffer.from(sealed, 'base64') })
    expect(plain.readUInt32BE(16)).toBe(15)
    expect(plain.toString('utf8', 20, 35)).toBe('你好，微信')
    expect(plain.toString('utf8', 35, 53)).toBe(keys.appid)
  })

  test('those for another account, with another key, cut or changed are not ours', () => {
    const { sealed } = vectors[0]
    const changed = Buffer.from(sealed, 'base64')
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    for (const [text, other] of [
      [sealed, { ...keys, appid: 'wx0000000000000000' }],
      [sealed, { ...keys, encodingAesKey: `3${keys.encodingAesKey.slice(1)}` }],
      [sealed, { ...keys, encodingAesKey: 'short' }],
      [sealed.slice(0, -8), keys],
      [changed.toString('base64'), keys],
      ['', keys],
      ['%%%', keys],
    ] as const)
      expect(() => openMessage(text, other)).toThrow(NotSealedByWechat)
  })
})

describe('messages in XML', () => {
  test('are read with nested elements and lists, and written so that they are read alike', () => {
    const { message } = vectors[0]
    expect(readXml(message)).toMatchObject({ Content: '优惠券', CreateTime: '1795838510' })
    expect(readXml('<xml><L><a>1</a><a><![CDATA[&<]]></a></L><t>a &amp; b</t></xml>')).toEqual({
      L: { a: ['1', '&<'] },
      t: 'a & b',
    })
    const fields = { Content: 'a]]>b & <c>', Nested: { Url: 'https://a.cn/?a=1&b=2' } }
    expect(readXml(writeXml(fields))).toEqual(fields)
  })

  test.each([
    '<!DOCTYPE x [<!ENTITY a "b">]><xml><a>&a;</a></xml>',
    '<xml><a>&a;</a></xml>',
    '<xml><a>&#x41;</a></xml>',
    '<xml><a>1</xml>',
    '<xml></xml><xml></xml>',
    '<html><a>1</a></html>',
    'text',
    '',
    '<a>'.repeat(50),
    `<xml>${'<a/>'.repeat(3000)}</xml>`,
  ])('are refused with declarations, entities, or as no message: %.30s', (content) => {
    expect(() => readXml(content)).toThrow(UnreadableMessage)
  })
})

test('ids in JSON keep all of their digits, and texts stay as they are', () => {
  expect(
    readJsonMessage('{"MsgId": 2400000000000000012, "t": "a\\" 2400000000000000012", "n": -3, "f": [1795838510]}'),
  ).toEqual({
    MsgId: '2400000000000000012',
    t: 'a" 2400000000000000012',
    n: -3,
    f: [1795838510],
  })
  expect(parseWechatJson('{"a":0.1234567890123456,"b":1e3,"c":-12345678901234567}')).toEqual({
    a: 0.1234567890123456,
    b: 1000,
    c: '-12345678901234567',
  })
  const start = performance.now()
  expect(() => readJsonMessage(`{${'"\\'.repeat(30_000)}`)).toThrow(UnreadableMessage)
  expect(() => readJsonMessage(`{${'\\"'.repeat(30_000)}`)).toThrow(UnreadableMessage)
  expect(performance.now() - start).toBeLessThan(500)
})
