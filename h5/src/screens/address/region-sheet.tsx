import type { ChoosableRegion } from '@zhanggui/contract/setting/region.ts'
import { Sheet } from '@zhanggui/page-kit/parts/sheet.tsx'
import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'
import { useState } from 'react'
import type { Reading } from '../../api/read.ts'
import { Loaded } from '../../parts/loaded.tsx'
import styles from './address.module.css'
import { pathTo } from './region-path.ts'

type Given = {
  regions: Reading<ChoosableRegion[]>
  chosen: number | undefined
  onChoose: (cityId: number) => void
  onClose: () => void
}

/** Chooses a place, level by level. */
export function RegionSheet({ regions, chosen, onChoose, onClose }: Given) {
  return (
    <Sheet title="所在地区" onClose={onClose}>
      <Loaded of={regions} skeleton={<Bone height={300} radius={12} />}>
        {(tree) => <Levels tree={tree} chosen={chosen} onChoose={onChoose} />}
      </Loaded>
    </Sheet>
  )
}

function Levels({ tree, chosen, onChoose }: { tree: ChoosableRegion[] } & Pick<Given, 'chosen' | 'onChoose'>) {
  const known = chosen === undefined ? [] : pathTo(tree, chosen)
  const [path, setPath] = useState<readonly ChoosableRegion[]>(known.slice(0, -1))
  const places = path.at(-1)?.child ?? tree
  return (
    <>
      <div className={styles.path}>
        {path.map((region, index) => (
          <button key={region.cityId} type="button" onClick={() => setPath(path.slice(0, index))}>
            {region.name}
          </button>
        ))}
        <span>请选择</span>
      </div>
      <div className={styles.places}>
        {places.map((region) => (
          <button
            key={region.cityId}
            type="button"
            aria-pressed={known.includes(region)}
            onClick={() => (region.child?.length ? setPath([...path, region]) : onChoose(region.cityId))}
          >
            {region.name}
          </button>
        ))}
      </div>
    </>
  )
}
