import { Refusal } from '@zhanggui/domain/errors.ts'
import { maskPhonesIn } from '@zhanggui/domain/keyword.ts'
import { CLEAR, type Remark } from '@zhanggui/domain/sheet-cells.ts'
import { type UserColumn, userSheetColumns } from '@zhanggui/domain/user/user-import.ts'
import { sql } from 'drizzle-orm'
import { type Ctx, holds } from '../../../platform/http/context.ts'
import { forbidden, notFound } from '../../../platform/http/errors.ts'
import type { FileAnswer } from '../../../platform/http/file-answer.ts'
import { openKeptFile } from '../../file/file/file.service.ts'
import {
  errorSheetName,
  makeErrorSheet,
  makeTemplateFile,
  readKeptLines,
  workbookAnswer,
} from '../../file/import-sheet/import-sheet.service.ts'
import { requireAll, SEE_SENSITIVE } from '../shop-user/shop-user.service.ts'
import * as imports from './user-import.repository.ts'
import { requireImport, sheetRules } from './user-import.service.ts'
import { userImportRows } from './user-import.tables.ts'

/** The sheet to fill in, with notes and drop-down lists of levels and groups. */
export async function makeTemplate(ctx: Ctx): Promise<FileAnswer> {
  const choices: Partial<Record<UserColumn, string[]>> = {
    sex: ['男', '女', '保密'],
    isPromoter: ['是', '否'],
    levelName: (await imports.listLevels(ctx)).filter(({ isShow }) => isShow).map(({ name }) => name),
    groupName: await imports.listGroupNames(ctx),
  }
  const columns = (Object.keys(userSheetColumns) as UserColumn[]).map((name) => ({
    title: `${userSheetColumns[name]}${name === 'phone' ? '*' : ''}`,
    choices: choices[name] ?? [],
  }))
  return makeTemplateFile({ name: '客户', columns, notes }, '客户导入模板.xlsx')
}

const notes = [
  '填写说明',
  '1. 一行是一位客户，按手机号查找；带 * 的列必填，手机号须为中国大陆手机号，一个文件中不能重复。',
  '2. 更新已有客户时，空单元格表示不修改。',
  `3. 要清空备注、生日、分组或标签，在单元格中填写 ${CLEAR}。`,
  '4. 没有填写昵称的新客户叫「用户」加手机号后四位。',
  '5. 性别填写男、女或保密；生日和首次到店填写日期，例如 2020-05-01。',
  '6. 分组须是店里已有的；标签可以有多个，用逗号、顿号或分号分隔，添加到客户已有的标签上，店里没有的会新建。',
  '7. 等级须是店里已显示的；成长值即经验，不填时按等级所需经验。已有客户的等级和成长值只升不降。',
  '8. 余额和积分是期初数，每位客户只能导入一次，之后请用「积分余额」调整。',
  '9. 推广人手机号可以是店里的客户，也可以是本文件中的客户，顺序不限；已有上级的客户不改上级。',
  '10. 首次到店只用于新客户；历史消费和历史单数是在原来店铺的，单独显示，不计入本店的消费。',
  '11. 省、市、区、详细地址都填写时，为新客户添加一个默认收货地址。',
  '12. 不导入密码、微信身份和接收消息的授权；客户用手机号首次登录即进入此账号。导入不会通知客户。',
]

/** The file that was imported. @throws 403 for somebody else's without the right to phones, 404, 422 */
export async function openImportFile(ctx: Ctx, id: number): Promise<FileAnswer> {
  requireAll(ctx)
  const row = await requireKept(ctx, id)
  if (row.createdBy !== ctx.actor.userId && !holds(ctx.actor, SEE_SENSITIVE)) throw forbidden(SEE_SENSITIVE)
  return { ...(await openKeptFile(ctx, row.fileId)), saveAs: row.fileName }
}

async function requireKept(ctx: Ctx, id: number): Promise<imports.ImportRecord> {
  const row = await requireImport(ctx, id)
  if (!row.fileId) throw notFound('导入文件')
  return row
}

/**
 * The rows that were not imported or not taken back, with the reasons in an extra last column; phones masked for those who may not see
 * them.
 * @throws 404, 422 when there are none
 */
export async function openImportErrors(ctx: Ctx, id: number): Promise<FileAnswer> {
  requireAll(ctx)
  const row = await requireKept(ctx, id)
  const seesPhones = holds(ctx.actor, SEE_SENSITIVE)
  // Sheets are read one at a time: whoever asks again and again would keep everybody else's waiting.
  const made = ctx.platform.caches.named<string>('user-import-errors', { ttlSeconds: KEPT_SECONDS, max: MAX_KEPT })
  const { status, done, failed, back } = row
  const key = `${id} ${status} ${done} ${failed} ${back} ${seesPhones}`
  const sheet = await made.get(key, async () => (await makeErrors(ctx, row, seesPhones)).toString('base64'))
  return workbookAnswer(Buffer.from(sheet, 'base64'), errorSheetName(row.fileName))
}

const KEPT_SECONDS = 600
const MAX_KEPT = 4

async function makeErrors(ctx: Ctx, row: imports.ImportRecord, seesPhones: boolean): Promise<Buffer> {
  const where = sql`(${userImportRows.errors} <> '[]' or ${userImportRows.reason} <> '')`
  const bad = await imports.listRows(ctx, row.id, { limit: row.total, where })
  if (!bad.length) throw new Refusal('没有错误的行')
  const told = ({ errors, reason }: imports.RowRecord): Omit<Remark, 'row'>[] => [
    ...errors,
    ...(reason ? [{ column: '', message: `未能撤销：${reason}` }] : []),
  ]
  const faults = new Map(bad.map((each) => [each.row, told(each)]))
  return makeErrorSheet(await readKeptLines(ctx, row, sheetRules), faults, seesPhones ? undefined : maskPhonesIn)
}
