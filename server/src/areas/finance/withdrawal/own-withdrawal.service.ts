import type { CashForm, frontWithdrawal, OwnWithdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import type { RouteInput } from '@zhanggui/contract/routes.ts'
import { BadInput, Refusal } from '@zhanggui/domain/errors.ts'
import { extractTypes, withdrawalFee } from '@zhanggui/domain/finance/withdrawal.ts'
import { amountText, toFen, toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime, wireTime } from '@zhanggui/domain/time.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import { retried } from '../../../platform/data/retried.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { readPage } from '../../../platform/http/paging.ts'
import { takeBrokerage } from '../../distribution/commission/commission.service.ts'
import { requireBuyerPictures } from '../../file/attachment/buyer-picture.service.ts'
import { readMedia } from '../../file/attachment/media.service.ts'
import { useFiles } from '../../file/file/file-ref.service.ts'
import { todoChanged } from '../../message/live/todo.service.ts'
import { notify } from '../../message/notice/notification.service.ts'
import { getSettings } from '../../setting/setting/setting.service.ts'
import { lockCustomers } from '../../user/ledger/ledger.service.ts'
import * as withdrawals from './withdrawal.repository.ts'
import { keyOf, maskedAccount, putBack, WHAT } from './withdrawal.service.ts'

/** The banks that a shop pays to. */
export async function listBanks(ctx: Ctx): Promise<string[]> {
  const { user_extract_bank } = await getSettings(ctx)
  return user_extract_bank
    .split('\n')
    .map((name) => name.trim())
    .filter(Boolean)
}

/** What the calling buyer may withdraw, and what is not thawed yet. */
export async function describeOwn(ctx: Ctx) {
  const { user_extract_min_price, extract_fee_rate, extract_time } = await getSettings(ctx)
  const purse = await withdrawals.findPurse(ctx, ctx.buyer.uid)
  return {
    minPrice: toYuan(user_extract_min_price),
    feeRate: extract_fee_rate,
    commissionCount: toYuan(purse?.fen ?? 0),
    brokenCommission: toYuan(purse?.frozen ?? 0),
    brokenDay: extract_time,
  }
}

/** What is stored of where the money goes. @throws {BadInput} for what its kind needs and has not */
async function readAccount(ctx: Ctx, form: CashForm) {
  const { extractType, cardNum = '', bankName = '', wechat = '', qrcodeUrl = '' } = form
  const [realName, alipayCode] = [form.name?.trim() ?? '', form.alipayCode?.trim() ?? '']
  if (!realName) throw new BadInput('请输入收款人姓名', 'name')
  if (extractType === 'bank') {
    if (!cardNum) throw new BadInput('请输入银行卡号', 'cardNum')
    if (!(await listBanks(ctx)).includes(bankName)) throw new BadInput('请选择开户银行', 'bankName')
    return { extractType, realName, cardNum, bankName }
  }
  if (extractType === 'alipay') {
    if (!alipayCode) throw new BadInput('请输入支付宝账号', 'alipayCode')
    return { extractType, realName, alipayCode }
  }
  if (!wechat.trim() && !qrcodeUrl) throw new BadInput('请输入微信号或上传收款码', 'wechat')
  const media = await readMedia(ctx)
  return { extractType, realName, wechat: wechat.trim(), qrcodeUrl: media.toStored(qrcodeUrl) }
}

/** Staff hear of each request, so asking and taking back in turn is bounded: so many of a buyer within a day. */
const MAX_REQUESTS = 6
const DAY_MS = 24 * 3600_000

/**
 * The calling buyer asks for commission to be paid out. Distribution switched off, or no promoter any more: what was earned is paid all
 * the same.
 * @throws 400 for the account, 409 while another one waits, 422 for less than the shop pays out, more than there is, and too many of a day
 */
export async function askWithdrawal(ctx: Ctx, form: CashForm): Promise<{ id: number; extractNo: string }> {
  const { user_extract_min_price: minFen, extract_fee_rate } = await getSettings(ctx)
  const { uid, name } = ctx.buyer
  const account = await readAccount(ctx, form)
  const priceFen = toFen(form.money)
  if (priceFen < Math.max(minFen, 1)) throw new Refusal(`最低提现金额${amountText(Math.max(minFen, 1))}元`)
  return retried(ctx, async (tx) => {
    if (form.qrcodeUrl) await requireBuyerPictures(tx, uid, form.qrcodeUrl, 'qrcodeUrl')
    await lockCustomers(tx, [uid])
    if (await withdrawals.hasOpen(tx, uid)) throw stateConflict('有提现申请正在审核')
    if ((await withdrawals.countSince(tx, uid, new Date(tx.now().getTime() - DAY_MS))) >= MAX_REQUESTS)
      throw new Refusal('今天申请提现的次数过多，请明天再试')
    const had = (await withdrawals.findPurse(tx, uid))?.fen ?? 0
    if (had < priceFen) throw new Refusal('可提现佣金不足')
    const row = await withdrawals.insert(tx, {
      ...account,
      uid,
      extractNo: await nextNo(tx, 'W'),
      extractPriceFen: priceFen,
      feeFen: withdrawalFee(priceFen, extract_fee_rate),
      balanceFen: had - priceFen,
      createdAt: tx.now(),
    })
    const { id, extractNo } = row
    const record = { uid, priceFen, linkType: 'withdraw' as const, linkId: extractNo, title: '佣金提现' }
    if (!(await takeBrokerage(tx, { ...record, bizKey: keyOf(row), status: 5 }))) throw new Refusal('可提现佣金不足')
    if (row.qrcodeUrl)
      await useFiles(tx, { type: 'withdrawal', id, field: 'qrcodeUrl', title: `提现申请 ${extractNo}` }, row.qrcodeUrl)
    await todoChanged(tx)
    await notify(tx, {
      event: 'withdrawal.applied',
      title: `${name || `用户 ${uid}`}申请提现 ${amountText(priceFen)} 元`,
      content: `提现单 ${extractNo}，${extractTypes[form.extractType]}，请审核`,
      link: `/finance/extract?keywords=${extractNo}`,
      object: { type: 'withdrawal', id },
    })
    return { id, extractNo }
  })
}

/** The calling buyer takes back a request that nobody has reviewed. @throws 404, 409 */
export async function cancelWithdrawal(ctx: Ctx, id: number): Promise<Record<never, never>> {
  return retried(ctx, async (tx) => {
    const row = await withdrawals.lock(tx, id)
    if (row?.uid !== tx.buyer.uid) throw notFound(WHAT)
    await lockCustomers(tx, [row.uid])
    if (row.status !== 0) throw stateConflict('提现申请已处理，不能撤回')
    await putBack(tx, row, { failMsg: '已撤回', title: '撤回提现' })
    await todoChanged(tx)
    return {}
  })
}

/** A page of the calling buyer's withdrawals, the newest first. */
export async function listOwn(ctx: Ctx, query: RouteInput<typeof frontWithdrawal.record>['query']) {
  const paging = readPage(query)
  const { rows, ...counted } = await withdrawals.listOwn(ctx, ctx.buyer.uid, paging)
  const list = rows.map((row): OwnWithdrawal => {
    const { id, extractNo, extractType, status, failMsg } = row
    return {
      id,
      extractNo,
      extractType,
      status,
      failMsg,
      extractPrice: toYuan(row.extractPriceFen),
      fee: toYuan(row.feeFen),
      account: maskedAccount(row),
      payTime: wireTime(row.payTime),
      createTime: toWireTime(row.createdAt),
      canCancel: status === 0,
    }
  })
  return { list, ...counted, page: paging.page, limit: paging.limit }
}
