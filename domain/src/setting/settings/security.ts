import { bool, int, money, select, text, textarea } from './field.ts'

const minute = '次/分钟'

export const security = {
  captcha_type: select('验证码类型', [
    ['arithmetic', '算术'],
    ['char', '字符'],
  ]),
  captcha_mode: select('验证码显示', [
    ['always', '总是'],
    ['afterFailures', '登录失败 2 次后'],
    ['off', '不显示'],
  ]),
  password_min_length: int('密码最小长度', {
    default: 10,
    min: 8,
    max: 32,
    unit: '位',
    help: '少于 10 位，仅在「两步验证」为所有人必须时有效',
  }),
  password_max_age_days: int('密码有效期', { default: 0, max: 3650, unit: '天', help: '0 表示不过期' }),
  session_idle_minutes: int('无操作退出时间', { default: 120, min: 15, max: 1440, unit: '分钟' }),
  session_absolute_hours: int('登录最长有效时间', { default: 12, min: 1, max: 24, unit: '小时' }),
  session_max: int('同时登录设备数', { default: 5, min: 1, max: 50, unit: '台', help: '1 表示新登录使旧登录下线' }),
  mfa_policy: select(
    '两步验证',
    [
      ['off', '不使用'],
      ['optional', '自愿'],
      ['admins', '管理员必须'],
      ['all', '所有人必须'],
    ],
    { default: 'optional' },
  ),
  login_ip_allow: textarea('登录地址白名单', {
    help: '一行一个地址或网段，如 192.168.1.0/24、2001:db8::/32；为空不限',
  }),
  reauth_amount: money('敏感金额', {
    default: 1000_00,
    help: '一笔订单累计退款或一次提现超过此金额时，须再次验证身份',
  }),
  approval_amount: money('审批金额', {
    default: 0,
    help: '一笔退款、提现、调佣金超过此金额时，须由另一位同事审批后才执行；0 表示不审批，余额大额调整也不审批',
  }),
  approval_below_cost: bool('低于成本须审批', {
    help: '开启后，改价、代客下单和开启活动低于商品成本时，须由另一位同事审批后才执行',
  }),
  reveal_daily_limit: int('每日查看完整信息上限', {
    default: 100,
    min: 1,
    max: 10_000,
    unit: '项',
    help: '每人每天最多查看多少个完整的手机号、地址、证件号；同一项重复查看不计',
  }),
  security_contact: text('安全问题联系方式', {
    max: 200,
    pattern: /^(mailto:|https:\/\/|tel:)\S+$/,
    hint: '须以 mailto:、https:// 或 tel: 开头',
    help: '填写后公开在 /.well-known/security.txt，供发现漏洞的人联系',
  }),
  api_docs_enabled: bool('接口文档'),
  strict_version: bool('必须带数据版本号', { help: '开启后，修改数据的请求缺少版本号时拒绝' }),
  rate_anonymous_per_minute: int('未登录访问上限', {
    default: 60,
    min: 10,
    max: 100_000,
    unit: minute,
    help: '每个地址',
  }),
  rate_session_per_minute: int('登录后访问上限', {
    default: 600,
    min: 60,
    max: 100_000,
    unit: minute,
    help: '每次登录',
  }),
  rate_writes_per_minute: int('登录后修改上限', {
    default: 120,
    min: 10,
    max: 100_000,
    unit: minute,
    help: '每次登录',
  }),
  rate_uploads_per_minute: int('上传上限', {
    default: 60,
    min: 1,
    max: 100_000,
    unit: minute,
    help: '每次登录',
  }),
  rate_front_per_minute: int('买家未登录访问上限', {
    default: 600,
    min: 60,
    max: 100_000,
    unit: minute,
    help: '每个地址；手机网络的许多买家共用一个地址',
  }),
  rate_buyer_per_minute: int('买家访问上限', {
    default: 300,
    min: 60,
    max: 100_000,
    unit: minute,
    help: '每次登录',
  }),
  rate_buyer_writes_per_minute: int('买家修改上限', {
    default: 60,
    min: 10,
    max: 100_000,
    unit: minute,
    help: '每次登录',
  }),
  rate_provider_per_minute: int('支付和渠道回调上限', {
    default: 6000,
    min: 600,
    max: 1_000_000,
    unit: minute,
    help: '每个地址',
  }),
  private_network_allowed: bool('允许访问内网地址', {
    help: '开启后，存储、回调、采集、短信和邮件服务器的地址可以指向内网，如自建的 MinIO',
  }),
  slow_sql_ms: int('慢查询时间', { default: 200, min: 10, max: 15_000, unit: '毫秒' }),
  log_retention_days: int('操作日志保留时间', { default: 180, min: 30, max: 3650, unit: '天' }),
  audit_retention_days: int('审计记录保留时间', { default: 1095, min: 180, max: 3650, unit: '天' }),
}
