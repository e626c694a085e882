import { routes } from '../routes.ts'
import * as t from '../schema.ts'
import { email, phone, sexes } from './admin-user.ts'
import { newPassword, nickName, PasswordPolicy } from './auth.ts'

export const ProfileForm = t.Object({
  nickName,
  phone: t.Optional(phone),
  sex: t.Optional(t.OneOf(sexes, { title: '性别' })),
  introduction: t.Optional(t.String({ title: '简介' })),
  /** For another phone, which is a name to sign in with. */
  password: t.Optional(
    t.String({ title: '登录密码', minLength: 1, maxLength: 128, raw: true, ask: '修改手机号码须输入登录密码' }),
  ),
})
export type ProfileForm = t.Static<typeof ProfileForm>

export const PasswordForm = t.Object({
  oldPass: t.String({ title: '旧密码', minLength: 1, maxLength: 128, raw: true, ask: '请输入旧密码' }),
  newPass: newPassword,
})
export type PasswordForm = t.Static<typeof PasswordForm>

export const EmailCodeForm = t.Object({ email })
export const EmailForm = t.Object({
  password: t.String({ title: '密码', minLength: 1, maxLength: 128, raw: true, ask: '请输入登录密码' }),
  email,
})
export type EmailForm = t.Static<typeof EmailForm>

const LogQuery = t.pageQuery({ createTime: t.Optional(t.TimeRange) })

export const OperationLogRow = t.Object({
  id: t.Id,
  description: t.String(),
  method: t.String(),
  requestIp: t.String(),
  address: t.String(),
  browser: t.String(),
  time: t.Integer({ description: 'ms' }),
  status: t.Integer(),
  requestId: t.String(),
  createTime: t.DateTime,
})
export type OperationLogRow = t.Static<typeof OperationLogRow>

export const LoginLogRow = t.Object({
  id: t.Id,
  username: t.String(),
  result: t.Integer(),
  reason: t.String(),
  ip: t.String(),
  address: t.String(),
  browser: t.String(),
  os: t.String(),
  createTime: t.DateTime,
})
export type LoginLogRow = t.Static<typeof LoginLogRow>

/** 个人中心: the caller's own data only. */
export const userCenter = routes('user-center', {
  updateProfile: {
    method: 'PUT',
    path: '/api/users/center',
    permission: 'auth',
    secret: ['password'],
    summary: '修改个人资料',
    body: ProfileForm,
    response: t.Done,
  },
  updateAvatar: {
    method: 'POST',
    path: '/api/users/updateAvatar',
    permission: 'auth',
    errors: [502],
    summary: '修改头像',
    files: { kinds: ['avatar'], max: 1 },
    response: t.Object({ avatar: t.String() }),
  },
  updatePassword: {
    method: 'POST',
    path: '/api/users/updatePass',
    permission: 'auth',
    early: true,
    secret: ['oldPass', 'newPass'],
    errors: [423],
    summary: '修改密码',
    body: PasswordForm,
    response: t.Done,
  },
  passwordPolicy: {
    method: 'GET',
    path: '/api/users/passwordPolicy',
    permission: 'auth',
    early: true,
    summary: '密码规则',
    response: PasswordPolicy,
  },
  emailCode: {
    method: 'POST',
    path: '/api/code/resetEmail',
    permission: 'auth',
    errors: [502],
    summary: '发送邮箱验证码',
    body: EmailCodeForm,
    response: t.Done,
  },
  updateEmail: {
    method: 'POST',
    path: '/api/users/updateEmail/:code',
    permission: 'auth',
    secret: ['code', 'password'],
    errors: [423],
    summary: '修改邮箱',
    params: t.Object({
      code: t.String({ title: '验证码', pattern: /^\d{6}$/, example: '123456', hint: '请输入6位验证码' }),
    }),
    body: EmailForm,
    response: t.Done,
  },
  preferences: {
    method: 'GET',
    path: '/api/users/preferences',
    permission: 'auth',
    early: true,
    summary: '个人偏好',
    response: t.Json(),
  },
  savePreferences: {
    method: 'PUT',
    path: '/api/users/preferences',
    permission: 'auth',
    early: true,
    quiet: true,
    summary: '保存个人偏好',
    body: t.Json({ title: '偏好' }),
    response: t.Done,
  },
  operationLogs: {
    method: 'GET',
    path: '/api/logs/user',
    permission: 'auth',
    summary: '我的操作日志',
    query: LogQuery,
    response: t.pageOf(OperationLogRow),
  },
  loginLogs: {
    method: 'GET',
    path: '/api/loginLogs/user',
    permission: 'auth',
    summary: '我的登录日志',
    query: LogQuery,
    response: t.pageOf(LoginLogRow),
  },
})
