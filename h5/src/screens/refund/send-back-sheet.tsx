import { frontAfterSales } from '@zhanggui/contract/order/front-after-sales.ts'
import { frontExpress } from '@zhanggui/contract/setting/express-company.ts'
import { guessCarrier, tidyNumber } from '@zhanggui/domain/order/express.ts'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Field } from '../../parts/typed/field.tsx'
import { Options } from '../../parts/typed/option.tsx'

/** Notes the parcel in which the goods go back. Its carrier is guessed by the number, unless the buyer has chosen one. */
export function SendBackSheet({ id, onClose }: { id: number; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const expressNo = tidyNumber(typed)
  const carriers = useRead(frontExpress.list)
  const guesses = guessCarrier(expressNo)
  const code = chosen ?? carriers.data?.find(({ code }) => guesses.includes(code.toUpperCase()))?.code
  const { send, isSending } = useWrite(frontAfterSales.sendBack, {
    done: () => {
      toast('已填好，等商家收货')
      onClose()
    },
  })
  return (
    <Sheet
      title="寄回商品"
      onClose={onClose}
      foot={
        <Button
          isWide
          isBusy={isSending}
          disabled={!expressNo || !code}
          onClick={() => code && send({ body: { id, expressCode: code, expressNo } })}
        >
          提交
        </Button>
      }
    >
      <Field label="快递单号" maxLength={80} placeholder="粘贴或输入" value={typed} onChange={setTyped} />
      <Loaded of={carriers} skeleton={<Bone height={88} radius={12} />}>
        {(list) => (
          <Options
            label="快递公司"
            of={list.map(({ code: key, name }) => ({ key, title: name }))}
            chosen={code}
            onChoose={setChosen}
          />
        )}
      </Loaded>
    </Sheet>
  )
}
