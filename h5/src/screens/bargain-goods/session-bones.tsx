import { Bone } from '@zhanggui/page-kit/parts/skeleton.tsx'

/** The shape of a session. */
export function SessionBones() {
  return (
    <div className="coming">
      <Bone height={410} radius={12} />
      <Bone height={200} radius={12} />
    </div>
  )
}
