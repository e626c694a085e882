/** What an import did to a customer. */
export type ImportedRow = {
  moneyFen: number
  points: number
  experience: number
  made: boolean
  /** Whether it changed fields of a customer there was. */
  hasBefore: boolean
  version: number
  boundTo: number
}
/** What there is of the customer by now. */
export type CustomerNow = {
  hasEnded: boolean
  version: number
  nowMoneyFen: number
  integral: number
  experience: number
  spreadUid: number
  /** Customers below, without those whom the same undoing sets free. */
  below: number
  hasSignedIn: boolean
  hasOrders: boolean
  hasOtherRecords: boolean
}

/** Which parts of a row go back, and why others do not. */
export type UndoPlan = { opening: boolean; bond: boolean; fields: boolean; ends: boolean; reasons: string[] }

/**
 * What taking a row back does: each part goes back by itself, openings all or none. A customer whom the import made ends where nobody
 * has used the account.
 */
export function planUndo(row: ImportedRow, now: CustomerNow | undefined): UndoPlan {
  const nothing = { opening: false, bond: false, fields: false, ends: false }
  if (!now || now.hasEnded) return { ...nothing, reasons: ['账号已注销'] }
  const reasons: string[] = []
  const opened = row.moneyFen > 0 || row.points > 0 || row.experience > 0
  const isThere = now.nowMoneyFen >= row.moneyFen && now.integral >= row.points && now.experience >= row.experience
  if (opened && !isThere) reasons.push('期初余额已使用')
  const isUntouched = now.version === row.version
  if ((row.hasBefore || row.made) && !isUntouched) reasons.push('资料已修改')
  if (row.made) {
    if (now.hasSignedIn) reasons.push('已登录')
    if (now.hasOrders) reasons.push('已有订单')
    if (now.hasOtherRecords) reasons.push('已有其他流水')
    if (now.below > 0) reasons.push('已有下级')
  }
  return {
    opening: opened && isThere,
    bond: row.boundTo > 0 && now.spreadUid === row.boundTo,
    fields: row.hasBefore && isUntouched,
    ends: row.made && !reasons.length,
    reasons,
  }
}
