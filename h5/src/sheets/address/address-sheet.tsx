import { type Address, buyerAddress } from '@zhanggui/contract/user/buyer-address.ts'
import { Empty } from '@zhanggui/page-kit/parts/empty.tsx'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useRead } from '../../api/read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Button } from '../../parts/typed/button.tsx'
import { Check } from '../../parts/typed/check.tsx'
import styles from './address-sheet.module.css'

/** The place of an address, with what stands in several levels only once. */
export const placeOf = ({ province, city, district, detail }: Address): string =>
  [...new Set([province, city, district])].join('') + detail

type Given = { chosen: number | undefined; onChoose: (id: number) => void; onClose: () => void }

/** Chooses one of the buyer's addresses, or adds one. */
export function AddressSheet({ chosen, onChoose, onClose }: Given) {
  const addresses = useRead(buyerAddress.list, { query: { page: 1, limit: 20 } })
  return (
    <Sheet
      title="收货地址"
      onClose={onClose}
      foot={
        <Button isWide to="/address?choose=1">
          新增地址
        </Button>
      }
    >
      <Loaded of={addresses} skeleton={<Bone height={140} radius={12} />}>
        {({ list }) =>
          list.length ? (
            <div role="radiogroup" aria-label="收货地址">
              {list.map((address) => (
                <div key={address.id} className={styles.row}>
                  <Check
                    label={`${address.realName} ${placeOf(address)}`}
                    isOn={address.id === chosen}
                    isRadio
                    onTurn={() => onChoose(address.id)}
                  />
                  <button type="button" className={styles.words} onClick={() => onChoose(address.id)}>
                    <b>
                      {address.realName}　{address.phone}
                    </b>
                    <span>{placeOf(address)}</span>
                  </button>
                  <Button kind="line" size={28} to={`/address/${address.id}?choose=1`}>
                    修改
                  </Button>
                </div>
              ))}
            </div>
          ) : (
            <Empty icon="pin" text="还没有收货地址" />
          )
        }
      </Loaded>
    </Sheet>
  )
}
