import { routes } from '../routes.ts'
import * as t from '../schema.ts'

/** Wider than what staff type: a channel delivers these numbers. */
export const buyerPhone = t.String({
  title: '手机号',
  pasted: 'phone',
  pattern: /^1[3-9]\d{9}$/,
  example: '13800138000',
  hint: '请输入正确的11位手机号',
})
export const captcha = t.String({
  title: '验证码',
  pattern: /^\d{6}$/,
  example: '123456',
  ask: '请输入验证码',
  hint: '请输入6位数字验证码',
})
/** The customer who recommended the shop; 0 for nobody. */
const spread_spid = t.Optional(t.Integer({ title: '推荐人' }))
const nickname = t.String({ title: '昵称', minLength: 1, maxLength: 64 })
const avatar = t.String({ title: '头像', maxLength: 512, example: 'https://thirdwx.qlogo.cn/mmopen/avatar/132' })
const wechatCode = t.String({ title: '微信登录凭证', minLength: 1, maxLength: 128 })

export const MIN_BUYER_PASSWORD = 8
/** As a buyer sets it. */
const newPassword = t.String({
  title: '密码',
  raw: true,
  minLength: MIN_BUYER_PASSWORD,
  maxLength: 64,
  example: 'yu-tian-mai-san-7',
})

export const FrontConfig = t.Object({
  siteName: t.String(),
  logo: t.String(),
  mobileLoginLogo: t.String(),
  phoneVerification: t.Array(t.OneOfNumbers([1, 2]), { description: '绑定手机号的方式：1 微信手机号，2 短信验证' }),
  wechatOpen: t.Boolean({ description: '可以用公众号登录' }),
  /** What is offered inside WeChat; the password stays with the code. */
  wechatWays: t.Array(t.OneOfNumbers([1, 2]), {
    title: '微信内登录方式',
    description: '微信内的登录方式：1 微信授权，2 验证码',
  }),
  wechatAuthorize: t.String({
    title: '公众号授权页',
    description: '公众号授权页，由页面加上 redirect_uri、scope 和 state；没有公众号时为空',
    example: 'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx1&response_type=code',
  }),
  fake: t.Boolean({ description: '微信模拟环境' }),
})
export type FrontConfig = t.Static<typeof FrontConfig>

const MobileForm = t.Object({ phone: buyerPhone, captcha, spread_spid })
export type MobileForm = t.Static<typeof MobileForm>

const PasswordForm = t.Object({
  account: t.String({ title: '账号', pasted: 'phone', minLength: 1, maxLength: 32 }),
  password: t.String({ title: '密码', raw: true, minLength: 1, maxLength: 64 }),
  spread_spid,
})
export type BuyerPasswordForm = t.Static<typeof PasswordForm>

const ProgramForm = t.Object({
  code: wechatCode,
  nickname: t.Optional(nickname),
  avatar: t.Optional(avatar),
  spread_spid,
})
export type ProgramForm = t.Static<typeof ProgramForm>

const OfficialForm = t.Object({ code: wechatCode, spread_spid })
export type OfficialForm = t.Static<typeof OfficialForm>

const BindingForm = t.Object({
  key: t.String({ title: '登录凭据', minLength: 1, maxLength: 1000 }),
  phone: t.Optional(buyerPhone),
  captcha: t.Optional(captcha),
  phoneCode: t.Optional(t.String({ title: '微信手机号凭证', minLength: 1, maxLength: 128 })),
})
export type BindingForm = t.Static<typeof BindingForm>

/** A sign-in that succeeded. */
export const SignedInBuyer = t.Object({
  token: t.String(),
  type: t.OneOf(['login', 'register']),
  uid: t.Id,
  nickname: t.String(),
  phone: t.String({ description: '隐去中间四位；没有手机号时为空' }),
})
export type SignedInBuyer = t.Static<typeof SignedInBuyer>

/** A WeChat user who must bind a phone first, by `wechat/register/binding/phone` within ten minutes. */
const PhoneWanted = t.Object({ type: t.OneOf(['start']), key: t.String() })

/** Either, by `type`. */
export const WechatSignIn = t.Object({
  type: t.OneOf(['login', 'register', 'start']),
  token: t.Optional(t.String()),
  uid: t.Optional(t.Id),
  nickname: t.Optional(t.String()),
  phone: t.Optional(t.String()),
  key: t.Optional(t.String({ description: '类型 start：十分钟内凭它绑定手机号' })),
})
export type WechatSignIn = SignedInBuyer | t.Static<typeof PhoneWanted>

const ResetForm = t.Object({ phone: buyerPhone, captcha, password: newPassword })
export type ResetForm = t.Static<typeof ResetForm>

const ProfileForm = t.Object({
  nickname: t.Optional(nickname),
  avatar: t.Optional(avatar),
  sex: t.Optional(t.OneOfNumbers([0, 1, 2, 3], { title: '性别', description: '0 未知，1 男，2 女，3 保密' })),
  birthday: t.Optional(
    t.String({ title: '生日', pattern: /^\d{4}-\d\d-\d\d$/, example: '1990-01-31', hint: '生日格式应为 1990-01-31' }),
  ),
})
export type BuyerProfileForm = t.Static<typeof ProfileForm>

const Binding = t.Object({
  phone: buyerPhone,
  captcha,
  oldCaptcha: t.Optional({
    ...captcha,
    title: '原手机号验证码',
    description: '更换手机号时必填：发到原手机号的验证码',
  }),
})
export type PhoneBinding = t.Static<typeof Binding>

const base = '/api/front'

/** 11.1: how buyers come in. */
export const frontSignIn = routes('front-sign-in', {
  config: {
    method: 'GET',
    path: `${base}/login/config`,
    permission: 'visitor',
    summary: '买家登录页设置',
    response: FrontConfig,
  },
  sendCode: {
    method: 'POST',
    path: `${base}/sendCode`,
    permission: 'visitor',
    errors: [502],
    quiet: true,
    summary: '发送短信验证码',
    /** A signed-in buyer, who sees the own phone masked, leaves it out. */
    body: t.Object({ phone: t.Optional(buyerPhone) }),
    response: t.Done,
  },
  mobile: {
    method: 'POST',
    path: `${base}/login/mobile`,
    permission: 'visitor',
    unkept: true,
    secret: ['captcha'],
    summary: '买家用短信验证码登录，新号码自动注册',
    body: MobileForm,
    response: SignedInBuyer,
  },
  password: {
    method: 'POST',
    path: `${base}/login`,
    permission: 'visitor',
    unkept: true,
    secret: ['account', 'password'],
    errors: [423],
    summary: '买家用密码登录',
    body: PasswordForm,
    response: SignedInBuyer,
  },
  program: {
    method: 'POST',
    path: `${base}/wechat/authorize/program/login`,
    permission: 'visitor',
    unkept: true,
    secret: ['code'],
    errors: [502],
    summary: '买家用小程序登录',
    body: ProgramForm,
    response: WechatSignIn,
  },
  official: {
    method: 'POST',
    path: `${base}/wechat/authorize/login`,
    permission: 'visitor',
    unkept: true,
    secret: ['code'],
    errors: [502],
    summary: '买家用公众号登录',
    body: OfficialForm,
    response: WechatSignIn,
  },
  bindWechat: {
    method: 'POST',
    path: `${base}/wechat/register/binding/phone`,
    permission: 'visitor',
    unkept: true,
    secret: ['key', 'captcha', 'phoneCode'],
    errors: [502],
    summary: '微信用户绑定手机号并登录',
    body: BindingForm,
    response: SignedInBuyer,
  },
  isSignedIn: {
    method: 'POST',
    path: `${base}/token/is/exist`,
    permission: 'visitor',
    quiet: true,
    summary: '令牌是否有效',
    response: t.Object({ exist: t.Boolean() }),
  },
})

/** What signed-in buyers change of their own account. */
export const frontAccount = routes('front-account', {
  logout: { method: 'POST', path: `${base}/logout`, permission: 'buyer', summary: '买家退出登录', response: t.Done },
  resetPassword: {
    method: 'POST',
    path: `${base}/register/reset`,
    permission: 'buyer',
    secret: ['captcha', 'password'],
    summary: '买家修改密码',
    body: ResetForm,
    response: t.Done,
  },
  edit: {
    method: 'POST',
    path: `${base}/user/edit`,
    permission: 'buyer',
    summary: '买家修改资料',
    body: ProfileForm,
    // What waits until WeChat or the shop has looked at it.
    response: t.Object({
      held: t.Array(t.OneOf(['nickname', 'avatar'], { title: '等待审核' }), { title: '等待审核的资料' }),
    }),
  },
  bindPhone: {
    method: 'POST',
    path: `${base}/update/binding`,
    permission: 'buyer',
    secret: ['captcha', 'oldCaptcha'],
    summary: '买家绑定或更换手机号',
    body: Binding,
    response: t.Done,
  },
  upload: {
    method: 'POST',
    path: `${base}/user/upload/image`,
    permission: 'buyer',
    errors: [502],
    summary: '买家上传图片',
    files: { kinds: ['image'], max: 1 },
    response: t.Object({ url: t.String() }),
  },
})
