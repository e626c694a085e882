import { block, directory, page } from './menu-seed.ts'

export const system = block(
  'system',
  '系统',
  { icon: 'system', sort: 120, area: 'system-setting', folder: 'setting' },
  [
    page('admin', '管理员', 'AdminUserList', 'admin:system:admin:list', {
      folder: 'staff',
      area: 'system-people',
      icon: 'user',
      buttons:
        '详情 info, 新增 save, 编辑 update, 状态 update:status, 重置密码 reset:password, 删除 delete, 导出 export',
    }),
    page('role', '角色管理', 'RoleList', 'admin:system:role:list', {
      folder: 'staff',
      area: 'system-people',
      icon: 'role',
      buttons: '详情 info, 新增 save, 编辑 update, 状态 update:status, 删除 delete',
    }),
    page('menu', '菜单管理', 'MenuList', 'admin:system:menu:list', {
      folder: 'staff',
      area: 'system-menu',
      icon: 'menu',
      buttons: '新增 add, 编辑 update, 删除 delete',
    }),
    page('dept', '部门管理', 'DeptList', 'admin:system:dept:list', {
      folder: 'staff',
      area: 'system-people',
      icon: 'dept',
      buttons: '新增 save, 编辑 update, 删除 delete',
    }),
    page('job', '岗位管理', 'PostList', 'admin:system:post:list', {
      folder: 'staff',
      area: 'system-people',
      icon: 'Steve-Jobs',
      buttons: '新增 save, 编辑 update, 删除 delete',
    }),
    page('dict', '字典管理', 'DictList', 'admin:system:dict:list', {
      area: 'system-menu',
      icon: 'dictionary',
      buttons: '新增 save, 编辑 update, 删除 delete',
    }),
    page('setting', '系统设置', 'SettingPage', 'admin:system:config:info', {
      icon: 'configure',
      cache: false,
      buttons: '保存 save:form, 支付 pay, 存储 storage, 安全 security',
    }),
    page('sms', '短信管理', 'SmsPage', 'admin:sms:temps', {
      folder: 'message',
      icon: 'message',
      cache: false,
      buttons: '申请模板 temp:apply, 申请记录 applys, 修改签名 modify:sign, 发送记录 log:list, 测试 test',
    }),
    page('notification', '消息通知', 'NotificationRuleList', 'admin:system:notification:list', {
      folder: 'message',
      icon: 'message',
      buttons: `详情 detail, 编辑 update, 公众号 wechat:switch, 小程序 routine:switch, 短信 sms:switch,
      发送记录 admin:notify:outbox`,
    }),
    page('agreement', '协议管理', 'AgreementList', 'admin:agreement:list', {
      icon: 'article',
      folder: 'decor',
      buttons: '详情 info, 保存 save, 发布 publish',
    }),
    page('notice', '公告管理', 'NoticeList', 'admin:system:notice:list', {
      folder: 'message',
      icon: 'gonggao',
      buttons: '新增 save, 编辑 update, 删除 delete',
    }),
    directory('logistics', '物流设置', 'express', { area: 'system-logistics' }, [
      page('shipping', '运费模板', 'ShippingTemplateList', 'admin:shipping:templates:list', {
        icon: 'express',
        folder: 'product',
        buttons: '详情 info, 新增 save, 编辑 update, 删除 delete, 区域运费 region:list, 包邮条件 free:list',
      }),
      page('express', '物流公司', 'ExpressCompanyList', 'admin:express:list', {
        icon: 'express',
        buttons: `选择 all, 详情 info, 新增 save, 编辑 update, 显示 update:show, 同步 sync, 面单模板 template,
        删除 delete`,
      }),
      page('city', '城市数据', 'RegionList', 'admin:system:city:list', {
        icon: 'tree',
        buttons: '详情 info, 新增 save, 编辑 update, 状态 update:status, 删除 delete, 树 list:tree',
      }),
    ]),
  ],
)

export const monitor = block(
  'monitor',
  '系统监控',
  { icon: 'monitor', sort: 130, area: 'monitor', folder: 'monitor' },
  [
    page('online', '在线用户', 'OnlineUserList', 'admin:system:online:list', {
      folder: 'staff',
      icon: 'peoples',
      buttons: '强退 kick',
    }),
    page('logs', '操作日志', 'OperationLogList', 'admin:system:log:list', {
      icon: 'log',
      buttons: '导出 export, 清空 clear',
    }),
    page('loginLog', '登录日志', 'LoginLogList', 'admin:system:loginlog:list', { icon: 'log' }),
    page('errorLog', '异常日志', 'ErrorLogList', 'admin:system:errorlog:list', {
      icon: 'bug',
      buttons: '详情 info, 处理 update, 清空 clear',
    }),
    page('audit', '审计追踪', 'AuditList', 'admin:system:audit:list', { icon: 'list' }),
    page('server', '服务监控', 'ServerMonitor', 'admin:system:server:info', { icon: 'monitor', cache: false }),
    page('cache', '缓存监控', 'CacheMonitor', 'admin:system:cache:list', {
      icon: 'list',
      cache: false,
      buttons: '清除 delete',
    }),
    page('sql', '数据库监控', 'DbMonitor', 'admin:system:db:info', {
      icon: 'database',
      cache: false,
      buttons: '重置统计 reset, 终止会话 kill',
    }),
  ],
)

export const tools = block(
  'system-tools',
  '系统工具',
  { icon: 'sys-tools', sort: 140, area: 'tools', folder: 'work' },
  [
    page('timing', '定时任务', 'ScheduledJobList', 'admin:schedule:job:list', {
      icon: 'timing',
      buttons: '新增 add, 编辑 update, 删除 delete, 暂停 suspend, 恢复 start, 立即执行 trig, 日志 log:list',
    }),
    page('storage', '文件存储', 'FileList', 'admin:system:storage:list', {
      folder: 'file',
      icon: 'list',
      buttons: '上传 add, 编辑 edit, 删除 delete',
    }),
    page('task', '任务中心', 'TaskList', '', { icon: 'list', buttons: '查看全部 admin:system:task:list' }),
    page('message', '消息中心', 'MessageList', '', { folder: 'message', icon: 'message' }),
    page('email', '邮件工具', 'EmailTool', 'admin:system:email:info', {
      folder: 'message',
      icon: 'email',
      cache: false,
      buttons: '保存 update, 发送 send',
    }),
    page('swagger', '接口文档', 'ApiDoc', 'admin:system:apidoc', { folder: 'monitor', icon: 'swagger', cache: false }),
    page('apikey', 'API密钥', 'ApiKeyList', 'admin:system:apikey:list', {
      folder: 'staff',
      icon: 'lock',
      buttons: '新增 save, 编辑 update, 删除 delete',
    }),
    page('webhook', 'Webhook', 'WebhookList', 'admin:system:webhook:list', {
      folder: 'message',
      icon: 'link',
      buttons: '新增 save, 编辑 update, 删除 delete',
    }),
    page('backup', '备份与体检', 'BackupPage', 'admin:system:backup:list', {
      icon: 'database',
      cache: false,
      buttons: '备份 save, 删除 delete',
    }),
    page('icons', '图标库', 'IconGallery', '', { folder: 'setting', icon: 'icon', cache: false }),
  ],
)
