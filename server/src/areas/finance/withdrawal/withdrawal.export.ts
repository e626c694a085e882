import { type WithdrawalQuery, withdrawal } from '@zhanggui/contract/finance/withdrawal.ts'
import { extractTypes, withdrawalStatusLabels } from '@zhanggui/domain/finance/withdrawal.ts'
import { toYuan } from '@zhanggui/domain/money.ts'
import { toWireTime } from '@zhanggui/domain/time.ts'
import { defineLongExport } from '../../../platform/work/exports.ts'
import * as withdrawals from './withdrawal.repository.ts'
import { accountOf, maskedAccount } from './withdrawal.service.ts'

/** 提现申请: a row for each; accounts are masked, as on the page. */
export const withdrawalExport = defineLongExport(withdrawal.download, {
  name: '提现申请',
  count: withdrawals.count,
  next: withdrawals.next,
  idOf: ({ id }) => id,
  columns: [
    { title: 'ID', of: 'id', value: ({ id }) => id, width: 10 },
    { title: '提现单号', of: 'id', value: ({ extractNo }) => extractNo, width: 24 },
    { title: '用户编号', value: ({ uid }) => uid, width: 10 },
    { title: '用户昵称', of: 'nickname', value: ({ uid, nickname }) => nickname || `用户 ${uid}` },
    { title: '提现金额', of: 'extractPrice', value: (row) => toYuan(row.extractPriceFen), money: true, width: 12 },
    { title: '手续费', of: 'fee', value: (row) => toYuan(row.feeFen), money: true, width: 10 },
    {
      title: '实付金额',
      of: 'payPrice',
      value: (row) => toYuan(row.extractPriceFen - row.feeFen),
      money: true,
      width: 12,
    },
    { title: '提现方式', of: 'account', value: ({ extractType }) => extractTypes[extractType], width: 10 },
    { title: '收款人姓名', of: 'account', value: ({ realName }) => realName, width: 12 },
    { title: '开户银行', of: 'account', value: ({ bankName }) => bankName, width: 16 },
    { title: '收款账号', of: 'account', value: maskedAccount, width: 20 },
    { title: '剩余佣金', of: 'brokeragePrice', value: (row) => toYuan(row.brokeragePriceFen), width: 12 },
    { title: '状态', of: 'status', value: ({ status }) => withdrawalStatusLabels[status], width: 10 },
    { title: '未成功原因', of: 'status', value: ({ failMsg }) => failMsg, width: 20 },
    { title: '打款凭证', of: 'status', value: ({ payVoucher }) => payVoucher, width: 20 },
    { title: '审核人', of: 'status', value: ({ auditName }) => auditName, width: 12 },
    { title: '备注', of: 'mark', value: ({ mark }) => mark, width: 20 },
    { title: '创建时间', of: 'createTime', value: ({ createdAt }) => toWireTime(createdAt), width: 20 },
    { title: '打款时间', of: 'createTime', value: ({ payTime }) => (payTime ? toWireTime(payTime) : ''), width: 20 },
  ],
})

/** Its columns that come back with the result. */
export const payoutColumns = {
  extractNo: '提现单号',
  amount: '实付金额',
  result: '结果',
  payNo: '流水号',
  reason: '原因',
}

/** 打款单: withdrawals to pay, with full account numbers, for the batch of a bank or of Alipay. */
export const payoutSheet = defineLongExport(withdrawal.sheet, {
  name: '打款单',
  count: (ctx, { extractType }) => withdrawals.count(ctx, toPay(extractType)),
  next: (ctx, { extractType }, batch) => withdrawals.next(ctx, toPay(extractType), batch),
  idOf: ({ id }) => id,
  columns: [
    { title: payoutColumns.extractNo, value: ({ extractNo }) => extractNo, width: 26 },
    { title: '姓名', value: ({ realName }) => realName, width: 12 },
    { title: '提现方式', value: ({ extractType }) => extractTypes[extractType], width: 10 },
    { title: '开户行', value: ({ bankName, bankAddress }) => `${bankName} ${bankAddress}`.trim(), width: 24 },
    { title: '账号', value: (row) => accountOf(row) || '见收款码', width: 26 },
    { title: payoutColumns.amount, value: (row) => toYuan(row.extractPriceFen - row.feeFen), money: true, width: 12 },
    { title: payoutColumns.result, value: () => '', width: 10 },
    { title: payoutColumns.payNo, value: () => '', width: 24 },
    { title: payoutColumns.reason, value: () => '', width: 24 },
  ],
})

const toPay = (extractType: WithdrawalQuery['extractType']): WithdrawalQuery => ({
  status: 2,
  ...(extractType && { extractType }),
})
