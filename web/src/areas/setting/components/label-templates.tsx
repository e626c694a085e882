import { useQuery } from '@tanstack/react-query'
import { type ExpressCompany, expressCompany } from '@zhanggui/contract/setting/express-company.ts'
import { Flex, Image, Skeleton } from 'antd'
import { CallError } from '../../../api/call-error.ts'
import { read } from '../../../api/read.ts'
import { Dialog } from '../../../kit/dialog/dialog.tsx'
import { EmptyBlock, FailedBlock } from '../../../kit/page/block-state.tsx'

/** The templates for printing a carrier's electronic labels. */
export function LabelTemplates({ company, onClose }: { company: ExpressCompany; onClose: () => void }) {
  const { data, error, isPending, refetch } = useQuery(
    read(expressCompany.template, { query: { com: company.code }, silent: true }),
  )
  return (
    <Dialog title={`${company.name} 面单模板`} width={640} footer={null} onCancel={onClose}>
      {isPending && <Skeleton active />}
      {error &&
        (isOurRefusal(error) ? <EmptyBlock text={error.message} /> : <FailedBlock error={error} onRetry={refetch} />)}
      {!error && data?.length === 0 && <EmptyBlock text="没有面单模板" more="在快递接口的后台添加后，这里会列出来" />}
      <Flex gap={16} wrap>
        {!error &&
          data?.map(({ tempId, title, pic }) => (
            <figure key={tempId} style={{ width: 160, margin: 0 }}>
              {pic && <Image src={pic} alt={title} width={160} />}
              <figcaption>
                {title}
                <br />
                编号 {tempId}
              </figcaption>
            </figure>
          ))}
      </Flex>
    </Dialog>
  )
}

/** Whether printing is not set up or the printing service refused; the server's message says what to do. */
function isOurRefusal(error: Error): boolean {
  return error instanceof CallError && (error.status === 422 || error.status === 502)
}
