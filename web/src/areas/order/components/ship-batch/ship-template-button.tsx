import DownloadOutlined from '@ant-design/icons/es/icons/DownloadOutlined'
import { shipBatch } from '@zhanggui/contract/order/ship-batch.ts'
import { Dropdown } from 'antd'
import { useWrite } from '../../../../api/use-write.ts'
import { Can } from '../../../../kit/access/can.tsx'
import { WriteButton } from '../../../../kit/access/write-button.tsx'
import { showInfo } from '../../../../kit/feedback/feedback.ts'
import { saveExport } from '../../../../kit/list-page/export-button.tsx'

/** 导出待发货表: the orders to ship, of those ticked if any, for ERPs and courier tools. */
export function ShipTemplateButton({ orderNos }: { orderNos?: readonly string[] }) {
  const { mutate, isPending } = useWrite(shipBatch.template, {
    onSuccess: async ({ fileName, url, count, held, refunding, waiting, edited }) => {
      await saveExport({ fileName, url })
      const left = [
        [held, '挂起'],
        [refunding, '退款中'],
        [waiting, '待成团'],
        [edited, '改单中'],
      ].flatMap(([num, why]) => (num ? [`${why} ${num} 单`] : []))
      showInfo(`已导出 ${count} 单${left.length ? `；${left.join('、')}不在表中` : ''}`)
    },
  })
  const save = (unprinted: boolean) =>
    mutate({ query: { ...(orderNos && { orderNos: [...orderNos] }), ...(unprinted && { unprinted }) } })
  const icon = <DownloadOutlined aria-hidden />
  return (
    <Can do={shipBatch.template}>
      {orderNos ? (
        <WriteButton icon={icon} of={{ isPending: isPending }} onClick={() => save(false)}>
          导出待发货表
        </WriteButton>
      ) : (
        <Dropdown
          trigger={['click']}
          menu={{
            items: [
              { key: 'new', label: '只导出未打印的', onClick: () => save(true) },
              { key: 'all', label: '导出全部待发货', onClick: () => save(false) },
            ],
          }}
        >
          <WriteButton icon={icon} of={{ isPending: isPending }}>
            导出待发货表
          </WriteButton>
        </Dropdown>
      )}
    </Can>
  )
}
