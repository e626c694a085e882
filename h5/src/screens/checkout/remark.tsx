import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { useState } from 'react'
import { Cell } from '../../parts/card.tsx'
import { Button } from '../../parts/typed/button.tsx'
import styles from './remark.module.css'

const MAX_REMARK = 512

/** What the buyer asks of the shop. */
export function Remark({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Cell name="留言" onOpen={() => setOpen(true)}>
        {value || '想对商家说的话'}
      </Cell>
      {isOpen && (
        <Sheet
          title="留言"
          onClose={() => setOpen(false)}
          foot={
            <Button isWide onClick={() => setOpen(false)}>
              写好了
            </Button>
          }
        >
          <textarea
            className={styles.text}
            aria-label="留言"
            rows={4}
            maxLength={MAX_REMARK}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        </Sheet>
      )}
    </>
  )
}
