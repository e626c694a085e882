import { afterEach, expect, test } from 'vitest'
import { findNamed, leadTo } from './lead-to.ts'

afterEach(() => {
  document.body.innerHTML = ''
})

test('a field is found by its label, a picture by the first control beside it, and a button by its text or name', () => {
  document.body.innerHTML = `<main>
    <div class="ant-form-item"><label for="phone">客服电话</label><input id="phone"></div>
    <div class="ant-form-item"><label for="logo">店铺标志</label><div id="logo"><button id="pick">选择</button></div></div>
    <div class="ant-form-item"><label for="smtp">SMTP 服务器</label><input id="smtp"></div>
    <button id="add"><i></i>添加 门店</button><button id="plus" aria-label="新增"></button>
  </main><aside><button>立即备份</button></aside>`
  const idOf = (name: string) => findNamed(name)?.id
  expect([idOf('客服电话'), idOf('店铺标志'), idOf('SMTP 服务器'), idOf('添加门店'), idOf('新增')]).toEqual([
    ...['phone', 'pick', 'smtp', 'add', 'plus'],
  ])
  expect(idOf('立即备份')).toBeUndefined()
})

test('the button of a form is pressed once the page shows it, not one of that name on the page that is left', async () => {
  document.body.innerHTML = '<main><button id="step">添加门店</button></main>'
  const pressed: string[] = []
  document.body.onclick = ({ target }) => pressed.push((target as HTMLElement).id)
  leadTo('添加门店', true)
  await new Promise((resolve) => setTimeout(resolve, 150))
  document.body.innerHTML = '<main><button id="add">添加门店</button></main>'
  await expect.poll(() => pressed).toEqual(['add'])
  document.body.onclick = null
})
