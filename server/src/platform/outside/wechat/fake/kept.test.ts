import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openFakeWechat } from './frame.ts'

const now = () => new Date('2026-11-20T06:00:00Z')

async function withFolder(work: (file: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'fake-wechat-'))
  try {
    await work(join(folder, 'data', 'wechat-fake.bin'))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The fake as the demo has it, with one of its calls. */
async function open(keepIn: string) {
  const fake = await openFakeWechat({ now, keepIn })
  const account = { appid: 'wx1', secret: 's', grant_type: 'client_credential' }
  const send = async (path: string, body: object) => {
    const answer = await fetch(fake.endpoint + path, { method: 'POST', body: JSON.stringify(body) })
    return (await answer.json()) as Record<string, unknown>
  }
  const { access_token: token } = await send('/cgi-bin/stable_token', account)
  const call = (path: string, body: object) => send(`${path}?access_token=${String(token)}`, body)
  return { fake, call }
}

test('what the played WeChat knows is still there when its process is started anew', () =>
  withFolder(async (file) => {
    const button = [{ type: 'click', name: '优惠', key: '优惠' }]
    const first = await open(file)
    expect(await first.call('/cgi-bin/menu/create', { button })).toMatchObject({ errcode: 0 })
    const { tag } = (await first.call('/cgi-bin/tags/create', { tag: { name: '老客' } })) as { tag: { id: number } }
    first.fake.fans.follow('oFan01', { qrScene: 'counter', tagIds: [tag.id] })
    const made = await first.call('/wxaapi/newtmpl/addtemplate', {
      tid: '1927',
      kidList: ['1', '2'],
      sceneDesc: '付款',
    })
    expect(made).toMatchObject({ errcode: 0 })
    first.fake.live.addGoods({ name: '毛巾' })
    first.fake.close()

    const second = await open(file)
    expect(second.fake.menu.published).toEqual(button)
    expect(second.fake.fans.followers.get('oFan01')).toMatchObject({ qrScene: 'counter', tagIds: [tag.id] })
    expect(second.fake.fans.followers.get('oFan01')?.subscribeTime).toEqual(now())
    expect([...second.fake.messages.own.mini.keys()]).toEqual([made.priTmplId])
    expect(second.fake.live.goods.get(1)?.body).toEqual({ name: '毛巾' })
    // Numbers go on where they were.
    expect((await second.call('/cgi-bin/tags/create', { tag: { name: '母婴' } })).tag).toMatchObject({ id: tag.id + 1 })
    second.fake.close()
  }))

test('a file that cannot be read is passed over', () =>
  withFolder(async (file) => {
    const first = await open(file)
    await first.call('/cgi-bin/menu/create', { button: [{ type: 'click', name: '优惠', key: '优惠' }] })
    first.fake.close()
    await writeFile(file, 'half of a')
    const second = await open(file)
    expect(second.fake.menu.published).toBeUndefined()
    second.fake.close()
  }))
