/** The result of a sign-in as shown to staff, by the reason in the log. */
export const loginReasons: Readonly<Record<string, string>> = {
  ok: '登录成功',
  captcha: '验证码错误',
  password: '账号或密码错误',
  disabled: '账号已停用',
  locked: '账号已锁定',
  ip: '网络不允许',
  mfa: '两步验证失败',
  logout: '退出登录',
  kicked: '被强制下线',
  expired: '登录已过期',
}
