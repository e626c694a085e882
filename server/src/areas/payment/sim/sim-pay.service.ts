import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { amountText, toFen } from '@zhanggui/domain/money.ts'
import { payTypes } from '@zhanggui/domain/payment/payment.ts'
import { nextNo } from '../../../platform/data/numbers.ts'
import type { Ctx } from '../../../platform/http/context.ts'
import { notFound, stateConflict } from '../../../platform/http/errors.ts'
import { escapeHtml, htmlFile } from '../../../platform/http/page/html-page.ts'
import { safeFetch } from '../../../platform/outside/safe-fetch.ts'
import {
  getSimKey,
  isSimOpen,
  SIM_MERCHANT,
  type SimMessage,
  type SimRefundMessage,
  signMessage,
} from './sim-gateway.service.ts'
import * as sims from './sim-payment.repository.ts'

const WHAT = '支付单'
const NOTIFY_PATH = '/api/callback/pay/sim'
const REFUND_PATH = '/api/callback/refund/sim'
const NOTIFY_TIMEOUT_MS = 5000

/** What the payer chose on the page. */
export type SimAct = { result: 'success' | 'fail'; duplicate?: number; delayMs?: number; amount?: number }

/**
 * Pays an attempt with play money, or fails to, and tells the shop by its call-back address as a provider would. That the
 * shop does not answer changes nothing: it will ask.
 * @param own the address of this server
 * @throws 404, also while play money is closed; 409 for an attempt that has ended
 */
export async function actAsPayer(ctx: Ctx, outTradeNo: string, act: SimAct, own: string | undefined): Promise<void> {
  const { result, duplicate = 1, delayMs = 0, amount } = act
  const known = await getSimPayment(ctx, outTradeNo)
  const paidFen = amount === undefined ? known.amountFen : toFen(amount)
  const paying = { state: 1, transactionId: await nextNo(ctx, 'SIM'), paidFen, paidAt: ctx.now() } as const
  const ended = await sims.end(ctx, outTradeNo, result === 'success' ? paying : { state: 3 })
  if (!ended) throw stateConflict(endings[(await getSimPayment(ctx, outTradeNo)).state])
  await sleep(delayMs)
  if (!own) return
  const messages = Array.from({ length: duplicate }, () => tell(ctx, own, ended))
  await Promise.all(messages)
}

/** @throws 404, also while play money is closed */
async function getSimPayment(ctx: Ctx, outTradeNo: string): Promise<sims.SimPayment> {
  const row = (await isSimOpen(ctx)) ? await sims.find(ctx, outTradeNo) : undefined
  if (!row) throw notFound(WHAT)
  return row
}

const endings: Record<number, string> = {
  1: '该支付单已支付',
  2: '该支付单已关闭',
  3: '该支付单已支付失败，请重新发起支付',
}

async function tell(ctx: Ctx, own: string, { outTradeNo, transactionId, state, paidFen, paidAt }: sims.SimPayment) {
  const message: SimMessage = {
    merchant: SIM_MERCHANT,
    currency: 'CNY',
    outTradeNo,
    transactionId,
    amount: paidFen ?? 0,
    result: state === 1 ? 'success' : 'fail',
    time: (paidAt ?? ctx.now()).toISOString(),
  }
  await post(ctx, own.replace(/\/$/, '') + NOTIFY_PATH, message)
}

/** A refund that took its time arrives, and the shop is told. */
export async function finishSimRefund(ctx: Ctx, outRefundNo: string, own: string | undefined): Promise<void> {
  const row = await sims.findRefund(ctx, outRefundNo)
  if (!row) return
  await sims.endRefund(ctx, outRefundNo, 1)
  const { amountFen: amount, outRefundNo: refundNo } = row
  const message: SimRefundMessage = { merchant: SIM_MERCHANT, currency: 'CNY', refundNo, amount, result: 'success' }
  if (own) await post(ctx, own.replace(/\/$/, '') + REFUND_PATH, message)
}

async function post(ctx: Ctx, url: string, message: SimMessage | SimRefundMessage): Promise<void> {
  const body = Buffer.from(JSON.stringify(message))
  const [timestamp, nonce] = [String(ctx.now().getTime()), randomUUID()]
  const headers = {
    'Content-Type': 'application/json',
    'X-Sim-Timestamp': timestamp,
    'X-Sim-Nonce': nonce,
    'X-Sim-Sign': signMessage({ timestamp, nonce, body }, await getSimKey(ctx)),
  }
  const allowPrivate = ({ origin }: URL) => origin === new URL(url).origin
  try {
    const options = { method: 'POST', headers, body, allowPrivate, timeoutMs: NOTIFY_TIMEOUT_MS }
    const { status } = await safeFetch(url, options)
    if (status !== 200) ctx.log.warn({ url, status }, 'the shop refused a message of the simulated gateway')
  } catch (error) {
    ctx.log.warn({ err: error, url }, 'the shop did not hear the simulated gateway')
  }
}

/** Of the storefront, and nowhere else. */
const BACK = /^\/h5\/[\w/?=&%.-]{0,400}$/

/**
 * The page on which play money is paid.
 * @param back where it leads after it; left out unless it is a screen of the storefront
 * @throws 404, also while play money is closed
 */
export async function drawSimPage(ctx: Ctx, outTradeNo: string, back = '') {
  const { amountFen, subject, payType, state } = await getSimPayment(ctx, outTradeNo)
  const amount = amountText(amountFen)
  const form = `<form id="pay"><p><button type="button" data-result="success">支付成功</button>
<button type="button" data-result="fail" class="plain">支付失败</button></p>
<details><summary>更多</summary><label>延迟通知 <select name="delayMs"><option value="0">不延迟</option><option value="2000">2 秒</option>
<option value="10000">10 秒</option></select></label><label>通知次数 <select name="duplicate"><option>1</option><option>2</option>
<option>5</option></select></label><label>实付金额 <input name="amount" inputmode="decimal" placeholder="${amount}"></label></details></form>`
  const body = `<main><p class="note">模拟支付：不会真的收款</p><p class="sum">¥${amount}</p>
<p>${escapeHtml(subject)}<br>${payTypes[payType]}，支付单 ${escapeHtml(outTradeNo)}</p>
${state ? '' : form}<p id="outcome" role="status">${escapeHtml(state ? endings[state] : '')}</p>
${BACK.test(back) ? `<p><a id="back" href="${escapeHtml(back)}">返回商家</a></p>` : ''}</main>`
  return htmlFile('模拟支付', body, { style: STYLE, script: SCRIPT })
}

const STYLE = `main{max-width:420px;margin:0 auto}h1{text-align:center}.note{text-align:center;color:#c9252d}
.sum{font-size:36px;font-weight:600;text-align:center;margin:8px 0}p{overflow-wrap:anywhere}
button{width:100%;min-height:48px;margin:6px 0;border:0;border-radius:8px;font-size:16px;background:#16794c;color:#fff}
button.plain{background:#f2f3f5;color:#1f2329}button:disabled{opacity:.5}
#back{display:flex;align-items:center;justify-content:center;min-height:44px;color:inherit}
label{display:flex;justify-content:space-between;align-items:center;min-height:44px;gap:12px}
select,input{font-size:16px;min-height:36px;width:50%;box-sizing:border-box}#outcome{text-align:center;font-size:18px}
@media (prefers-color-scheme:dark){button.plain{background:#2a2b2e;color:#e5e6eb}.note{color:#ff7875}}`

/** Sends the choice to the address beside the page's own: …/sim/page/no becomes …/sim/no. */
const SCRIPT = [
  `const form=document.getElementById('pay'),outcome=document.getElementById('outcome')`,
  `if(form)form.addEventListener('click',async({target})=>{const{result}=target.dataset;if(!result)return`,
  `const body={result};for(const[name,value]of new FormData(form))if(value!=='')body[name]=Number(value)`,
  `if(Number.isNaN(body.amount)){outcome.textContent='实付金额应为数字';return}`,
  `const buttons=form.querySelectorAll('button');for(const button of buttons)button.disabled=true`,
  `outcome.textContent=body.delayMs>0?'已提交，'+body.delayMs/1000+' 秒后通知商家…':'正在通知商家…'`,
  `try{const answer=await fetch(location.pathname.replace('/page/','/'),{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify(body)})`,
  `if(!answer.ok)throw new Error((await answer.json()).message)`,
  `outcome.textContent=result==='success'?'支付成功，请返回订单查看':'支付失败，请返回订单重新支付';form.hidden=true`,
  `const back=document.getElementById('back');if(back)setTimeout(()=>location.replace(back.href),2000)`,
  `}catch(error){outcome.textContent=error.message||'网络异常，请重试';for(const button of buttons)button.disabled=false}})`,
].join('\n')
