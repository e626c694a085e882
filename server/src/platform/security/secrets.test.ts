import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { openShop } from '../../testing/shop.ts'
import { reseal } from './reseal.ts'
import { makeSecrets, openSecrets } from './secrets.ts'

async function inFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'zhanggui-secrets-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { folder, config: readConfig({ NODE_ENV: 'test', ZHANGGUI_DATA: folder }) }
}

test('a sealed text can be opened again, does not reveal its content and differs each time', () => {
  const secrets = makeSecrets(randomBytes(32))
  const sealed = secrets.seal('wx-secret 密钥')
  expect(secrets.open(sealed)).toBe('wx-secret 密钥')
  expect(Buffer.from(sealed.split('.')[2] ?? '', 'base64url').includes('wx-secret')).toBe(false)
  expect(secrets.seal('wx-secret 密钥')).not.toBe(sealed)
})

test('a text that was modified, truncated or sealed with another key cannot be opened', () => {
  const secrets = makeSecrets(randomBytes(32))
  const sealed = secrets.seal('secret')
  const [form, id, data = ''] = sealed.split('.')
  const bytes = Buffer.from(data, 'base64url')
  for (let index = 0; index < bytes.length; index++) {
    const changed = Buffer.from(bytes)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => secrets.open(`${form}.${id}.${changed.toString('base64url')}`)).toThrow()
  }
  for (const wrong of ['', 'secret', `v2.${id}.${data}`, `${form}.${id}.`, `${form}.${id}.${data.slice(0, 20)}`])
    expect(() => secrets.open(wrong)).toThrow()
  expect(() => makeSecrets(randomBytes(32)).open(sealed)).toThrow('sealed with another key')
})

test('without a key in the environment the first start generates one, readable only by its owner, for later starts', async () => {
  const { folder, config } = await inFolder()
  const [one, other] = await Promise.all([openSecrets(config), openSecrets(config)])
  expect(other.open(one.seal('secret'))).toBe('secret')
  const file = join(folder, 'secret.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
})

test('a damaged key file stops the start with a clear message', async () => {
  const { folder, config } = await inFolder()
  await writeFile(join(folder, 'secret.key'), 'oops')
  await expect(openSecrets(config)).rejects.toThrow('已损坏：应为 64 位十六进制')
})

test('another key reseals every secret in the database, and nothing sealed with the old key remains', async () => {
  const { ctx } = await openShop()
  const old = ctx.platform.secrets
  const next = makeSecrets(randomBytes(32))
  const sealed = () => old.seal('geheim')
  const spoilt = `v1.${old.keyId}.spoilt`
  await ctx.db.execute(
    sql`insert into setting ("key", "group", value) values ('email_pass', 'email', to_jsonb(${sealed()}::text))`,
  )
  await ctx.db.execute(sql`update express_company set password = ${sealed()} where code = 'SF'`)
  await ctx.db.execute(sql`insert into webhook (name, url, events, secret, headers, enabled) values ('仓库', 'https://a.example',
    '{}', ${sealed()}, ${JSON.stringify([sealed(), sealed(), spoilt].map((value) => ({ name: 'X-A', value })))}::jsonb, true)`)
  const client = new pg.Client({ connectionString: ctx.platform.databaseUrl })
  await client.connect()
  onTestFinished(() => client.end())
  expect(await reseal(client, old, next)).toEqual({ sealed: 5, unreadable: 1 })
  const { rows } = await ctx.db.execute<{ text: string }>(sql`
    select value #>> '{}' as text from setting where key = 'email_pass'
    union all select password from express_company where code = 'SF'
    union all select secret from webhook
    union all select header ->> 'value' from webhook, jsonb_array_elements(headers) header`)
  const [last, ...texts] = rows.map(({ text }) => text).reverse()
  expect(last).toBe(spoilt)
  expect(texts.map(next.open)).toEqual(Array(5).fill('geheim'))
  expect(await reseal(client, old, next)).toEqual({ sealed: 0, unreadable: 1 })
})
