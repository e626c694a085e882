import {
  type ExpressCompany,
  type ExpressCompanyChange,
  type ExpressCompanyDraft,
  type ExpressCompanyQuery,
  expressCompany,
} from '@zhanggui/contract/setting/express-company.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { conflict, notFound, refuseTaken, versionConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { requireSwitch } from '../../../platform/http/switching.ts'
import * as companies from './express-company.repository.ts'

const taken = () => conflict('公司编码或名称已存在', 'code')

export async function listExpressCompanies(ctx: Ctx, { keywords, ...left }: ExpressCompanyQuery) {
  const page = readPage(left)
  const { rows, total } = await companies.list(ctx, keywords, page)
  return { list: rows.map(describe), total, page: page.page, limit: page.limit }
}

/** Carriers that staff may choose for a parcel, or for printing its label. */
export function listChoosableCompanies(ctx: Ctx, type: 'normal' | 'elec' = 'normal') {
  return companies.listShown(ctx, type === 'elec')
}

/** @throws 404 */
export async function getExpressCompany(ctx: Ctx, id: number): Promise<ExpressCompany> {
  const row = await companies.find(ctx, id)
  if (!row) throw notFound('物流公司')
  return describe(row)
}

/**
 * Adds a carrier.
 * @throws 409 when code or name is taken
 */
export async function saveExpressCompany(ctx: Ctx, draft: ExpressCompanyDraft) {
  return inTransaction(ctx, async (tx) => {
    const saved = await companies.insert(tx, sealed(tx, draft))
    if (!saved) throw taken()
    await audit(tx, { objectId: saved.id, objectName: draft.name, after: await getExpressCompany(tx, saved.id) })
    return saved
  })
}

/**
 * Changes a carrier. The password stays unless a new one is given.
 * @throws 404, 403 for showing or hiding it without that right, 409 for a taken name or another version
 */
export async function updateExpressCompany(ctx: Ctx, { id, version, ...change }: ExpressCompanyChange) {
  return inTransaction(ctx, async (tx) => {
    const before = await getExpressCompany(tx, id)
    requireSwitch(tx, expressCompany.updateShow.permission, before.isShow, change.isShow)
    const saved = await refuseTaken(companies.update(tx, id, version, sealed(tx, change)), taken)
    if (!saved) throw versionConflict(before)
    await audit(tx, { objectId: id, objectName: change.name, before, after: await getExpressCompany(tx, id) })
    return saved
  })
}

/** Shows a carrier to staff or hides it. */
export async function showExpressCompany(ctx: Ctx, id: number, isShow: boolean) {
  return inTransaction(ctx, async (tx) => {
    const before = await getExpressCompany(tx, id)
    if (before.isShow === isShow) return { id, version: before.version }
    const saved = await companies.update(tx, id, undefined, { isShow })
    if (!saved) throw notFound('物流公司')
    await audit(tx, { action: 'status', objectId: id, objectName: before.name, before, after: { ...before, isShow } })
    return saved
  })
}

/** @throws 404 */
export async function removeExpressCompany(ctx: Ctx, id: number): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const before = await getExpressCompany(tx, id)
    if (!(await companies.remove(tx, id))) throw notFound('物流公司')
    await audit(tx, { action: 'delete', objectId: id, objectName: before.name, before })
  })
}

function sealed<Fields extends { password?: string }>({ platform }: Ctx, { password, ...fields }: Fields) {
  return { ...fields, ...(password && { password: platform.secrets.seal(password) }) }
}

function describe(row: companies.ExpressCompanyRow): ExpressCompany {
  const { id, version, code, codes, name, partnerId, partnerKey, net, account, netName, phone, logo, sort } = row
  const { isShow, status, password } = row
  const facts = { id, version, code, codes, name, partnerId, partnerKey, net, account, netName, phone, logo, sort }
  return { ...facts, isShow, status, hasPassword: password !== null }
}
