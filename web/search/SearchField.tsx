import { Search, X } from 'lucide-react'
import { useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { keywordMaxLength } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { lazyPart, preload } from '#web/kit/api/lazyPart.ts'
import { useCharacterKeys } from '#web/kit/characterKeys.ts'
import { navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'
import { site } from '#web/kit/site.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { IconButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import type { Option } from './options.tsx'
import styles from './SearchField.module.css'

const slash = ['/'] as const

const loadList = () => import('./SearchList.tsx')
const SearchList = lazyPart(loadList)

/**
 * The search field of the header. On narrow screens there is only an icon, which opens the field above the header. The
 * field is a combobox: results appear while the member types, and the arrow keys select a result. Enter opens the selected
 * result, or the page of results if none is selected.
 */
export function SearchField() {
  const [isTyping, setIsTyping] = useState(false)
  const [text, setText] = useQueryText(isTyping)
  const [isOpen, setIsOpen] = useState(false)
  const [isBarOpen, setIsBarOpen] = useState(false)
  const [options, setOptions] = useState<Option[]>([])
  const [active, setActive] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const listId = useId()

  function open() {
    // The bar is opened first, because a hidden field cannot take the focus.
    flushSync(() => setIsBarOpen(true))
    field.current?.focus()
    field.current?.select()
  }
  useCharacterKeys(slash, open)

  function close() {
    setIsOpen(false)
    setIsBarOpen(false)
    setIsTyping(false)
    setActive(-1)
  }

  function choose(to: string) {
    close()
    field.current?.blur()
    navigate(to)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    const option = options[active]
    const query = text.trim()
    if (option) {
      choose(option.to)
    } else if (query !== '') {
      choose(paths.searchFor(query))
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setIsOpen(true)
      // Position -1 is the field itself, which comes before the first option and after the last option.
      const positions = options.length + 1
      setActive((before) => ((before + 1 + step + positions) % positions) - 1)
    } else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      if (isOpen && text !== '') {
        setIsOpen(false)
        setActive(-1)
      } else {
        close()
        if (isBarOpen) {
          opener.current?.focus()
        }
        field.current?.blur()
      }
    }
  }

  return (
    <div
      className={styles.search}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) {
          close()
        }
      }}
    >
      <IconButton
        ref={opener}
        className={styles.opener}
        label={t('Search')}
        icon={<Search aria-hidden="true" />}
        aria-expanded={isBarOpen}
        onPointerEnter={() => preload(loadList)}
        onClick={open}
      />
      <search className={classNames(styles.bar, isBarOpen && styles.open)}>
        <form className={styles.form} action={paths.search} onSubmit={submit}>
          <Search aria-hidden="true" className={styles.icon} />
          <input
            ref={field}
            className={`input ${styles.field}`}
            name="q"
            role="combobox"
            aria-label={t('Search {site}', { site: site.name })}
            aria-autocomplete="list"
            aria-expanded={isOpen && options.length > 0}
            aria-controls={listId}
            aria-activedescendant={isOpen && active >= 0 ? `${listId}-${active}` : undefined}
            autoComplete="off"
            enterKeyHint="search"
            inputMode="search"
            maxLength={keywordMaxLength}
            placeholder={t('Search')}
            value={text}
            onFocus={() => {
              preload(loadList)
              setIsBarOpen(true)
            }}
            onClick={() => setIsOpen(true)}
            onChange={(event) => {
              setText(event.target.value)
              setIsTyping(true)
              setActive(-1)
              setIsOpen(true)
            }}
            onKeyDown={onKeyDown}
          />
          <kbd className={styles.key} aria-hidden="true">
            /
          </kbd>
          <IconButton
            className={styles.closer}
            label={t('Close search')}
            icon={<X aria-hidden="true" />}
            onClick={() => {
              close()
              opener.current?.focus()
            }}
          />
        </form>
        {isOpen && (
          // A press on an option must not take the focus from the field.
          <div className={styles.popup} onPointerDown={(event) => event.preventDefault()}>
            <PopupBoundary onClose={() => setIsOpen(false)}>
              <SearchList
                id={listId}
                text={text}
                active={active}
                onOptions={setOptions}
                onActive={setActive}
                onChoose={({ to }) => choose(to)}
              />
            </PopupBoundary>
          </div>
        )}
      </search>
    </div>
  )
}

/**
 * The text of the field. On the page of results it is the query of the URL so that Back restores it. If a new screen
 * appears while the member is typing, the typed text stays.
 */
function useQueryText(isTyping: boolean) {
  const { pathname, search } = useLocation()
  const query = pathname === paths.search ? (new URLSearchParams(search).get('q') ?? '') : ''
  const [text, setText] = useState(query)
  const page = `${pathname} ${query}`
  const [lastPage, setLastPage] = useState(page)
  if (page !== lastPage) {
    setLastPage(page)
    if (!isTyping) {
      setText(query)
    }
  }
  return [text, setText] as const
}
