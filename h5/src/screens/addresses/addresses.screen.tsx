import { type Address, buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { toast } from '@zhanggui/page-kit/parts/toast.tsx'
import { useState } from 'react'
import { useRead } from '../../api/read.ts'
import { useWrite } from '../../api/write.ts'
import { Card } from '../../parts/card.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Tag } from '../../parts/tag.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import { placeOf } from '../../sheets/address/address-sheet.tsx'
import styles from './addresses.module.css'

/** The buyer's addresses. */
export default function AddressesScreen() {
  const addresses = useRead(buyerAddress.list, { query: { page: 1, limit: 20 } })
  const [removing, setRemoving] = useState<Address>()
  const removal = useWrite(buyerAddress.remove, {
    done: () => {
      setRemoving(undefined)
      toast('地址已删除')
    },
  })
  const usual = useWrite(buyerAddress.makeUsual)
  return (
    <Screen
      title="收货地址"
      foot={
        <Button isWide to="/address">
          新增地址
        </Button>
      }
    >
      <Loaded of={addresses} skeleton={<AddressBones />}>
        {({ list }) =>
          list.length ? (
            list.map((address) => (
              <Card key={address.id}>
                <div className={styles.words}>
                  <b>
                    {address.realName}　{address.phone} {address.isDefault && <Tag>默认</Tag>}
                  </b>
                  <p>{placeOf(address)}</p>
                </div>
                <div className={styles.acts}>
                  <Check
                    label="默认地址"
                    isShown
                    isOn={address.isDefault}
                    isDisabled={address.isDefault || usual.isSending}
                    onTurn={() => usual.send({ body: { id: address.id } })}
                  />
                  <span>
                    <Button kind="line" size={28} onClick={() => setRemoving(address)}>
                      删除
                    </Button>
                    <Button kind="line" size={28} to={`/address/${address.id}`}>
                      修改
                    </Button>
                  </span>
                </div>
              </Card>
            ))
          ) : (
            <Empty icon="pin" text="还没有收货地址，加一个下单更快" />
          )
        }
      </Loaded>
      {removing && (
        <Sheet
          title="删除地址"
          onClose={() => setRemoving(undefined)}
          foot={
            <>
              <Button kind="line" isWide onClick={() => setRemoving(undefined)}>
                再想想
              </Button>
              <Button isWide isBusy={removal.isSending} onClick={() => removal.send({ body: { id: removing.id } })}>
                删除
              </Button>
            </>
          }
        >
          <p className={styles.words}>{placeOf(removing)}</p>
        </Sheet>
      )}
    </Screen>
  )
}

function AddressBones() {
  return (
    <div className="coming">
      <Bone height={110} radius={12} />
      <Bone height={110} radius={12} />
    </div>
  )
}
