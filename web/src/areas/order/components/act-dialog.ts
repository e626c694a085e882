import type { OrderInfo, OrderRow } from '@zhanggui/contract/order/order-info.ts'

/** The dialog of an act. `onDone` is called once it succeeded, so that the desk can go on with the next order. */
export type ActDialogProps = { row: OrderRow; onClose: () => void; onDone?: (() => void) | undefined }
/** The same for one that needs more of the order than its row. */
export type InfoDialogProps = Omit<ActDialogProps, 'row'> & { info: OrderInfo }
