import type { Route } from '@zhanggui/contract/routes.ts'
import * as fc from 'fast-check'
import { settings } from '../../areas/setting/setting/setting.tables.ts'
import type { Shape } from '../../platform/http/input/normalise.ts'
import { type FormPart, makeForm } from '../files/multipart.ts'
import type { Shop } from '../shop.ts'

/** A raw request as sent over the wire. */
export type RawRequest = {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | Buffer | undefined
}

type Schema = Shape & {
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}

/** Values that exist, by the names of the fields that take them: ids and numbers of real rows. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Stands for a number that JSON can express but no number type can hold; sent as 1e400. */
const BEYOND_NUMBERS = '@@1e400@@'

const texts = [
  '',
  '   ',
  '\u3000',
  "' or 1=1 --",
  "1'; drop table admin_user; --",
  '1) union select password_hash from admin_user',
  '$1::text',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '\u0000',
  'a\u0000b',
  '\u0007\u001B[31m',
  '\r\nX-Injected: 1',
  '\uD800',
  'a\uDFFF\uD800b',
  '\u202Egnp.exe',
  'e\u0301'.repeat(60),
  '👨‍👩‍👧‍👦'.repeat(30),
  '%',
  '_',
  '\\',
  '%%%%%%%%%%%%%%',
  '../../etc/passwd',
  '..%2f..%2f',
  '{{7*7}}',
  `\${jndi:ldap://x}`,
  '=1+1',
  '-1',
  '0',
  '1.5',
  '1e9',
  '9007199254740993',
  '99999999999999999999',
  'NaN',
  'Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '0x10',
  '2024-13-45',
  '0000-00-00 00:00:00',
  '__proto__',
  'constructor',
  'a,'.repeat(300),
  'a'.repeat(256),
  `${'a'.repeat(60)}!`.repeat(40),
  '长'.repeat(70_000),
  'x'.repeat(1_048_576),
]
const others = [
  null,
  true,
  false,
  -1,
  0,
  0.1,
  -0.000001,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e21,
  1.7e308,
  BEYOND_NUMBERS,
  [],
  {},
  [[]],
  [null],
  [{}],
  nested(19),
  nested(21),
  nested(2000),
  Array.from({ length: 201 }, (_, index) => index + 1),
  Array.from({ length: 10_001 }, () => 0),
  JSON.parse('{"__proto__":{"permissions":["*:*:*"]}}'),
  JSON.parse('{"constructor":{"prototype":{"x":1}}}'),
  JSON.parse('{"length":1e9,"toString":1,"valueOf":null,"then":"x","id":1}'),
  { 'a\u0000b': 1, '\uD800': 2, '': 3, [`k${'k'.repeat(5000)}`]: 4 },
]
/** Bodies that are not JSON a call accepts, or barely. */
const bodies = [
  '',
  '{',
  '{"name":}',
  "{'name':'x'}",
  'name=x&id=1',
  '<a/>',
  'null',
  'true',
  '1e400',
  '"text"',
  '[]',
  '{}{}',
  '{"id":1,"id":2,"name":"a","name":"b"}',
  '{"__proto__":{"x":1}}',
  '{"a":{"constructor":{"prototype":{"x":1}}}}',
  '['.repeat(200_000),
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  `[${'0,'.repeat(20_000)}0]`,
  `{"name":"${'x'.repeat(1_048_576)}"}`,
  Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0xfe, 0x22, 0x7d]),
  Buffer.from('{"name":"\xC0\xAF"}', 'latin1'),
  Buffer.from('\uFEFF{"name":"x"}', 'utf16le'),
  Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
  Buffer.alloc(4096),
]
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json; charset=x',
  'text/plain',
  'text/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json/x',
  '*/*',
  'x',
  '',
]
/** Escapes in paths and queries that no encoder produces. */
const escapes = [
  '%',
  '%zz',
  '%ff%fe',
  '%c0%af',
  '%ED%A0%80',
  '%00',
  '%0d%0aX: 1',
  '%2e%2e%2f',
  '%u0041',
  '+',
  '//',
  ';a=b',
]
const headers = [
  {},
  { 'if-match': '"x"' },
  { 'if-match': '"7"' },
  { 'if-match': '*' },
  { 'if-none-match': '*, ,W/"' },
  { 'idempotency-key': "' or 1" },
  { 'idempotency-key': 'hostile-0000000000' },
  { 'x-request-id': '<script>' },
  { 'content-encoding': 'gzip' },
  { 'accept-encoding': 'br;q=x, *' },
  { accept: 'image/png', 'accept-language': '\u00FF' },
  { 'user-agent': `${'x'.repeat(600)}\u00FF` },
  { 'x-forwarded-for': "' or 1, ::::" },
  { purpose: 'prefetch' },
]

/** Lifts the rate limits, which would hide the answers. Must run before any sign-in. */
export async function liftRateLimits({ ctx }: Shop): Promise<void> {
  const whose = ['anonymous', 'session', 'writes', 'uploads', 'front', 'buyer', 'buyer_writes', 'provider']
  const limits = whose.map((what) => `rate_${what}_per_minute`)
  await ctx.db.insert(settings).values(limits.map((key) => ({ key, group: 'security', value: 100_000 })))
}

/**
 * Requests to a route as an attacker or a broken client sends them: an otherwise valid request with one invalid part, or
 * something that is barely a request at all.
 * @param known what fields of these names are usually given where they are valid
 */
export function hostileRequests(route: Route, known: Known = {}): fc.Arbitrary<RawRequest> {
  const parts = (['params', 'query', 'body'] as const).filter((part) => route[part])
  const fittingPart = (part: 'params' | 'query' | 'body') =>
    route[part] ? fitting(route[part] as Schema, known) : fc.constant({})
  const spoiled = fc.constantFrom(...parts, 'nothing' as const).chain((wrong) =>
    fc.record({
      params: wrong === 'params' ? hostile(route.params as Schema, known) : fittingPart('params'),
      query: wrong === 'query' ? hostile(route.query as Schema, known) : fittingPart('query'),
      body: wrong === 'body' ? hostile(route.body as Schema, known) : fittingPart('body'),
      extra: fc.constantFrom(...headers),
    }),
  )
  const structured = spoiled.map(({ params, query, body, extra }) => ({
    method: route.method,
    url: fillPath(route.path, params) + writeQuery(query),
    headers: { ...extra, ...(route.body && { 'content-type': 'application/json' }) } as Record<string, string>,
    payload: route.body && JSON.stringify(body).replaceAll(`"${BEYOND_NUMBERS}"`, '1e400'),
  }))
  const broken = fc
    .record({
      params: fittingPart('params'),
      payload: fc.constantFrom(...bodies),
      type: fc.constantFrom(...contentTypes),
    })
    .map(({ params, payload, type }) => ({
      method: route.method,
      url: fillPath(route.path, params),
      headers: { ...(type && { 'content-type': type }) } as Record<string, string>,
      payload: route.method === 'GET' ? undefined : payload,
    }))
  const mangled = fc
    .record({
      params: fittingPart('params'),
      path: fc.constantFrom(...escapes),
      query: fc.constantFrom(...escapes),
      which: fc.nat(2),
    })
    .map(({ params, path, query, which }) => ({
      method: route.method,
      url: [
        `${route.path.replace(/:\w+/g, '')}${path}`,
        `${fillPath(route.path, params)}?${query}&page=${query}&id=${query}&name=${query}`,
        `${fillPath(route.path, params)}?id=1&id=2&name=a&name=b&page[]=1&page[a]=1&limit=1&limit=&__proto__=1&__proto__[a]=1`,
      ][which] as string,
      headers: {},
      payload: undefined,
    }))
  return fc.oneof(
    { weight: 6, arbitrary: route.files ? hostileForms(route) : structured },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: mangled },
  )
}

const fileNames = [
  ...[
    'a.png',
    'a.jpg',
    'a.pdf',
    'a.txt',
    'a.csv',
    'a.mp4',
    'a.zip',
    'a.pem',
    'a.p12',
    'a.gz',
    'A.PNG',
    'a.svg',
    'a.html',
  ],
  ...[
    '',
    ' ',
    '.',
    '..',
    '.png',
    'a',
    'a.',
    '../a.png',
    '..\\a.png',
    '/etc/passwd',
    'C:\\a.png',
    'a\u0000.png',
    'a.png\u0000.jpg',
  ],
  ...[
    'a.php.png',
    'a.png.exe',
    '\u202Egnp.exe.png',
    '\uD83D.png',
    `${'长'.repeat(300)}.png`,
    `a.${'x'.repeat(300)}`,
    'a"; name="b.png',
  ],
  ...[
    'con.png',
    'a.png:$DATA',
    '%2e%2e%2fa.png',
    'a\r\nX-Injected: 1.png',
    '照片.png',
    '👨‍👩‍👧‍👦.png',
    '__proto__',
    'constructor.png',
  ],
]
/** The first bytes of many kinds of files, real and fake. */
const fileContents = [
  '',
  'x',
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  '<!doctype html><script>alert(1)</script>',
  '\x89PNG\r\n\x1a\n',
  '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\x00\x00\x00',
  '\xff\xd8\xff\xe0\x00\x10JFIF\x00',
  'GIF89a\xff\xff\xff\xff\xf7\x00\x00',
  'RIFF\xff\xff\xff\xffWEBPVP8 ',
  '%PDF-1.7\n',
  'PK\x03\x04',
  '\x1f\x8b\x08\x00',
  '\x00\x00\x00\x18ftypmp42',
  '0\x82\x01\x00\x02\x01\x03',
  '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
  'ID3\x04\x00\x00\x00\x00\x00\x00',
  '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  '\x00'.repeat(5000),
].map((content) => Buffer.from(content, 'latin1'))

/** Forms with files that do not match their names, and with invalid fields. */
function hostileForms(route: Route): fc.Arbitrary<RawRequest> {
  const names = Object.keys((route.body as Schema | undefined)?.properties ?? {})
  const files = fc.record({
    name: fc.constantFrom('file', 'file', 'file', 'file', 'files', '', '__proto__', 'x'.repeat(500)),
    fileName: fc.constantFrom(...fileNames),
    content: fc.constantFrom(...fileContents),
    type: fc.constantFrom('image/png', 'text/html', 'application/x-msdownload', '', 'a\u0000'),
  })
  const fields = fc.record({
    name: fc.constantFrom(...names, 'id', '__proto__', 'constructor', 'purpose'),
    value: fc.constantFrom(...texts.map((text) => text.slice(0, 100_000))),
  })
  const form = fc.array(fc.oneof({ weight: 3, arbitrary: files }, { weight: 1, arbitrary: fields }), { maxLength: 12 })
  return fc.record({ form, cut: fc.constantFrom(0, 0, 0, 1, 30, 200) }).map(({ form: parts, cut }) => {
    const { payload, headers: sent } = makeForm(parts as FormPart[])
    return { method: route.method, url: route.path, headers: sent, payload: payload.subarray(0, payload.length - cut) }
  })
}

/** Values that fit the schema, or nearly. Numbers are small, so that they are often existing ids. */
function fitting(schema: Schema, known: Known, name = ''): fc.Arbitrary<unknown> {
  const real = ['array', 'object'].includes([schema.type].flat()[0] ?? '') ? undefined : known[name]
  const any = fittingAny(schema, known, name)
  if (!real?.length) return any
  return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...real) }, { weight: 1, arbitrary: any })
}

function fittingAny(schema: Schema, known: Known, field: string): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  switch ([schema.type].flat()[0]) {
    case 'string':
      return fittingText(schema)
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 50, (schema.minimum ?? 0) + 50) })
    case 'number':
      return fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(fitting(schema.items ?? {}, known, field), {
        minLength: schema.minItems ?? 0,
        maxLength: (schema.minItems ?? 0) + 2,
      })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, fitting(inner, known, name)]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      )
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function fittingText({ pattern, minLength = 0, maxLength = 20 }: Schema): fc.Arbitrary<string> {
  if (pattern) return fc.constantFrom(...samplesOf(pattern)).map((text) => text.slice(0, maxLength))
  return fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 10), unit: 'grapheme' })
}

const samples = new Map<string, readonly string[]>()

/** Sample texts of a pattern, generated once: the library is slow with negated patterns. */
function samplesOf(pattern: string): readonly string[] {
  const known = samples.get(pattern) ?? fc.sample(fc.stringMatching(new RegExp(pattern)), { numRuns: 20, seed: 1 })
  samples.set(pattern, known)
  return known
}

/** Values that violate the schema, as a whole or in one place. */
function hostile(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    fc.constantFrom(...texts),
    fc.constantFrom<unknown>(...others),
    fc.jsonValue({ maxDepth: 3 }),
  )
  if (schema.type === 'array') {
    const many = fc.constant(Array.from({ length: (schema.maxItems ?? 200) + 1 }, (_, index) => index + 1))
    const one = hostile(schema.items ?? {}, known).map((item) => [item])
    return fc.oneof({ weight: 1, arbitrary: anything }, { weight: 3, arbitrary: one }, { weight: 1, arbitrary: many })
  }
  const names = Object.keys(schema.properties ?? {})
  if (schema.type !== 'object' || !names.length) return anything
  const oneSpoiled = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .record({ rest: fitting(schema, known), wrong: hostile(schema.properties?.[name] ?? {}, known) })
        .map(({ rest, wrong }) => ({ ...(rest as object), [name]: wrong })),
    )
  const oneMissing = fc.tuple(fitting(schema, known), fc.constantFrom(...names)).map(([whole, name]) => {
    const { [name]: _, ...rest } = whole as Record<string, unknown>
    return rest
  })
  const oneMore = fc
    .tuple(
      fitting(schema, known),
      fc.constantFrom('__proto__', 'roles', 'level', 'builtin', 'deletedAt', 'a\u0000'),
      anything,
    )
    .map(([whole, name, value]) =>
      Object.assign(Object.create(null), whole, JSON.parse(`{${JSON.stringify(name)}:0}`), { value }),
    )
  return fc.oneof(
    { weight: 6, arbitrary: oneSpoiled },
    { weight: 1, arbitrary: oneMissing },
    { weight: 1, arbitrary: oneMore },
    { weight: 1, arbitrary: anything },
  )
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

function fillPath(path: string, params: unknown): string {
  return path.replace(/:(\w+)/g, (_, name: string) => escapeText(memberOf(params, name)))
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : value
}

function writeQuery(query: unknown): string {
  if (typeof query !== 'object' || query === null) return `?${escapeText(query)}`
  const words = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${escapeText(name)}=${escapeText(each)}`),
  )
  return words.length ? `?${words.join('&')}` : ''
}

/** Encodes a value for a URL; a lone surrogate is sent as the bytes it would have. */
function escapeText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.isWellFormed() ? encodeURIComponent(text) : `%ED%A0%80${encodeURIComponent(text.toWellFormed())}`
}
