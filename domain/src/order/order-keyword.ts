import { readPasted, tidyKeyword } from '../keyword.ts'
import { STORED_PHONE, validators } from '../validators.ts'

/**
 * What the text staff search orders by may mean. Each is looked up by an index of its own; an order found by any of them is
 * found.
 */
export type OrderMeaning =
  /** A number of an order in full; `20261123101500123456-1` at the payment's provider is that order too. */
  | { kind: 'orderNo'; orderNo: string }
  /** The beginning of the number. */
  | { kind: 'orderNoStart'; start: string }
  /** Its last six digits. */
  | { kind: 'orderNoEnd'; end: string }
  /** The number a payment has at its provider: 微信交易单号. */
  | { kind: 'transactionId'; transactionId: string }
  /** Of the receiver, or who picks up. */
  | { kind: 'phone'; phone: string }
  | { kind: 'phoneEnd'; end: string }
  | { kind: 'verifyCode'; verifyCode: string }
  | { kind: 'refundNo'; refundNo: string }
  /** Of an after-sales case, a shipment, a draft. */
  | { kind: 'salesNo'; salesNo: string }
  | { kind: 'deliveryNo'; deliveryNo: string }
  | { kind: 'draftNo'; draftNo: string }
  /** The number of a parcel, a SKU's code or bar code. */
  | { kind: 'code'; code: string }
  /** The beginning of the receiver's or the buyer's name, or words of a product's. */
  | { kind: 'text'; text: string }

/**
 * Reads the keyword of the order desk; digits may mean several things.
 * @returns nothing for a text that is blank or stands for nothing
 */
export function readOrderKeyword(typed: string): OrderMeaning[] {
  const text = tidyKeyword(typed)
  const [, orderNo] = /^(\d{20})(?:-\d{1,9})?$/.exec(text) ?? []
  if (orderNo) return [{ kind: 'orderNo', orderNo }]
  const landline = readPasted('phone', typed)
  const ofPlace = /^0\d{2,3}-\d{7,8}$/.test(landline) ? [{ kind: 'phone', phone: landline } as const] : []
  if (/^\d+$/.test(text)) return [...ofPlace, ...meaningsOfDigits(text)]
  if (ofPlace.length) return ofPlace
  if (validators.mobileOrLandline.pattern.test(text)) return [{ kind: 'phone', phone: text }]
  if (/^[SRDG]\d{20}$/i.test(text)) return [documentOf(text.toUpperCase())]
  // A simulated payment's number, which stands where 微信交易单号 does.
  if (/^SIM\d{10,30}$/i.test(text)) return [{ kind: 'transactionId', transactionId: text.toUpperCase() }]
  if (!/[\p{L}\p{N}]/u.test(text)) return []
  const isCode = /^[\x21-\x7e]{6,50}$/.test(text)
  return [...(isCode ? [{ kind: 'code', code: text } as const] : []), { kind: 'text', text }]
}

function documentOf(number: string): OrderMeaning {
  if (number.startsWith('R')) return { kind: 'refundNo', refundNo: number }
  if (number.startsWith('S')) return { kind: 'salesNo', salesNo: number }
  return number.startsWith('D') ? { kind: 'deliveryNo', deliveryNo: number } : { kind: 'draftNo', draftNo: number }
}

function meaningsOfDigits(digits: string): OrderMeaning[] {
  const { length } = digits
  const may: (OrderMeaning | false)[] = [
    length === 28 && { kind: 'transactionId', transactionId: digits },
    length >= 10 && length < 20 && digits.startsWith('20') && { kind: 'orderNoStart', start: digits },
    STORED_PHONE.test(digits) && { kind: 'phone', phone: digits },
    length === 10 && { kind: 'verifyCode', verifyCode: digits },
    length === 6 && { kind: 'orderNoEnd', end: digits },
    length === 4 && { kind: 'phoneEnd', end: digits },
    length >= 6 && length <= 50 && { kind: 'code', code: digits },
    length < 6 && length !== 4 && { kind: 'text', text: digits },
  ]
  return may.filter((meaning) => meaning !== false)
}
