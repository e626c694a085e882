import { sql } from 'drizzle-orm'
import type { Ctx } from '../../platform/context.ts'

/** The dictionaries every shop has, name: [what it is, {value: label}]. Business areas add theirs, one for each enum. */
const defaultDictionaries: Record<string, [remark: string, values: Record<string, string>]> = {
  user_status: ['用户状态', { true: '激活', false: '锁定' }],
  dept_status: ['部门状态', { true: '启用', false: '停用' }],
  job_status: ['岗位状态', { true: '启用', false: '停用' }],
  sex: ['性别', { 男: '男', 女: '女' }],
  log_result: ['日志结果', { 1: '成功', 0: '失败' }],
  job_status_run: ['任务状态', { 0: '运行', 1: '暂停' }],
  storage_type: ['文件类型', { 1: '图片', 2: '视频', 3: '音频', 4: '文件' }],
  captcha_type: ['验证码类型', { arithmetic: '算术', char: '字符' }],
}

/** Adds the default dictionaries and values that are missing; those that are there stay as staff left them. */
export async function insertDictionaries({ db }: Ctx): Promise<void> {
  const rows = Object.entries(defaultDictionaries).flatMap(([name, [remark, values]]) =>
    // Keys that look like numbers come in numeric order from an object; sort keeps the order of the list for all.
    Object.entries(values).map(([value, label], index) => ({ name, remark, value, label, sort: index + 1 })),
  )
  await db.execute(sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row(name text, remark text, value text, label text, sort int)),
      added as (
        insert into dict (name, remark, builtin) select distinct name, remark, true from given
        on conflict (name) do nothing returning id, name)
    insert into dict_detail (dict_id, label, value, sort, builtin)
    select coalesce(added.id, dict.id), given.label, given.value, given.sort, true from given
      left join added on added.name = given.name left join dict on dict.name = given.name
    on conflict (dict_id, value) do nothing`)
}
