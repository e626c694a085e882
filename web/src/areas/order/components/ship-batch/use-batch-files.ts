import { useMutation } from '@tanstack/react-query'
import { type ShipBatchRow, shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { call } from '../../../../api/call.ts'
import { reactToError } from '../../../../api/reactions.ts'
import { saveFile } from '../../../../kit/download.ts'

/** Downloads the rows of a batch that were not shipped, each with its reason. */
export function useFailedRows({ id, fileName }: Pick<ShipBatchRow, 'id' | 'fileName'>) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(shipBatch.failed, { params: { batchId: id } }),
    onSuccess: (content) => saveFile(content, `未发货的行-${fileName.replace(/\.\w+$/, '')}.xlsx`),
    onError: (error) => reactToError(error),
  })
  return { save: () => mutate(), busy: isPending }
}
