import { type UserImportInfo, userImport } from '@zhanggui/contract/user/user-import.ts'
import { expect } from 'vitest'
import { type Caller, openShop, type Shop } from '../shop.ts'
import { upload } from './multipart.ts'

const founds = 'admin:user:operate:founds'
const import_ = userImport.upload.permission as string
/** What one may hold who imports all columns. */
export const importPermissions = [
  ...[import_, founds, `${founds}:large`, 'admin:user:update:spread'],
  ...['admin:user:update:level', 'admin:retail:promoter'],
]
export const SEES_PHONES = 'admin:user:sensitive:view'

export type ImportDesk = { shop: Shop; staff: Caller }

/** A shop, and somebody who imports: who does may see phones. */
export async function openImportDesk(permissions: readonly string[] = importPermissions): Promise<ImportDesk> {
  const shop = await openShop()
  return { shop, staff: await shop.signIn({ permissions: [...permissions, SEES_PHONES] }) }
}

/** A sheet of a heading and rows. */
export const sheetOf = (heading: string, ...rows: string[]): Buffer => Buffer.from([heading, ...rows].join('\n'))

/** Uploads a sheet for its check. */
export const check = (staff: Caller, content: Buffer, fields: Record<string, string> = {}, name = 'a.csv') =>
  upload(staff, userImport.upload, { [name]: content }, { mode: 'upsert', ...fields })

/** Carries out a checked import. */
export async function carryOut({ shop, staff }: ImportDesk, importId: number): Promise<UserImportInfo> {
  const { status, body } = await staff.call(userImport.confirm, { body: { importId, policy: 'skip' } })
  expect({ status, body }).toMatchObject({ status: 202 })
  return ended({ shop, staff }, importId)
}

/** An import once its task has ended. */
export async function ended({ shop, staff }: ImportDesk, id: number): Promise<UserImportInfo> {
  await shop.app.work()
  const read = async () => (await staff.call(userImport.info, { params: { id } })).body
  await expect.poll(async () => (await read()).status).toMatch(/^(done|undone)$/)
  return read()
}

/** Checks a sheet and carries it out. */
export async function bring(desk: ImportDesk, content: Buffer, fields: Record<string, string> = {}) {
  const { status, body } = await check(desk.staff, content, fields)
  expect({ status, body }).toMatchObject({ status: 200 })
  return carryOut(desk, body.importId)
}

/** Takes an import back. */
export async function takeBack({ shop, staff }: ImportDesk, importId: number) {
  const dry = (await staff.call(userImport.undo, { body: { importId, dry: true } })).body
  const { status } = await staff.call(userImport.undo, { body: { importId } })
  expect(status).toBe(202)
  return { dry, info: await ended({ shop, staff }, importId) }
}
