import { writePush } from '../../../server/src/platform/outside/wechat/fake/push.ts'
import { expect, test } from '../shop/journey.ts'
import { simulated } from './wechat.ts'

/** A mini-program that the account is not bound to. */
const FOREIGN = 'wx000000000000dead'

test('the menu is edited on the phone, refused by WeChat with what fans see left as it was, mended and published', async ({
  open,
  admin,
  trouble,
}) => {
  trouble.allow(/422 POST .*menu\/public\/create/)
  const stamp = String(Date.now()).slice(-4)
  const read = async () => (await admin.call<{ published: unknown; version: number }>('GET', menuPath('get'))).body
  const before = await read()
  const page = await open('/channel/wechat/menu', { as: 'admin' })
  const phone = page.getByRole('navigation', { name: '自定义菜单' })
  await phone.getByRole('button', { name: '我的', exact: true }).click()
  await phone.getByRole('button', { name: '在我的里加一项' }).click()
  await page.getByRole('textbox', { name: '名称' }).fill(`福利${stamp}`)
  await page.getByText('打开小程序', { exact: true }).click()
  await page.getByRole('combobox', { name: '小程序页面' }).fill('pages/index/index')
  await page.getByRole('textbox', { name: '小程序 AppID' }).fill(FOREIGN)
  await page.getByRole('textbox', { name: '打不开小程序时去' }).fill('https://shop.example.com/h5/')
  const publish = async () => {
    await page.getByRole('button', { name: '保存并发布' }).click()
    await page.getByRole('button', { name: /^发\s?布$/ }).click()
  }
  await publish()
  await expect(page.getByText(/没有发布：微信拒绝了请求/)).toBeVisible()
  expect(await read()).toMatchObject({ published: before.published, version: before.version })

  await page.getByText('打开网页', { exact: true }).click()
  await page.getByRole('textbox', { name: '网页地址' }).fill('https://shop.example.com/h5/coupons')
  await publish()
  await expect(page.getByText('和粉丝看到的一样')).toBeVisible()
  expect(JSON.stringify((await read()).published)).toContain(`福利${stamp}`)
})

test('a keyword is written, tried and answered when a fan sends it', async ({ open, shop }) => {
  const word = `口令${String(Date.now()).slice(-6)}`
  const page = await open('/channel/wechat/reply?tab=words&id=new', { as: 'admin' })
  await page.getByRole('combobox', { name: '关键字' }).fill(word)
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: '内容' }).fill('暗号对上了')
  await page.getByRole('button', { name: /^保\s?存$/ }).click()
  await expect(page.getByText(/改过$/)).toBeVisible()
  await page.getByRole('textbox', { name: '试一句' }).fill(`老板，${word}`)
  await expect(page.getByText(`命中「${word}」：句子里有它；没有一字不差的词`)).toBeVisible()

  const now = new Date()
  const fields = {
    ToUserName: 'gh_demo',
    FromUserName: 'sim_fan',
    CreateTime: Math.floor(now.getTime() / 1000),
    MsgType: 'text',
    Content: `老板，${word}`,
    MsgId: String(now.getTime()),
  }
  const { query, payload } = writePush(fields, { ...simulated, mode: 'sealed' }, now)
  const heard = await fetch(`${shop.url}/api/callback/wechat/public?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body: payload,
  })
  // Sealed as the message was.
  expect(await heard.text()).toContain('<Encrypt>')
  await page.reload()
  await expect(page.getByRole('button', { name: new RegExp(`^${word}.*命中 1$`) })).toBeVisible()
})

const menuPath = (act: string) => `/admin/wechat/menu/public/${act}`
