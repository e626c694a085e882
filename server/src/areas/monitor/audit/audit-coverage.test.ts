import { type HistoryObject, historyObjects } from '@zhanggui/contract/history-objects.ts'
import { audit } from '@zhanggui/contract/monitor/audit.ts'
import { history } from '@zhanggui/contract/monitor/history.ts'
import { isForStaff, type Route } from '@zhanggui/contract/routes.ts'
import { dept } from '@zhanggui/contract/staff/dept.ts'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Versioned, versioned } from '../../../platform/data/versioned.ts'
import { hashPassword } from '../../../platform/security/password-hash.ts'
import { type TaskStatus, tasks } from '../../../platform/work/task.tables.ts'
import { caseForm, makeCase, onItsWayBack } from '../../../testing/after-sales.ts'
import { giveCopy, storeCoupon } from '../../../testing/coupon-copy.ts'
import { makeForm } from '../../../testing/files/multipart.ts'
import { type MadeOrder, makeOrder } from '../../../testing/order.ts'
import { type Caller, openShop, type Shop } from '../../../testing/shop.ts'
import { storeDraft } from '../../../testing/store.ts'
import { boss } from '../../../testing/templates.ts'
import { trailOf } from '../../../testing/trail.ts'
import { makeCustomer } from '../../../testing/user.ts'
import { liftRateLimits } from '../../../testing/walk/hostile.ts'
import { areas } from '../../areas.ts'
import { couponCodes } from '../../coupon/code/coupon-code.tables.ts'
import { shopUsers } from '../../user/shop-user/shop-user.tables.ts'
import { titleOfField, titlesOf } from '../history/history-fields.ts'

type Ids = Record<string, number>
type Call = { params?: Record<string, string | number>; body?: unknown; file?: [name: string, content: Buffer] }
type Walk = (ids: Ids, shop: Shop) => Call | Promise<Call>

/** What is called, in this order, by the name of its route: each changes something and must leave a row in the trail. */
const walks: Record<string, Walk> = {
  'dept.save': () => ({ body: { name: '仓库', pid: 0 } }),
  'dept.update': (ids) => ({ body: { id: ids['dept.save'], name: '总仓', pid: 0 } }),
  'post.save': (ids) => ({ body: { name: '收银', dept: { id: ids['dept.save'] } } }),
  'post.update': (ids) => ({ body: { id: ids['post.save'], name: '收银员', dept: { id: ids['dept.save'] } } }),
  'post.remove': (ids) => ({ body: [ids['post.save']] }),
  'dept.remove': (ids) => ({ body: [ids['dept.save']] }),
  'dict.save': () => ({ body: { name: 'colour', remark: '颜色' } }),
  'dict.update': (ids) => ({ body: { id: ids['dict.save'], name: 'colours', remark: '颜色' } }),
  'dict-detail.save': (ids) => ({ body: { label: '红', value: 'red', dict: { id: ids['dict.save'] } } }),
  'dict-detail.update': (ids) => ({
    body: { id: ids['dict-detail.save'], label: '大红', value: 'red', dict: { id: ids['dict.save'] } },
  }),
  'dict-detail.remove': (ids) => ({ params: { id: ids['dict-detail.save'] ?? 0 } }),
  'dict.remove': (ids) => ({ params: { id: ids['dict.save'] ?? 0 } }),
  'menu.save': () => ({ body: { name: '帮助', type: 0, path: 'help' } }),
  'menu.update': (ids) => ({ body: { id: ids['menu.save'], name: '帮助中心', type: 0, path: 'help' } }),
  'menu.sort': (ids) => ({ body: { pid: 0, ids: [ids['menu.save']] } }),
  'menu.remove': (ids) => ({ body: [ids['menu.save']] }),
  'menu.restoreDefault': async (_, { ctx }) => {
    await ctx.db.execute(sql`delete from role_menu`)
    await ctx.db.execute(
      sql`delete from menu where path = 'monitor/audit' or permissions @> '{admin:system:audit:list}'`,
    )
    return { body: {} }
  },
  'role.save': () => ({ body: { name: '巡店', permission: 'role_patrol', level: 3, dataScope: '全部' } }),
  'role.update': (ids) => ({
    body: { id: ids['role.save'], name: '巡店员', permission: 'role_patrol', dataScope: '全部' },
  }),
  'role.updateMenus': (ids) => ({ body: { id: ids['role.save'], menus: [{ id: ids.menu }] } }),
  'role.updateStatus': (ids) => ({ params: { id: ids['role.save'] ?? 0 }, body: { status: false } }),
  'role.copy': (ids) => ({ params: { id: ids['role.save'] ?? 0 }, body: { name: '夜巡', permission: 'role_night' } }),
  'admin-user.save': (ids) => ({
    body: { username: 'xiaomei', nickName: '小美', roles: [{ id: ids['role.copy'] }], password: 'Shop-Clerk-2026' },
  }),
  'admin-user.update': (ids) => ({
    body: { id: ids['admin-user.save'], nickName: '美美', roles: [{ id: ids['role.copy'] }] },
  }),
  'store.save': () => ({ body: storeDraft('一店') }),
  'store.update': (ids) => ({ body: { id: ids['store.save'], ...storeDraft('二店') } }),
  'store-staff.save': (ids) => ({
    body: { storeId: ids['store.save'], adminId: ids['admin-user.save'], staffName: '小美' },
  }),
  'store-staff.update': (ids) => ({
    body: {
      id: ids['store-staff.save'],
      storeId: ids['store.save'],
      adminId: ids['admin-user.save'],
      staffName: '美美',
    },
  }),
  'store-staff.allow': (ids) => ({ body: { id: ids['store-staff.save'], verifyStatus: true } }),
  'user-group.save': () => ({ body: { groupName: '老客' } }),
  'user-group.update': (ids) => ({ body: { id: ids['user-group.save'], groupName: '常客' } }),
  'user-tag.save': () => ({ body: { name: '爱茶' } }),
  'user-tag.update': (ids) => ({ body: { id: ids['user-tag.save'], name: '爱茶人' } }),
  'user-level.save': () => ({ body: { name: '玉', grade: 90, experience: 900_000_000, discount: 90 } }),
  'user-level.update': (ids) => ({
    params: { id: ids['user-level.save'] ?? 0 },
    body: { name: '美玉', grade: 90, experience: 900_000_000, discount: 88 },
  }),
  'sign.save': () => ({ body: { title: '第八天', day: 8, integral: 5 } }),
  'sign.update': (ids) => ({ body: { id: ids['sign.save'], title: '第八日', day: 8, integral: 8 } }),
  'user-segment.save': () => ({ body: { name: '北京', query: { province: '北京市' } } }),
  'user-segment.update': (ids) => ({ body: { id: ids['user-segment.save'], name: '女', query: { sex: 2 } } }),
  'coupon.save': () => ({ body: { name: '十元券', money: 10, day: 7 } }),
  'coupon.update': (ids) => ({ body: { id: ids['coupon.save'], name: '周年券' } }),
  'coupon.useStatus': (ids) => ({ body: { id: ids['coupon.save'], status: true } }),
  'coupon-copy.receive': async (ids, { ctx }) => ({
    body: { couponId: ids['coupon.save'], uid: [await makeCustomer(ctx)] },
  }),
  'coupon-copy.undo': async (_, { ctx }) => {
    const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from coupon_send`)
    return { body: { sendId: rows[0]?.id } }
  },
  'coupon-copy.revoke': async (_, { ctx }) => ({
    body: { ids: [(await giveCopy(ctx, await makeCustomer(ctx))).id], reason: '发错了' },
  }),
  'coupon-code.save': async (_, { ctx }) => {
    const couponId = await storeCoupon(ctx, { type: 4 })
    return { body: { couponId, kind: 'shared', code: 'SPRING2026' } }
  },
  'coupon-code.void': async (_, { ctx }) => {
    const [code] = await ctx.db.select().from(couponCodes)
    return { body: { couponId: code?.couponId, batchNo: code?.batchNo } }
  },
  'coupon.remove': (ids) => ({ body: { id: ids['coupon.save'] } }),
  'shop-user.save': () => ({ body: { phone: '13800000001', nickname: '小满' } }),
  'shop-user.update': (ids) => ({ body: { id: ids['shop-user.save'], realName: '李小满' } }),
  'shop-user.phone': (ids) => ({ body: { id: ids['shop-user.save'], phone: '13800000002' } }),
  'shop-user.funds': (ids) => ({
    body: { uid: ids['shop-user.save'], moneyType: 1, moneyValue: 5, integralType: 1, integralValue: 5, mark: '补偿' },
  }),
  'shop-user.group': (ids) => ({ body: { ids: [ids['shop-user.save']], groupId: ids['user-group.save'] } }),
  'shop-user.tag': (ids) => ({ body: { ids: [ids['shop-user.save']], tagIds: [ids['user-tag.save']], mode: 'add' } }),
  'shop-user.spread': async (ids, { ctx }) => {
    const row = { account: 'promoter', nickname: '推广', isPromoter: true }
    const [made] = await ctx.db.insert(shopUsers).values(row).returning({ id: shopUsers.id })
    return { body: { userId: ids['shop-user.save'], spreadUid: made?.id } }
  },
  'shop-user.clearSpread': (ids) => ({ body: { id: ids['shop-user.save'] } }),
  'shop-user.level': (ids) => ({ body: { uid: ids['shop-user.save'], levelId: ids['user-level.save'], isSub: true } }),
  'order.mark': (_, shop) => ordered(shop, { remark: '送礼' }),
  'refund.start': (_, shop) =>
    ordered(shop, { amount: 1, method: 'balance', reason: '少发' }, { paid: true, payType: 'yue' }),
  'order-note.tag': (_, shop) => ordered(shop, { add: [1] }),
  'order-note.hold': (_, shop) => ordered(shop, { reason: '等通知' }, { paid: true }),
  'order-note.unhold': (_, shop) => ordered(shop, {}, { paid: true, hold: true }),
  'order-note.comment': (_, shop) => ordered(shop, { content: '已回电' }),
  'order-note.editComment': (ids) => ({ body: { id: ids['order-note.comment'], content: '已回电两次' } }),
  'order-note.removeComment': (ids) => ({ body: { id: ids['order-note.comment'] } }),
  'order-note.bulk': async (_, { ctx }) => {
    const { orderNo } = await makeOrder(ctx)
    return { body: { act: 'mark', orderNos: [orderNo], remark: '送礼' } }
  },
  'order-note.bulkUndo': () => ({ body: { batchId: 1 } }),
  'order.updatePrice': (_, shop) => ordered(shop, { payPrice: 18.5 }),
  'order.updateAddress': (_, shop) =>
    ordered(shop, { realName: '李雷', userPhone: '13800138001', cityId: 110101, detail: '一号院' }),
  'order.paid': (_, shop) => ordered(shop, { reason: '转账已到' }),
  'pickup.verify': async (_, { ctx }) => {
    const { verifyCode } = await makeOrder(ctx, { paid: true, shippingType: 2, storeId: 1 })
    return { params: { vCode: verifyCode }, body: {} }
  },
  'draft-order.save': () => ({
    body: { customerPhone: '13900139009', items: [{ skuId: 1, num: 1 }], shippingType: 1 },
  }),
  'draft-order.copy': (ids) => ({ body: { id: ids['draft-order.save'] } }),
  'draft-order.cancel': (ids) => ({ body: { id: ids['draft-order.save'] } }),
  'order.close': (_, shop) => ordered(shop, { reason: '缺货' }),
  'order.remove': (_, shop) => ordered(shop, {}, { closeType: 1, isDel: true }),
  'shipment.send': (_, shop) => ordered(shop, sfParcel('SF1000000000001'), { paid: true }),
  'shipment.update': (_, shop) => shipped(shop, sfParcel('SF1000000000002')),
  'shipment.withdraw': (_, shop) => shipped(shop),
  'ship-batch.read': async (_, { ctx }) => {
    const { orderNo } = await makeOrder(ctx, { paid: true })
    return { file: ['a.csv', Buffer.from(`订单号,快递公司,快递单号\n${orderNo},顺丰,SF1000000000009`)] }
  },
  'ship-batch.mend': (ids) => ({ body: { batchId: ids['ship-batch.read'], row: 2, skipped: true } }),
  'ship-batch.confirm': async (ids, { ctx }) => {
    await ctx.db.execute(sql`update ship_batch_row set state = 0 where batch_id = ${ids['ship-batch.read']}`)
    return { body: { batchId: ids['ship-batch.read'] } }
  },
  'ship-batch.undo': async (ids, { ctx }) => {
    await ctx.db.execute(sql`update ship_batch set state = 2, task_id = '', finished_at = now()`)
    await ctx.db.execute(sql`update ship_batch_row set state = 2`)
    return { body: { batchId: ids['ship-batch.read'] } }
  },
  'order-print.data': async (_, { ctx }) => {
    const { orderNo } = await makeOrder(ctx, { paid: true })
    return { body: { orderNos: [orderNo], kind: 'note' } }
  },
  'after-sales.apply': async (_, { ctx }) => {
    const made = await makeOrder(ctx, { paid: true })
    return { body: { orderNo: made.orderNo, ...caseForm(made) } }
  },
  'after-sales.check': async (_, { ctx }) => ({ body: { id: (await makeCase(ctx)).id, pass: true } }),
  'after-sales.refuse': async (_, { ctx }) => ({
    body: { orderNo: (await makeCase(ctx)).order.orderNo, reason: '已过七天无理由' },
  }),
  'after-sales.receive': async (_, { ctx }) => ({
    body: { id: (await makeReturn(ctx, onItsWayBack)).id, received: 1 },
  }),
  'after-sales.pay': async (_, { ctx }) => ({
    body: { id: (await makeReturn(ctx, { ...onItsWayBack, received: 1 })).id },
  }),
  'user-level.use': (ids) => ({ body: { id: ids['user-level.save'], isShow: false } }),
  'shop-user.status': (ids) => ({ body: { ids: [ids['shop-user.save']], status: false, closeReason: '违规' } }),
  'shop-user.note': (ids) => ({ body: { uid: ids['shop-user.save'], content: '电话联系过' } }),
  'user-group.remove': (ids) => ({ body: [ids['user-group.save']] }),
  'user-tag.remove': (ids) => ({ body: [ids['user-tag.save']] }),
  'user-segment.remove': (ids) => ({ body: [ids['user-segment.save']] }),
  'user-level.remove': (ids) => ({ params: { id: ids['user-level.save'] ?? 0 } }),
  'admin-user.updateStatus': (ids) => ({ params: { id: ids['admin-user.save'] ?? 0 }, body: { enabled: false } }),
  'admin-user.resetPassword': (ids) => ({ params: { id: ids['admin-user.save'] ?? 0 }, body: {} }),
  'admin-user.unlock': async (ids, { ctx }) => {
    await ctx.db.execute(sql`insert into login_guard (key, fails, window_start, locked_until)
      values ('name:xiaomei', 5, now(), now() + interval '1 hour')`)
    return { params: { id: ids['admin-user.save'] ?? 0 } }
  },
  'admin-user.removeTotp': async (ids, { ctx }) => {
    await ctx.db.execute(sql`update admin_user set totp_secret = 'x' where id = ${ids['admin-user.save']}`)
    return { params: { id: ids['admin-user.save'] ?? 0 } }
  },
  'admin-user.kick': async (_, shop) => ({ params: { id: (await shop.signIn()).userId } }),
  'online-user.kick': async (_, shop) => ({ body: [(await shop.signIn()).sessionId] }),
  'admin-user.remove': (ids) => ({ body: [ids['admin-user.save']] }),
  'role.remove': (ids) => ({ body: [ids['role.save']] }),
  'region.save': () => ({ body: { cityId: 990_000, parentId: 0, name: '测试省' } }),
  'region.update': (ids) => ({ body: { id: ids['region.save'], parentId: 0, name: '试验省' } }),
  'region.updateStatus': (ids) => ({ body: { id: ids['region.save'], status: false } }),
  'express-company.save': () => ({ body: { code: 'niuniu', name: '牛牛快递' } }),
  'express-company.update': (ids) => ({ body: { id: ids['express-company.save'], name: '牛牛速运' } }),
  'express-company.updateShow': (ids) => ({ body: { id: ids['express-company.save'], isShow: false } }),
  'saved-view.save': () => ({ body: { page: 'order.list', name: '大额', query: { minPrice: 5000 } } }),
  'saved-view.remove': (ids) => ({ body: { id: ids['saved-view.save'] } }),
  'setting.save': () => ({ params: { group: 'site' }, body: { values: { site_name: '新掌柜' } } }),
  'email.update': () => ({
    body: { host: 'mail.example.com', port: 465, user: 'a@b.cn', from: 'a@b.cn', ssl: true },
  }),
  'email.send': () => ({ body: { tos: ['a@b.cn'], subject: '问候', content: '你好' } }),
  'sms.apply': () => ({ body: { title: '发货通知', type: 2, content: '已发货' } }),
  'sms.test': async (_, { ctx }) => {
    await ctx.db.execute(sql`insert into sms_template (temp_id, title, type, content, status)
      values ('T1', '测试', 2, '测试', '通过')`)
    return { body: { phone: '13812345678', tempId: 'T1' } }
  },
  'notice.save': () => ({ body: { title: '盘点', content: '<p>今晚盘点</p>' } }),
  'notice.update': (ids) => ({ body: { id: ids['notice.save'], title: '盘点通知', content: '<p>今晚盘点</p>' } }),
  'notice.publish': (ids) => ({ params: { id: ids['notice.save'] ?? 0 } }),
  'notice.withdraw': (ids) => ({ params: { id: ids['notice.save'] ?? 0 } }),
  'notice.remove': (ids) => ({ body: [ids['notice.save']] }),
  'scheduled-job.save': () => ({
    body: { jobName: '夜里清理', beanName: 'taskCleanup', cronExpression: '0 0 3 * * ?' },
  }),
  'scheduled-job.update': (ids) => ({
    body: { id: ids['scheduled-job.save'], jobName: '清理', beanName: 'taskCleanup', cronExpression: '0 0 3 * * ?' },
  }),
  'scheduled-job.toggle': (ids) => ({ params: { id: ids['scheduled-job.save'] ?? 0 } }),
  'scheduled-job.run': (ids) => ({ params: { id: ids['scheduled-job.save'] ?? 0 } }),
  'scheduled-job.remove': async (ids, { ctx }) => {
    await ctx.db.execute(sql`update job_run set is_success = true`)
    return { body: [ids['scheduled-job.save']] }
  },
  'file.save': () => ({ file: ['a.txt', Buffer.from('合同')] }),
  'file.upload': async () => ({ file: ['b.png', await picture('blue')] }),
  'file.picture': async () => ({ file: ['c.png', await picture('green')] }),
  'file.update': (ids) => ({ body: { id: ids['file.save'], name: '合同正文' } }),
  'file.remove': (ids) => ({ body: [ids['file.save']] }),
  'error-log.handle': async (_, { ctx }) => {
    const { rows } = await ctx.db.execute<{ id: number }>(sql`
      insert into operation_log (description, log_type, method, request_ip, time, status, request_id)
      values ('故障', 'ERROR', 'GET /x', 'x', 1, 500, 'r') returning id`)
    return { params: { id: rows[0]?.id ?? 0 }, body: { note: '已修复' } }
  },
  'error-log.clear': () => ({}),
  'log.clear': () => ({}),
  'cache.clear': () => ({ params: { name: 'dict' } }),
  'cache.remove': () => ({ params: { name: 'dict', key: 'sex' } }),
  'cache.clearAll': () => ({}),
  'task.cancel': async (_, shop) => ({ params: { id: await makeTask(shop, 'pending') } }),
  'task.retry': async (_, shop) => ({ params: { id: await makeTask(shop, 'failed') } }),
  'task.remove': async (_, shop) => ({ params: { id: await makeTask(shop, 'success') } }),
  'database-monitor.reset': () => ({ body: {} }),
  'backup.save': () => ({ body: {} }),
  'user-center.updateProfile': () => ({ body: { nickName: '老板', sex: '女' } }),
  'user-center.updateAvatar': async () => ({ file: ['me.png', await picture('black')] }),
  'auth.removeOtherSessions': async (_, shop) => {
    await shop.signInAdmin()
    return {}
  },
  'auth.removeSession': async (_, shop) => ({ params: { id: (await shop.signInAdmin()).sessionId } }),
  'user-center.updatePassword': async (_, { ctx }) => {
    await ctx.db.execute(sql`update admin_user set password_hash = ${await hashPassword(boss.password)} where id = 1`)
    return { body: { oldPass: boss.password, newPass: 'Shop-Keeper-2027' } }
  },
  'auth.logout': () => ({}),
}

/** Calls that are not walked here, and why that is well. */
const elsewhere: Record<string, string> = {
  'example.add': 'example.test.ts',
  'example.remove': 'example.test.ts',
  'auth.setup': 'setup.test.ts',
  'auth.checkSetupToken': 'changes nothing',
  'auth.login': 'audit.test.ts: sign-ins and failures',
  'auth.loginTotp': 'audit.test.ts: sign-ins and failures',
  'auth.forgot': 'changes nothing; the log of mail knows',
  'auth.reset': 'mail.test.ts',
  'auth.totpSetup': 'changes nothing before it is enabled',
  'auth.totpEnable': 'second-factor.test.ts',
  'auth.totpDisable': 'second-factor.test.ts',
  'auth.totpRecovery': 'second-factor.test.ts',
  'auth.removeTrustedDevice': 'a mark in the own browser',
  'see-as.start': 'see-as.test.ts',
  'see-as.leave': 'see-as.test.ts',
  'auth.reauth': 'changes nothing; a wrong password is a failed sign-in',
  'ticket.make': 'opens what is noted itself, once, within a minute',
  'user-center.emailCode': 'changes nothing; the log of mail knows',
  'user-center.updateEmail': 'mail.test.ts',
  'user-center.savePreferences': 'how the own console looks',
  'saved-view.sort': 'how the own console looks',
  'notification.read': 'own marks',
  'notification.remove': 'own marks',
  'notification.saveSettings': 'own wishes',
  'notice.read': 'own marks',
  'setting.test': 'changes nothing',
  'reveal.show': 'shop-user.test.ts',
  'user-segment.preview': 'changes nothing',
  'coupon.info': 'changes nothing',
  'points.list': 'changes nothing',
  'pickup-order.list': 'changes nothing',
  'refund.quote': 'changes nothing',
  'refund.again': 'refund.test.ts',
  'draft-order.compute': 'changes nothing',
  'order-edit.preview': 'changes nothing',
  'order-edit.confirm': 'order-edit.test.ts',
  'order-edit.cancel': 'order-edit.test.ts',
  'order-edit.paid': 'order-edit.test.ts',
  'draft-order.send': 'draft-order.test.ts',
  'draft-order.convert': 'draft-order.test.ts',
  'draft-order.reship': 'reship.test.ts',
  'simulation.run': 'changes nothing',
  'sms.applications': 'asks the provider',
  'sms.signCode': 'changes nothing; the log of messages knows',
  'sms.modifySign': 'saves a setting as setting.save does',
  'region.import': 'region-import.test.ts',
  'express-company.sync': 'express-provider.test.ts',
  'file.qiniu': 'stores as file.save does',
  'file.deploy': 'file-package.test.ts',
  'file.database': 'file-package.test.ts',
  'upload.begin': 'nothing is stored before it is finished',
  'upload.add': 'nothing is stored before it is finished',
  'upload.finish': 'stores as file.save does',
  'upload.remove': 'gives up what was never stored',
  'attachment.save': 'attachment.test.ts',
  'attachment.update': 'attachment.test.ts',
  'attachment.move': 'attachment.test.ts',
  'attachment.restore': 'attachment.test.ts',
  'audit.verify': 'changes nothing',
  'history.restore': 'history.test.ts',
  'database-monitor.kill': 'monitor.test.ts',
  'backup.link': 'changes nothing; the download is noted',
  'backup.remove': 'backup.test.ts',
  'api-key.save': 'api-key.test.ts',
  'api-key.update': 'api-key.test.ts',
  'api-key.remove': 'api-key.test.ts',
  'webhook.save': 'webhook.test.ts',
  'webhook.update': 'webhook.test.ts',
  'webhook.remove': 'webhook.test.ts',
  'webhook.test': 'the log of deliveries knows',
  'webhook-delivery.resend': 'webhook.test.ts',
  'storage.migrate': 'needs a storage; file-move.service.ts notes it with the task',
  'storage.synchronize': 'needs a storage; qiniu-sync.service.ts notes it with the task',
}

test('SEC-41 every call of the area that changes something is walked here, or it is said why it is not', async () => {
  const { app } = await openShop()
  const routes: Route[] = []
  const own = areas.filter(({ name }) => name !== 'product')
  for (const serveObject of own.flatMap((area) => area.routes))
    serveObject({ fastify: Fastify(), platform: app.platform, routes, lists: new Map() })
  // What buyers change is in their own log, not in the trail.
  const writes = routes.filter((route) => route.method !== 'GET' && isForStaff(route)).map(({ name }) => name)
  const known = [...Object.keys(walks), ...Object.keys(elsewhere)]
  expect(writes.filter((name) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => !writes.includes(name))).toEqual([])
})

/** Edited by their version, with their changes shown elsewhere. */
const shownElsewhere = {
  email: 'the audit page; one row, of which the password is never kept',
  shipment: '动态 of the order',
  'component-product': 'the audit page',
  'api-key': 'the audit page',
  menu: 'the audit page',
}

test('16.7 every object that is edited by its version has 修改记录, or it is said where its changes are shown', async () => {
  const { app } = await openShop()
  const edited = app.routes.filter(
    ({ name, body }) => name.endsWith('.update') && 'version' in ((body as { properties?: object })?.properties ?? {}),
  )
  expect(edited.length).toBeGreaterThan(25)
  const others = edited.map(({ object }) => object).filter((object) => !(object in historyObjects))
  expect(others.toSorted()).toEqual(Object.keys(shownElsewhere).toSorted())
  const kept = app.platform.hooks.of(versioned).map(({ object }) => object)
  expect(kept.toSorted()).toEqual(Object.keys(historyObjects).toSorted())
})

/** Figures among a few, which mean themselves, codes that people know, and what is not stored or never changes. */
const plain = [
  ...['product-reply.productScore', 'product-reply.serviceScore', 'shop-user.clear', 'category.type'],
  ...['region.cityId', 'product.attrValue.productId', 'coupon.phase', 'coupon.lastTotal'],
]

test('16.7 every id and every key in a form or an answer has words in 修改记录, and every name of a field is Chinese', async () => {
  const { app } = await openShop()
  const raw = app.platform.hooks.of(versioned).flatMap((kept) => {
    const { update, info, list } = Object.fromEntries(
      app.routes.filter(({ object }) => object === kept.object).map((route) => [route.name.split('.')[1], route]),
    ) as Record<string, Route | undefined>
    const answer = (info?.response ?? rowOf(list?.response as Shape)) as Shape
    // What stands in the trail, but not in a form: states, names and figures that the server keeps.
    const whole = answer.properties?.[kept.object] ?? answer
    const leaves = new Map([...leavesOf(whole), ...leavesOf(update?.body as Shape)])
    return [...leaves].flatMap(([path, shape]) => {
      if (kept.copies?.some((copy) => path === copy || path.startsWith(`${copy}.`))) return []
      const title = path.includes('.')
        ? titlesOf(kept)[path.slice(path.lastIndexOf('.') + 1)]
        : titleOfField(kept, path)
      const wrong = isHan(title ?? '') ? whyRaw(kept, path, shape) : 'no title'
      return wrong && !plain.includes(`${kept.object}.${path}`) ? [`${kept.object}.${path}: ${wrong}`] : []
    })
  })
  expect(raw).toEqual([])
  const all = app.platform.hooks.of(versioned)
  const named = all.filter(({ name }) => name).map(({ object }) => object)
  const referred = all.flatMap(({ refs = {} }) => Object.values(refs)).filter((one) => typeof one === 'string')
  expect(referred.filter((object) => !named.includes(object))).toEqual([])
})

type Shape = {
  title?: string
  type?: string
  enum?: unknown[]
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: Shape[]
}

/** The rows of a list. */
function rowOf({ items, properties: { list, content } = {} }: Shape): Shape {
  return items ?? list?.items ?? content?.items ?? {}
}

const isHan = (text: string) => /\p{Script=Han}/u.test(text)

/** The values in a form, with their paths; a reference `{ id }` is one of them. */
function leavesOf(shape: Shape, path = ''): [string, Shape][] {
  const { properties, items, anyOf } = shape
  const inner = anyOf?.find((one) => one.properties ?? one.items)
  if (inner) return leavesOf(inner, path)
  if (items) return leavesOf(items, path)
  if (!properties || (path && Object.keys(properties).join() === 'id')) return [[path, shape]]
  return Object.entries(properties).flatMap(([key, each]) => leavesOf(each, path ? `${path}.${key}` : key))
}

/** What would be told of a value as it is stored; undefined if staff can read it. */
function whyRaw(kept: Versioned, path: string, shape: Shape): string | undefined {
  const { refs, words, object } = kept
  const [key = ''] = path.split('.').slice(-1)
  if (key === 'id' || key === 'version') return undefined
  if (path !== key && !isHan(titlesOf(kept)[key] ?? key)) return `${key} has no title`
  // The trail keeps these with their names.
  const isNamed = shape.properties && ['admin-user', 'post'].includes(object)
  const isId =
    shape.properties || /(^[up]i|Ui|I)ds?$/.test(key) || /编号$/.test(shape.title ?? '') || key === 'parentId'
  if (isId && (shape.properties || shape.type === 'integer') && !isNamed && !refs?.[path]) return 'an id without a name'
  const known = words?.[path]
  const isTold = (value: unknown) => typeof known === 'function' || known?.[String(value)] || isHan(String(value))
  const untold = (shape.enum ?? []).filter((value) => !isTold(value))
  return untold.length ? `${untold.join()} without words` : undefined
}

test('SEC-41 SY-50 a call that changed something left its row in the audit trail', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  // One top department always stays.
  await admin.call(dept.save, { body: { name: '总部', pid: 0 } })
  const { rows: menus } = await shop.ctx.db.execute<{ id: number }>(sql`select id from menu order by id limit 1`)
  const ids: Ids = { menu: menus[0]?.id ?? 0 }
  const wrong: string[] = []
  for (const [name, walk] of Object.entries(walks)) {
    const route = shop.app.routes.find((each) => each.name === name) as Route
    const { params = {}, body, file } = await walk(ids, shop)
    const path = route.path.replace(/:(\w+)/g, (_, part: string) => String(params[part]))
    const answer = file ? await send(admin, route, path, file) : await admin.send(route.method, path, body)
    ids[name] = Number(answer.body.id ?? 0)
    if (answer.status >= 300) wrong.push(`${name}: ${answer.status} ${answer.body.message}`)
    else if (!(await trailOf(shop, answer)).length) wrong.push(`${name} is not in the trail`)
    else wrong.push(...(await unreadable(admin, name, { ...params, ...(body as object) })))
  }
  expect(wrong).toEqual([])
  expect(await listRaw(await shop.signInAdmin())).toEqual([])
}, 60_000)

/** What the audit page shows of the walk as it is stored: names of fields, references without the name, keys of rules. */
async function listRaw(admin: Caller): Promise<string[]> {
  const pages = [1, 2, 3].map((page) => admin.call(audit.list, { query: { page, limit: 100 } }))
  const entries = (await Promise.all(pages)).flatMap(({ body }) => body.list)
  expect(entries.length).toBeLessThan(300)
  const raw = entries.flatMap(({ objectType, diff }) =>
    diff.flatMap(({ path, label, before, after }) => {
      const isBlank = [before, after].some((value) => Array.isArray(value) && value.includes(''))
      const isTold =
        label !== path && !isBlank && ![before, after].flat().some((value) => typeof value === 'object' && value)
      return isTold ? [] : [`${objectType}.${path}: ${label}`]
    }),
  )
  return [...new Set(raw)].toSorted()
}

/** What is wrong with the history of an object that was just edited: its fields have Chinese names and can be gone back behind. */
async function unreadable(admin: Caller, name: string, { id }: { id?: unknown }): Promise<string[]> {
  const [object = '', act] = name.split('.')
  if (act !== 'update' || !(object in historyObjects)) return []
  const params = { object: object as HistoryObject, id: String(id) }
  const told = await admin.call(history.list, { params })
  const [entry] = told.status === 200 ? told.body.list : []
  if (!entry?.changes.length) return [`${name} is not told: ${JSON.stringify(told.body)}`]
  const bare = entry.changes.filter(({ label }) => !isHan(label)).map(({ path }) => `${name}: ${path}`)
  const { status, body: preview } = await admin.call(history.preview, { params, query: { entry: entry.id } })
  const goesBack = told.body.refusal ? status === 422 : status === 200 && preview.changes.length > 0
  return goesBack ? bare : [...bare, `${name} is not restored: ${JSON.stringify(preview)}`]
}

function send(admin: Caller, { method }: Route, path: string, [fileName, content]: [string, Buffer]) {
  const { payload, headers } = makeForm([{ fileName, content }])
  return admin.send(method, path, payload, headers)
}

/** A call on a new order of one towel. */
async function ordered({ ctx }: Shop, body: object, order: MadeOrder = {}): Promise<Call> {
  const { orderNo } = await makeOrder(ctx, { lines: [{ tempId: 1 }], ...order })
  return { body: { orderNo, ...body } }
}

/** A case about goods that were sent, and go back. */
const makeReturn = (ctx: Shop['ctx'], set: object) =>
  makeCase(ctx, { order: { status: 1 }, form: { serviceType: 1 }, set })

const sfParcel = (expressNumber: string) => ({ deliveryType: 'express', expressCode: 'SF', expressNumber })

/** Sends an order. Returns a call that names its parcel. */
async function shipped(shop: Shop, body: object = {}): Promise<Call> {
  const { orderNo } = await makeOrder(shop.ctx, { paid: true })
  const sent = await (await shop.signInAdmin()).send('POST', '/admin/store/order/send', {
    ...{ orderNo, ...sfParcel('SF1000000000003'), confirmSame: true },
  })
  return { body: { ...body, deliveryNo: (sent.body as unknown as { deliveryNo: string }).deliveryNo } }
}

/** A task of the administrator's, in a state. */
async function makeTask({ ctx }: Shop, status: TaskStatus): Promise<string> {
  const task = { type: 'backup', title: '数据备份', status, params: {}, createdBy: 1, startTime: new Date() }
  const [made] = await ctx.db.insert(tasks).values(task).returning({ id: tasks.id })
  return made?.id ?? ''
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
}

test('SEC-41 what somebody may not do, and invalid input in storms, is in the audit trail once a minute', async () => {
  const shop = await openShop()
  await liftRateLimits(shop)
  const admin = await shop.signInAdmin()
  const clerk = await shop.signIn()
  const noted = async (action: string) => {
    const { body } = await admin.call(audit.list, { query: { actor: clerk.username, action } })
    return body.list.map(({ objectType }) => objectType)
  }
  for (let tries = 0; tries < 3; tries++) await clerk.call(dept.save, { body: { name: '甲', pid: 0 } })
  await expect.poll(() => noted('denied')).toEqual(['dept'])
  for (let tries = 0; tries < 35; tries++) await clerk.send('PUT', '/api/users/center', { nickName: '' })
  await expect.poll(() => noted('storm')).toEqual(['user-center'])
})
