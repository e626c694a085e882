import { routes } from './routes.ts'
import * as t from './schema.ts'

const Named = t.Object({ id: t.Id, name: t.String() })

/** Who is signed in and what they may do (AU-30…32). */
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
})
export type SignedIn = t.Static<typeof SignedIn>

/** What every page may know before sign-in (SH-108). */
export const Site = t.Object({
  siteName: t.String(),
  logo: t.String(),
  logoSquare: t.String(),
  loginLogo: t.String(),
  loginBackground: t.String(),
  showFooter: t.Boolean(),
  footerTxt: t.String(),
  caseNumber: t.String(),
  policeNumber: t.String(),
  frontDomain: t.String(),
  mediaDomain: t.String(),
  setupRequired: t.Boolean(),
  version: t.String(),
})
export type Site = t.Static<typeof Site>

const username = t.String({
  title: '用户名',
  minLength: 2,
  maxLength: 20,
  pattern: /^[A-Za-z][A-Za-z0-9_.-]*$/,
  ask: '请输入用户名',
  hint: '用户名须以字母开头，只能包含字母、数字、下划线、点和短横线',
})
const nickName = t.String({ title: '昵称', minLength: 2, maxLength: 20, ask: '请输入用户昵称' })
const newPassword = t.String({ title: '密码', minLength: 1, maxLength: 64, raw: true, ask: '密码不能为空' })

export const SetupForm = t.Object({
  setupToken: t.String({ title: '初始化令牌', minLength: 1, maxLength: 200 }),
  username,
  nickName,
  password: newPassword,
  phone: t.Optional(t.String({ title: '手机号码', pattern: /^1[3-8]\d{9}$/, hint: '请输入正确的11位手机号码' })),
  email: t.Optional(t.String({ title: '邮箱', maxLength: 100 })),
  siteName: t.String({ title: '店铺名称', minLength: 2, maxLength: 30 }),
  demoData: t.Optional(t.Boolean({ title: '演示数据' })),
})
export type SetupForm = t.Static<typeof SetupForm>

export const LoginForm = t.Object({
  username: t.String({ title: '用户名', minLength: 2, maxLength: 100, ask: '用户名不能为空' }),
  password: t.String({ title: '密码', minLength: 1, maxLength: 128, raw: true, ask: '密码不能为空' }),
  code: t.Optional(t.String({ title: '验证码', maxLength: 10, ask: '验证码不能为空' })),
  uuid: t.Optional(t.String({ title: '验证码编号', maxLength: 64 })),
  rememberMe: t.Optional(t.Boolean({ title: '记住我' })),
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

const SessionParams = t.Object({
  id: t.String({ title: '会话', pattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ }),
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
    summary: '初始化系统',
    body: SetupForm,
    response: t.Done,
  },
  code: {
    method: 'GET',
    path: '/auth/code',
    permission: 'public',
    perMinute: 20,
    summary: '图形验证码',
    response: Captcha,
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    permission: 'public',
    perMinute: 10,
    secret: ['password', 'code'],
    summary: '登录',
    body: LoginForm,
    response: LoginAnswer,
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
    secret: ['password'],
    summary: '验证身份',
    body: t.Object({
      password: t.String({ title: '密码', minLength: 1, maxLength: 128, raw: true, ask: '密码不能为空' }),
    }),
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
    summary: '退出某个登录设备',
    params: SessionParams,
    response: t.Done,
  },
  removeOtherSessions: {
    method: 'DELETE',
    path: '/auth/sessions',
    permission: 'auth',
    early: true,
    summary: '退出其他登录设备',
    response: t.Done,
  },
})

export { newPassword, nickName, username }
