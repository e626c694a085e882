import { dept } from '@zhanggui/contract/staff/dept.ts'
import { sql } from 'drizzle-orm'
import { hashPassword } from '../../../platform/security/password-hash.ts'
import { boss } from '../../templates.ts'
import type { AreaWalk } from './audit-walk.ts'
import { picture } from './audit-walk.ts'

export const staffWalk: AreaWalk = {
  walks: {
    'dept.save': async (_, shop) => {
      // One top department always stays.
      await (await shop.signInAdmin()).call(dept.save, { body: { name: '总部', pid: 0 } })
      return { body: { name: '仓库', pid: 0 } }
    },
    'dept.update': (ids) => ({ body: { id: ids['dept.save'], name: '总仓', pid: 0 } }),
    'post.save': (ids) => ({ body: { name: '收银', dept: { id: ids['dept.save'] } } }),
    'post.update': (ids) => ({ body: { id: ids['post.save'], name: '收银员', dept: { id: ids['dept.save'] } } }),
    'post.remove': (ids) => ({ body: [ids['post.save']] }),
    'dept.remove': (ids) => ({ body: [ids['dept.save']] }),
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
    'role.updateMenus': async (ids, { ctx }) => {
      const { rows } = await ctx.db.execute<{ id: number }>(sql`select id from menu order by id limit 1`)
      return { body: { id: ids['role.save'], menus: [{ id: rows[0]?.id }] } }
    },
    'role.updateStatus': (ids) => ({ params: { id: ids['role.save'] ?? 0 }, body: { status: false } }),
    'role.copy': (ids) => ({ params: { id: ids['role.save'] ?? 0 }, body: { name: '夜巡', permission: 'role_night' } }),
    'admin-user.save': (ids) => ({
      body: { username: 'xiaomei', nickName: '小美', roles: [{ id: ids['role.copy'] }], password: 'Shop-Clerk-2026' },
    }),
    'admin-user.update': (ids) => ({
      body: { id: ids['admin-user.save'], nickName: '美美', roles: [{ id: ids['role.copy'] }] },
    }),
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
  },
  elsewhere: {
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
    'user-center.emailCode': 'changes nothing; the log of mail knows',
    'user-center.updateEmail': 'mail.test.ts',
    'user-center.savePreferences': 'how the own console looks',
    'api-key.save': 'api-key.test.ts',
    'api-key.update': 'api-key.test.ts',
    'api-key.remove': 'api-key.test.ts',
  },
}
