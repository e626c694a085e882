import { useQuery } from '@tanstack/react-query'
import type { UserFilter } from '@zhanggui/contract/user/shop-user.ts'
import { SegmentDraft, userSegment } from '@zhanggui/contract/user/user-segment.ts'
import { read } from '../../../../api/read.ts'
import { FormDialog } from '../../../../kit/dialog/form-dialog.tsx'
import { Field } from '../../../../kit/form/field.tsx'
import { nameOf } from '../../model/words.ts'

/** 存为分群: keeps the filters of the list as a label by rule. */
export function SegmentDialog({ query, onClose }: { query: UserFilter; onClose: () => void }) {
  const { data } = useQuery(read(userSegment.preview, { body: { query }, silent: true }))
  const names = data?.sample.map(nameOf).join('、')
  return (
    <FormDialog
      name="智能分群"
      title="存为智能分群"
      message="已存为分群"
      width={480}
      add={userSegment.save}
      edit={userSegment.update}
      toBody={(typed) => ({ ...typed, query })}
      onClose={onClose}
    >
      <Field
        of={SegmentDraft}
        name="name"
        extra={
          data
            ? `现在有 ${data.size.toLocaleString('en-US')} 人${names ? `：${names}${data.size > data.sample.length ? ' …' : ''}` : ''}。符合条件的用户会自动进出`
            : '符合条件的用户会自动进出'
        }
      />
    </FormDialog>
  )
}
