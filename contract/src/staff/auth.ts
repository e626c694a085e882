import { routes } from '../routes.ts'
import * as t from '../schema.ts'

const Named = t.Object({ id: t.Id, name: t.String() })

/** The user signed in and their permissions. */
export const SignedIn = t.Object({
  id: t.Id,
  username: t.String(),
  name: t.String(),
  sex: t.String(),
  avatar: t.String(),
  email: t.String(),
  phone: t.String(),
  introduction: t.String(),
  dept: t.Nullable(Named),
  job: t.Nullable(Named),
  storeIds: t.Array(t.Id, { maxItems: 10_000 }),
  dataScopes: t.Array(t.String()),
  enabled: t.Boolean(),
  createTime: t.DateTime,
  lastLoginTime: t.Nullable(t.DateTime),
  lastLoginIp: t.String(),
  roles: t.Array(t.String()),
  roleNames: t.Array(t.String()),
  roleLevel: t.Integer(),
  permissions: t.Array(t.String(), { maxItems: 10_000 }),
  mustChangePassword: t.Boolean(),
  passwordExpireDays: t.Nullable(t.Integer()),
  mfaEnabled: t.Boolean(),
  mfaRequired: t.Boolean(),
  preferences: t.Json(),
  sessionId: t.String(),
  /** Set while the console is looked at as a role or a member of staff: roles, permissions and scope are theirs. */
  seeing: t.Optional(
    t.Object(
      {
        kind: t.OneOf(['role', 'user'], { title: '查看的身份' }),
        id: t.Id,
        name: t.String(),
        since: t.DateTime,
        /** Why it is over; nothing but leaving works then. */
        ended: t.Optional(t.String({ title: '为何结束' })),
      },
      { title: '正在查看的身份' },
    ),
  ),
})
export type SignedIn = t.Static<typeof SignedIn>

/** What every page may know before sign-in. */
export const Site = t.Object({
  siteName: t.String(),
  logo: t.String(),
  logoSquare: t.String(),
  loginLogo: t.String(),
  loginBackground: t.String(),
  showFooter: t.Boolean(),
  footerTxt: t.String(),
  caseNumber: t.String(),
  caseUrl: t.String(),
  policeNumber: t.String(),
  policeUrl: t.String(),
  company: t.String({ description: '版权公司名称' }),
  frontDomain: t.String(),
  mediaDomain: t.String(),
  setupRequired: t.Boolean(),
  /** Only staff who may change the settings can work in the console. */
  maintenance: t.Boolean(),
  /** A forgotten password can be reset by e-mail. */
  resetByEmail: t.Boolean(),
  /** The process plays WeChat itself. */
  wechatFake: t.Boolean(),
  /** Buyers may pay with play money. */
  simPay: t.Boolean(),
  version: t.String(),
})
export type Site = t.Static<typeof Site>

const username = t.String({
  title: '用户名',
  minLength: 2,
  maxLength: 20,
  pattern: /^[A-Za-z][A-Za-z0-9_.-]*$/,
  example: 'zhangsan',
  ask: '请输入用户名',
  hint: '用户名须以字母开头，只能包含字母、数字、下划线、点和短横线',
})
const nickName = t.String({ title: '昵称', minLength: 2, maxLength: 20, ask: '请输入用户昵称' })
const newPassword = t.String({
  title: '密码',
  minLength: 1,
  maxLength: 64,
  raw: true,
  example: 'Kaixin-2026-men',
  ask: '密码不能为空',
})

export const SetupForm = t.Object({
  setupToken: t.String({ title: '初始化令牌', minLength: 1, maxLength: 200 }),
  username,
  nickName,
  password: newPassword,
  phone: t.Optional(
    t.String({
      title: '手机号码',
      pasted: 'phone',
      pattern: /^1[3-9]\d{9}$/,
      example: '13800138000',
      hint: '请输入正确的11位手机号码',
    }),
  ),
  email: t.Optional(t.String({ title: '邮箱', maxLength: 100 })),
  siteName: t.String({ title: '店铺名称', minLength: 2, maxLength: 30 }),
  demoData: t.Optional(t.Boolean({ title: '演示数据' })),
})
export type SetupForm = t.Static<typeof SetupForm>
export const SetupToken = t.Object({ setupToken: SetupForm.properties.setupToken })
export type SetupToken = t.Static<typeof SetupToken>

/** Rules for a new password that the browser can check. */
export const PasswordPolicy = t.Object({
  minLength: t.Integer({ description: 'code points' }),
})
export type PasswordPolicy = t.Static<typeof PasswordPolicy>

export const LoginForm = t.Object({
  username: t.String({ title: '用户名', minLength: 2, maxLength: 100, ask: '用户名不能为空' }),
  password: t.String({ title: '密码', minLength: 1, maxLength: 128, raw: true, ask: '密码不能为空' }),
  code: t.Optional(t.String({ title: '验证码', maxLength: 10, ask: '验证码不能为空' })),
  uuid: t.Optional(t.String({ title: '验证码编号', maxLength: 64 })),
  rememberMe: t.Optional(t.Boolean({ title: '记住我' })),
  /** Of the second factor: opens a lock for this try. */
  factorCode: t.Optional(t.String({ title: '两步验证码', maxLength: 20 })),
})
export type LoginForm = t.Static<typeof LoginForm>

export const LoginAnswer = t.Object({
  token: t.String(),
  user: SignedIn,
  expiresAt: t.DateTime,
  idleSeconds: t.Integer(),
  mustChangePassword: t.Boolean(),
})
export type LoginAnswer = t.Static<typeof LoginAnswer>

/** Methods of the second factor. */
export const mfaMethods = ['totp', 'recovery'] as const

/** The password was right; the second factor is still required (docs/access.md, Signing in). */
export const MfaQuestion = t.Object({
  mfaRequired: t.Boolean(),
  mfaToken: t.String(),
  methods: t.Array(t.OneOf(mfaMethods)),
})
export type MfaQuestion = t.Static<typeof MfaQuestion>

export const MfaAnswer = t.Object({
  mfaToken: t.String({ title: '登录验证', minLength: 1, maxLength: 64 }),
  code: t.String({ title: '验证码', minLength: 1, maxLength: 20, ask: '请输入验证码' }),
  trustDevice: t.Optional(t.Boolean({ title: '信任此设备' })),
})
export type MfaAnswer = t.Static<typeof MfaAnswer>

export const ForgotForm = t.Object({
  email: t.String({
    title: '邮箱',
    minLength: 3,
    maxLength: 100,
    pattern: /^[^\s@]+@[^\s@]+$/,
    example: 'zhangsan@example.com',
    hint: '请输入正确的邮箱地址',
  }),
  code: t.Optional(t.String({ title: '验证码', maxLength: 10, ask: '验证码不能为空' })),
  uuid: t.Optional(t.String({ title: '验证码编号', maxLength: 64 })),
})
export type ForgotForm = t.Static<typeof ForgotForm>

export const ResetForm = t.Object({
  token: t.String({ title: '重置链接', minLength: 1, maxLength: 100 }),
  newPass: newPassword,
})
export type ResetForm = t.Static<typeof ResetForm>

const totpCode = t.String({ title: '验证码', minLength: 1, maxLength: 20, ask: '请输入验证码' })
const ownPassword = t.String({ title: '密码', minLength: 1, maxLength: 128, raw: true, ask: '密码不能为空' })

/** The data to set up an authenticator app with. */
export const TotpSetup = t.Object({
  secret: t.String(),
  otpauthUrl: t.String(),
  qr: t.String({ description: 'data URI' }),
})
export type TotpSetup = t.Static<typeof TotpSetup>

export const TotpEnableForm = t.Object({ code: totpCode })
export const TotpDisableForm = t.Object({ password: ownPassword, code: totpCode })
export const TotpRecoveryForm = t.Object({ password: ownPassword })
const RecoveryCodes = t.Object({ recoveryCodes: t.Array(t.String()) })

/** Either of the two proves the caller's identity. */
export const ReauthForm = t.Object({
  password: t.Optional(t.String({ title: '密码', minLength: 1, maxLength: 128, raw: true, ask: '密码不能为空' })),
  code: t.Optional(totpCode),
})
export type ReauthForm = t.Static<typeof ReauthForm>

export const TrustedDevice = t.Object({
  id: t.String(),
  browser: t.String(),
  os: t.String(),
  ip: t.String(),
  createTime: t.DateTime,
  expireTime: t.DateTime,
})
export type TrustedDevice = t.Static<typeof TrustedDevice>

export const Captcha = t.Object({
  img: t.String({ description: 'data URI, 111×36' }),
  uuid: t.String(),
  enabled: t.Boolean(),
  expireSeconds: t.Integer(),
})
export type Captcha = t.Static<typeof Captcha>

export const Session = t.Object({
  id: t.String(),
  kind: t.String(),
  ip: t.String(),
  address: t.String(),
  browser: t.String(),
  os: t.String(),
  loginTime: t.DateTime,
  lastActiveTime: t.DateTime,
  current: t.Boolean(),
})
export type Session = t.Static<typeof Session>

const UuidParams = t.Object({
  id: t.String({
    title: '编号',
    pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
    example: '0190b6a2-7c3e-7b5f-8a1d-2f3e4d5c6b7a',
  }),
})

export const auth = routes('auth', {
  site: { method: 'GET', path: '/auth/site', permission: 'public', early: true, summary: '站点信息', response: Site },
  setupStatus: {
    method: 'GET',
    path: '/auth/setup',
    permission: 'public',
    early: true,
    summary: '是否需要初始化',
    response: t.Object({ required: t.Boolean(), needToken: t.Optional(t.Boolean()) }),
  },
  setup: {
    method: 'POST',
    path: '/auth/setup',
    permission: 'public',
    early: true,
    secret: ['setupToken', 'password'],
    unkept: true,
    summary: '初始化系统并登录',
    body: SetupForm,
    response: LoginAnswer,
  },
  checkSetupToken: {
    method: 'POST',
    path: '/auth/setup/token',
    permission: 'public',
    early: true,
    secret: ['setupToken'],
    summary: '检查初始化令牌',
    body: SetupToken,
    response: t.Done,
  },
  code: {
    method: 'GET',
    path: '/auth/code',
    permission: 'public',
    perMinute: 20,
    summary: '图形验证码',
    query: t.Object({ required: t.Optional(t.Boolean({ title: '总是显示' })) }),
    response: Captcha,
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    permission: 'public',
    perMinute: 10,
    secret: ['password', 'code', 'factorCode'],
    errors: [423],
    summary: '登录',
    body: LoginForm,
    response: t.Either(LoginAnswer, MfaQuestion),
  },
  loginTotp: {
    method: 'POST',
    path: '/auth/login/totp',
    permission: 'public',
    perMinute: 10,
    secret: ['mfaToken', 'code'],
    errors: [423],
    summary: '登录的两步验证',
    body: MfaAnswer,
    response: LoginAnswer,
  },
  forgot: {
    method: 'POST',
    path: '/auth/forgot',
    permission: 'public',
    secret: ['email', 'code'],
    summary: '忘记密码',
    body: ForgotForm,
    response: t.Object({ message: t.String() }),
  },
  reset: {
    method: 'POST',
    path: '/auth/reset',
    permission: 'public',
    perMinute: 10,
    secret: ['token', 'newPass'],
    summary: '重置密码',
    body: ResetForm,
    response: t.Done,
  },
  resetPolicy: {
    method: 'GET',
    path: '/auth/reset',
    permission: 'public',
    summary: '重置密码的规则',
    response: PasswordPolicy,
  },
  totpSetup: {
    method: 'POST',
    path: '/auth/totp/setup',
    permission: 'auth',
    early: true,
    reauth: true,
    unkept: true,
    summary: '设置两步验证',
    body: t.Object({}),
    response: TotpSetup,
  },
  totpEnable: {
    method: 'POST',
    path: '/auth/totp/enable',
    permission: 'auth',
    early: true,
    secret: ['code'],
    unkept: true,
    summary: '开启两步验证',
    body: TotpEnableForm,
    response: RecoveryCodes,
  },
  totpDisable: {
    method: 'POST',
    path: '/auth/totp/disable',
    permission: 'auth',
    early: true,
    secret: ['password', 'code'],
    errors: [423],
    summary: '关闭两步验证',
    body: TotpDisableForm,
    response: t.Done,
  },
  totpRecovery: {
    method: 'POST',
    path: '/auth/totp/recovery',
    permission: 'auth',
    early: true,
    secret: ['password'],
    unkept: true,
    errors: [423],
    summary: '更换恢复码',
    body: TotpRecoveryForm,
    response: RecoveryCodes,
  },
  trustedDevices: {
    method: 'GET',
    path: '/auth/trustedDevices',
    permission: 'auth',
    early: true,
    summary: '免两步验证的设备',
    response: t.Array(TrustedDevice),
  },
  removeTrustedDevice: {
    method: 'DELETE',
    path: '/auth/trustedDevices/:id',
    permission: 'auth',
    early: true,
    summary: '不再信任某个设备',
    params: UuidParams,
    response: t.Done,
  },
  info: {
    method: 'GET',
    path: '/auth/info',
    permission: 'auth',
    early: true,
    summary: '当前用户信息',
    response: SignedIn,
  },
  logout: { method: 'DELETE', path: '/auth/logout', permission: 'public', summary: '退出登录', response: t.Done },
  reauth: {
    method: 'POST',
    path: '/auth/reauth',
    permission: 'auth',
    early: true,
    secret: ['password', 'code'],
    errors: [423],
    summary: '验证身份',
    body: ReauthForm,
    response: t.Done,
  },
  sessions: {
    method: 'GET',
    path: '/auth/sessions',
    permission: 'auth',
    early: true,
    summary: '我的登录设备',
    response: t.Array(Session),
  },
  removeSession: {
    method: 'DELETE',
    path: '/auth/sessions/:id',
    permission: 'auth',
    early: true,
    reauth: true,
    summary: '退出某个登录设备',
    params: UuidParams,
    response: t.Done,
  },
  removeOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    permission: 'auth',
    early: true,
    reauth: true,
    summary: '退出其他登录设备',
    response: t.Done,
  },
})

export { newPassword, nickName, username }
