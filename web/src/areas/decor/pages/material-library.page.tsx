import { ALL_GROUPS, type Attachment, attachmentFinds, attachmentSorts } from '@zhanggui/contract/file/attachment.ts'
import { type FileType, fileTypes } from '@zhanggui/domain/file/file-type.ts'
import { useState } from 'react'
import { MediaLibrary } from '../../../kit/media/media-library.tsx'
import { type MediaFilter, wholeLibrary } from '../../../kit/media/use-media.ts'
import { PageHeader } from '../../../kit/page/page-header.tsx'
import { useAddress } from '../../../kit/page/use-address.ts'
import styles from './material.module.css'

const types = Object.values(fileTypes)

/** 素材管理: the media library with all its actions. The address contains the filter. */
export default function MaterialLibraryPage() {
  const address = useAddress()
  const [chosen, setChosen] = useState<readonly Attachment[]>([])
  const { filter, asTable } = readAddress(new URLSearchParams(address.search))
  const show = (change: Partial<MediaFilter>, table?: boolean) => {
    const asked = readAddress(address.latest())
    address.replace(write({ ...asked.filter, ...change }, table ?? asked.asTable))
  }
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <PageHeader />
      <section className={styles.card}>
        <MediaLibrary
          filter={filter}
          onFilter={show}
          types={types}
          chosen={chosen}
          onChoose={setChosen}
          asTable={asTable}
          onTable={(table) => show({}, table)}
          height="max(360px, calc(100vh - 300px))"
        />
      </section>
    </div>
  )
}

function readAddress(search: URLSearchParams) {
  return { filter: readFilter(search), asTable: search.get('view') === 'table' }
}

function readFilter(search: URLSearchParams): MediaFilter {
  const group = search.get('groupId')
  return {
    groupId: group && /^\d{1,15}$/.test(group) ? Number(group) : ALL_GROUPS,
    type: types.find((type) => String(type) === search.get('type')) ?? fileTypes.image,
    name: search.get('name') ?? undefined,
    sort: attachmentSorts.find((sort) => sort === search.get('sort')) ?? wholeLibrary.sort,
    recycled: search.has('recycled'),
    find: attachmentFinds.find((find) => find === search.get('find')),
  }
}

/** Writes only the values that differ from the defaults. */
function write({ groupId, type, name, sort, recycled, find }: MediaFilter, asTable: boolean): URLSearchParams {
  const search = new URLSearchParams()
  if (groupId !== ALL_GROUPS) search.set('groupId', String(groupId))
  if (type !== (fileTypes.image as FileType)) search.set('type', String(type))
  if (name) search.set('name', name)
  if (sort !== wholeLibrary.sort) search.set('sort', sort)
  if (recycled) search.set('recycled', '1')
  if (find) search.set('find', find)
  if (asTable) search.set('view', 'table')
  return search
}
