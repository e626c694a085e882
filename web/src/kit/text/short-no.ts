/** What staff read and say of an order number: the last six digits. */
export const shortNo = (orderNo: string) => `…${orderNo.slice(-6)}`
