import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { auth, type SignedIn } from '@zhanggui/contract/staff/auth.ts'
import { userCenter } from '@zhanggui/contract/staff/user-center.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { useSession } from '../../../api/session.ts'
import { answer, refuse } from '../../../testing/fake-server.ts'
import { makeUser, renderPage } from '../../../testing/render.tsx'
import UserCenterPage from './user-center.page.tsx'

afterEach(() => {
  vi.restoreAllMocks()
})

function open(tab: string, given: Partial<SignedIn> = {}) {
  const user = makeUser({ email: 'wan***@shop.cn', ...given })
  useSession.setState({ user, name: user.name })
  answer(auth.sessions, [])
  answer(auth.info, user)
  return renderPage(<UserCenterPage />, `/user/center?tab=${tab}`).user
}

test('邮箱: a code is sent to the new address, which is saved with the code and the password', async () => {
  const asked = answer(userCenter.emailCode, {})
  const changed = answer(userCenter.updateEmail, {})
  const user = open('email')
  await screen.findByText('当前邮箱：wan***@shop.cn')
  await user.type(screen.getByLabelText('新邮箱'), 'not an address')
  await user.click(screen.getByRole('button', { name: '发送验证码' }))
  await screen.findByText('请输入正确的邮箱地址')
  expect(asked).toHaveLength(0)
  await user.clear(screen.getByLabelText('新邮箱'))
  await user.type(screen.getByLabelText('新邮箱'), 'wang@shop.cn')
  await user.click(screen.getByRole('button', { name: '发送验证码' }))
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: /秒后重发/ })).disabled).toBe(true)
  expect(asked[0]?.body).toEqual({ email: 'wang@shop.cn' })
  await user.type(screen.getByLabelText('邮箱验证码'), '123456')
  await user.type(screen.getByLabelText('登录密码'), 'old-Pass-1')
  await user.click(screen.getByRole('button', { name: '修改邮箱' }))
  await screen.findByText('邮箱修改成功')
  expect(changed[0]).toMatchObject({
    params: { code: '123456' },
    body: { email: 'wang@shop.cn', password: 'old-Pass-1' },
  })
})

test('邮箱: a wrong code is reported, and the typed values stay', async () => {
  answer(userCenter.updateEmail, refuse(400, 'VALIDATION', '验证码错误或已过期'))
  const user = open('email', { email: '' })
  await screen.findByText('尚未绑定邮箱')
  await user.type(screen.getByLabelText('新邮箱'), 'wang@shop.cn')
  await user.type(screen.getByLabelText('邮箱验证码'), '000000')
  await user.type(screen.getByLabelText('登录密码'), 'old-Pass-1')
  await user.click(screen.getByRole('button', { name: '修改邮箱' }))
  await screen.findByText('验证码错误或已过期')
  expect(screen.getByLabelText<HTMLInputElement>('新邮箱').value).toBe('wang@shop.cn')
})

test('两步验证: it is on once the app’s code is correct, and the recovery codes stay until they are closed', async () => {
  answer(auth.totpSetup, { secret: 'JBSWY3DPEHPK3PXP', otpauthUrl: 'otpauth://x', qr: 'data:image/png;base64,AA' })
  const enabled = answer(auth.totpEnable, refuse(400, 'VALIDATION', '验证码错误'))
  const user = open('mfa')
  await user.click(await screen.findByRole('button', { name: '开启两步验证' }))
  expect((await screen.findByAltText('两步验证二维码')).getAttribute('src')).toContain('data:image/png')
  screen.getByText('JBSW Y3DP EHPK 3PXP')
  await user.type(screen.getByLabelText('验证码'), '111111')
  await user.click(screen.getByRole('button', { name: '确认开启' }))
  await screen.findByText('验证码错误')
  expect(enabled[0]?.body).toEqual({ code: '111111' })
  answer(auth.totpEnable, { recoveryCodes: ['aaaa-1111', 'bbbb-2222'] })
  answer(auth.info, makeUser({ mfaEnabled: true }))
  answer(auth.trustedDevices, [])
  await user.clear(screen.getByLabelText('验证码'))
  await user.type(screen.getByLabelText('验证码'), '222222')
  await user.click(screen.getByRole('button', { name: '确认开启' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('bbbb-2222')
  await user.click(dialog.getByRole('button', { name: '我已保存' }))
  await screen.findByRole('button', { name: '关闭两步验证' })
})

test('两步验证: it is switched off by password and code, and a trusted device is removed', async () => {
  const device = { id: 'd1', browser: 'Chrome', os: 'Windows', ip: '10.0.0.8' }
  answer(auth.trustedDevices, [{ ...device, createTime: '2025-03-01 10:00:00', expireTime: '2025-03-31 10:00:00' }])
  const forgotten = answer(auth.removeTrustedDevice, {})
  const shut = answer(auth.totpDisable, {})
  const user = open('mfa', { mfaEnabled: true })
  await user.click(await screen.findByRole('button', { name: '不再信任' }))
  const question = (await screen.findByText('不再信任该设备？它下次登录时须通过二次验证。')).closest('[role=dialog]')
  await user.click(within(question as HTMLElement).getByRole('button', { name: '不再信任' }))
  await waitFor(() => expect(forgotten[0]?.params).toEqual({ id: 'd1' }))
  await user.click(screen.getByRole('button', { name: '关闭两步验证' }))
  const password = await screen.findByLabelText('登录密码')
  const dialog = within(password.closest('[role=dialog]') as HTMLElement)
  await user.type(password, 'old-Pass-1')
  await user.type(dialog.getByLabelText('动态验证码或恢复码'), '123456')
  await user.click(dialog.getByRole('button', { name: '关闭两步验证' }))
  await waitFor(() => expect(shut[0]?.body).toEqual({ password: 'old-Pass-1', code: '123456' }))
})

/** Replaces a browser's canvas and images, which jsdom lacks. @returns the positions drawn at, the latest last */
function drawPictures(width: number, height: number) {
  const drawn: number[][] = []
  const brush = { clearRect: () => {}, drawImage: (_picture: unknown, ...place: number[]) => drawn.push(place) }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(brush as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(new Blob(['png'])))
  vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get').mockReturnValue(256)
  Object.assign(HTMLCanvasElement.prototype, { setPointerCapture: () => {} })
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} })
  Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() })
  vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLImageElement.prototype, 'naturalHeight', 'get').mockReturnValue(height)
  return drawn
}

test('头像: a square of a wide picture is sent, moved no further than the picture reaches', async () => {
  const drawn = drawPictures(1000, 500)
  const sent = answer(userCenter.updateAvatar, { avatar: '/file/a.png' })
  const user = open('profile')
  await user.click(screen.getByRole('button', { name: /头像/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: '确认' }).disabled).toBe(true)
  await user.upload(dialog.getByLabelText(/选择图片/), new File(['x'], 'me.png', { type: 'image/png' }))
  await dialog.findByRole('button', { name: '复位' })
  expect(drawn.at(-1)).toEqual([-256, 0, 1024, 512])
  const canvas = dialog.getByLabelText(/可拖动调整位置/)
  fireEvent.pointerDown(canvas, { clientX: 100, clientY: 100 })
  fireEvent.pointerMove(canvas, { clientX: 150, clientY: 130 })
  await waitFor(() => expect(drawn.at(-1)).toEqual([-156, 0, 1024, 512]))
  fireEvent.pointerMove(canvas, { clientX: 900, clientY: 100 })
  await waitFor(() => expect(drawn.at(-1)).toEqual([0, 0, 1024, 512]))
  await user.click(dialog.getByRole('button', { name: '确认' }))
  await screen.findByText('头像已更新')
  expect(sent[0]?.body).toMatchObject({ files: ['avatar.png'] })
})

test('头像: a file that is not a picture is refused before it is sent', async () => {
  drawPictures(10, 10)
  const user = open('profile')
  await user.click(screen.getByRole('button', { name: /头像/ }))
  const chooser = within(await screen.findByRole('dialog')).getByLabelText<HTMLInputElement>(/选择图片/)
  fireEvent.change(chooser, { target: { files: [new File(['x'], 'me.gif', { type: 'image/gif' })] } })
  await screen.findByText(/上传文件类型只能为/)
})
