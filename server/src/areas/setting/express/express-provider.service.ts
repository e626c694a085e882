import type { CarrierSync } from '@zhanggui/contract/setting/express-company.ts'
import { Refusal } from '@zhanggui/domain/errors.ts'
import { audit } from '../../../platform/data/audit.ts'
import { type Ctx, inTransaction } from '../../../platform/http/context.ts'
import { HttpError } from '../../../platform/http/errors.ts'
import { takeOfDay, usedOfDay } from '../../../platform/http/rate-limit.ts'
import {
  type Carrier,
  fetchCarriers,
  fetchLabelTemplates,
  fetchTrace,
  type LabelTemplate,
  type LogisticsAccount,
  type Trace,
} from '../../../platform/outside/logistics.ts'
import { getSettings, readStored, type SettingSource } from '../setting/setting.service.ts'
import * as companies from './express-company.repository.ts'

/** Key of the tracking service's code in a carrier's `codes`. */
const TRACKING = 'tracking'
/** Key of the printing service: its codes are shared by most services. */
const PRINTING = 'kuaidi100'

/**
 * Fetches our carriers' codes from the tracking service, and adds missing carriers; new ones are hidden until staff
 * show them.
 * @throws 422 NOT_CONFIGURED, 502 with the service's message
 */
export async function synchronizeCarriers(ctx: Ctx): Promise<CarrierSync> {
  const { values, account } = await readAccount(await readStored(ctx))
  if (!values.logistics_type) throw notConfigured('请先在「系统设置 → 物流设置」开启物流查询')
  const carriers = (await fetchCarriers(account)).filter(isUsable)
  return inTransaction(ctx, async (tx) => {
    await companies.lockAll(tx)
    const rows = await companies.listAll(tx)
    let [added, changed] = [0, 0]
    for (const { code, name } of carriers) {
      const known = rows.find((row) => isSame(row, code, name))
      if (!known) {
        const draft = { code, name, codes: { [TRACKING]: code }, isShow: false }
        if (await companies.insert(tx, draft)) added++
      } else if (known.codes[TRACKING] !== code) {
        await companies.update(tx, known.id, undefined, { codes: { ...known.codes, [TRACKING]: code } })
        changed++
      }
    }
    const objectName = `新增 ${added} 家，更新 ${changed} 家`
    await audit(tx, { action: 'synchronize', objectType: 'express-company', objectId: '', objectName })
    return { total: carriers.length, added, changed }
  })
}

/** Whether staff had the tracking service switched on. */
export const isTracking = async (ctx: Ctx): Promise<boolean> => Boolean((await getSettings(ctx)).logistics_type)

/** A parcel as the tracking service is asked about it. */
export type TracedParcel = { expressCode: string; expressName: string; number: string }

/** The count of what was asked today, as each question costs money. */
const TRACES = 'logistics trace'

/**
 * Asks the tracking service where a parcel is, outside any transaction.
 * @throws 422 when it is off, not set up, or was asked as often as the shop allows for today; 502 with its message
 */
export async function traceParcel(ctx: Ctx, { expressCode, expressName, number }: TracedParcel): Promise<Trace> {
  const { values, account } = await readAccount(await readStored(ctx))
  if (!values.logistics_type) throw new Refusal('未开启物流查询', 'NOT_CONFIGURED')
  const company = await companies.findCarrier(ctx, expressCode, expressName)
  if (!(await takeOfDay(ctx, TRACES, values.logistics_track_limit)))
    throw new Refusal('今日物流查询次数已用完', 'TRACES_USED_UP')
  return fetchTrace(account, { number, type: company?.codes[TRACKING] ?? '' })
}

/** How often the tracking service was asked today, and how often it may be. */
export async function countTraces(ctx: Ctx) {
  const { logistics_type, logistics_track_limit: limit } = await getSettings(ctx)
  return { isOpen: Boolean(logistics_type), used: await usedOfDay(ctx, TRACES), limit }
}

/**
 * Templates of a carrier's electronic labels.
 * @param com our code of the carrier
 * @throws 404 for an unknown carrier, 422 NOT_CONFIGURED, 502
 */
export async function listLabelTemplates(ctx: Ctx, com: string): Promise<LabelTemplate[]> {
  const { values, account } = await readAccount(await readStored(ctx))
  const company = await companies.getByCode(ctx, com)
  if (!values.config_export_open || !account.labelUrl)
    throw notConfigured('请先在「系统设置 → 物流设置」开启电子面单并填写接口地址')
  return fetchLabelTemplates(account, company.codes[PRINTING] ?? company.code)
}

/**
 * Whether the tracking service answers, with values that may not be saved yet. The stored key goes to the stored address only.
 * @throws 422 for another address without its key
 */
export async function testLogistics(ctx: Ctx, source: SettingSource): Promise<{ ok: boolean; message: string }> {
  const { logistics_base_url: stored } = await getSettings(ctx)
  if (source.values.logistics_base_url !== stored && !source.isGiven('system_express_app_code'))
    throw new Refusal('更换物流查询接口地址后，请重新填写物流查询密钥')
  try {
    const { account } = await readAccount(source)
    return { ok: true, message: `连接成功，支持 ${(await fetchCarriers(account)).length} 家物流公司` }
  } catch (error) {
    if (error instanceof Refusal || error instanceof HttpError) return { ok: false, message: error.message }
    throw error
  }
}

async function readAccount({ values, secret }: SettingSource) {
  const appCode = await secret('system_express_app_code')
  if (!appCode) throw notConfigured('请先在「系统设置 → 物流设置」填写物流查询密钥')
  const account: LogisticsAccount = {
    appCode,
    trackingUrl: values.logistics_base_url,
    labelUrl: values.config_export_base_url,
    allowPrivate: values.private_network_allowed,
  }
  return { values, account }
}

const notConfigured = (message: string) => new Refusal(message, 'NOT_CONFIGURED')

/** Whether the carrier fits our own rows. */
function isUsable({ code, name }: Carrier): boolean {
  return /^\w{1,50}$/.test(code) && name.length > 0 && [...name].length <= 50
}

function isSame(row: companies.ExpressCompanyRow, code: string, name: string): boolean {
  const same = row.codes[TRACKING] ?? row.code
  return same.toLowerCase() === code.toLowerCase() || shortName(row.name) === shortName(name)
}

/** 顺丰 for 顺丰速运. */
function shortName(name: string): string {
  return name.replace(/(快递|速运|速递|物流|快运|包裹)+$/, '') || name
}
