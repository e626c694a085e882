import { Icon } from '@zhanggui/page-kit/parts/icon.tsx'
import styles from './search-box.module.css'

type Given = {
  label: string
  value: string
  onChange: (value: string) => void
  /** With the key of the keyboard. */
  onSearch: () => void
  hasFocus?: boolean
}

/** Words that are looked for. */
export function SearchBox({ label, value, onChange, onSearch, hasFocus }: Given) {
  return (
    <form
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      <Icon name="search" size={18} />
      <input
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        maxLength={50}
        // biome-ignore lint/a11y/noAutofocus: the screen is there to type
        autoFocus={hasFocus}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
      {value && (
        <button type="button" aria-label="清除" onClick={() => onChange('')}>
          <Icon name="close" size={16} />
        </button>
      )}
    </form>
  )
}
