import { sql } from 'drizzle-orm'
import { demoRows } from '../../../platform/data/defaults.ts'
import { runSteps } from '../../../platform/hooks.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { adminUserRoles, adminUsers } from '../admin-user/admin-user.tables.ts'
import { depts } from '../dept/dept.tables.ts'
import { posts } from '../post/post.tables.ts'

/** A department with its posts and the departments below it. */
type DemoDept = { name: string; posts: string[]; below?: DemoDept[] }

const organisation: DemoDept = {
  name: '掌柜演示商贸有限公司',
  posts: ['总经理'],
  below: [
    { name: '运营中心', posts: ['店铺经理', '运营专员'], below: [{ name: '内容组', posts: ['文案编辑', '平面设计'] }] },
    { name: '客服中心', posts: ['客服主管', '客服专员'] },
    { name: '仓储物流部', posts: ['仓库主管', '拣货员'] },
    { name: '财务部', posts: ['会计', '出纳'] },
    { name: '线下门店', posts: ['店长', '核销员'] },
  ],
}

/** Staff of every default role, by sign-in name; the administrator is the user who set up the shop. */
export const demoStaff = [
  { username: 'manager', nickName: '陈思远', role: 'shop_manager', dept: '运营中心', post: '店铺经理', sex: '男' },
  { username: 'operator', nickName: '林晓彤', role: 'operator', dept: '运营中心', post: '运营专员', sex: '女' },
  { username: 'service', nickName: '周雨晴', role: 'service', dept: '客服中心', post: '客服主管', sex: '女' },
  { username: 'warehouse', nickName: '王建军', role: 'warehouse', dept: '仓储物流部', post: '仓库主管', sex: '男' },
  { username: 'finance', nickName: '赵敏慧', role: 'finance', dept: '财务部', post: '会计', sex: '女' },
  { username: 'verifier', nickName: '孙浩然', role: 'verifier', dept: '线下门店', post: '核销员', sex: '男' },
  { username: 'readonly', nickName: '吴老师', role: 'readonly', dept: '财务部', post: '会计', sex: '男' },
] as const

/**
 * Fills a new shop with an organisation and staff of every role, so that rights can be tried at once, and with the demo
 * data of other areas.
 * @param passwordHash shared by all of them
 */
export async function fillDemo(tx: Ctx, passwordHash: string): Promise<void> {
  const deptIds = new Map<string, number>()
  const postIds = new Map<string, number>()
  const build = async (dept: DemoDept, pid: number, sort: number) => {
    const [saved] = await tx.db.insert(depts).values({ name: dept.name, pid, sort }).returning({ id: depts.id })
    if (!saved) throw new Error(`${dept.name} was not stored`)
    deptIds.set(dept.name, saved.id)
    const values = dept.posts.map((name, index) => ({ name, deptId: saved.id, sort: index + 1 }))
    const rows = await tx.db.insert(posts).values(values).returning({ id: posts.id, name: posts.name })
    for (const { id, name } of rows) postIds.set(`${dept.name}/${name}`, id)
    for (const [index, below] of (dept.below ?? []).entries()) await build(below, saved.id, index + 1)
  }
  await build(organisation, 0, 1)
  const staffIds: number[] = []
  for (const { role, dept, post, ...staff } of demoStaff) {
    const [user] = await tx.db
      .insert(adminUsers)
      .values({ ...staff, passwordHash, deptId: deptIds.get(dept), jobId: postIds.get(`${dept}/${post}`) })
      .onConflictDoNothing()
      .returning({ id: adminUsers.id })
    if (!user) continue
    staffIds.push(user.id)
    await tx.db.execute(
      sql`insert into ${adminUserRoles} (user_id, role_id) select ${user.id}::bigint, id from role where permission = ${role}`,
    )
  }
  await notify(tx, {
    event: 'role.changed',
    to: { userIds: staffIds },
    title: '您的账号已开通',
    content: '角色与权限已按岗位设置好，如有不符请联系店主。',
    link: '/user/center',
  })
  await runSteps(tx, demoRows)
}
