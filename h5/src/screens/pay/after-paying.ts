/** Where what was paid is seen: an order by its number, a recharge, which has a letter before it, as the balance. */
export const afterPaying = (no: string): string => (/^[A-Z]/.test(no) ? '/balance' : `/order/${no}`)
