import { useEffect, useState, type MouseEvent, type RefObject } from 'react'
import { t } from '#contract/kit/translate.ts'
import { formatShort } from '#web/kit/format.ts'
import styles from './BillHead.module.css'

/** A part of the page. `id` is the id of its element. */
export type Anchor = { id: string; label: string; count?: number | undefined }

type AnchorsProps = {
  anchors: readonly Anchor[]
  /** The element that scrolls. */
  page: RefObject<HTMLElement | null>
}

/**
 * Links to the parts of the open bill. They scroll and move the focus to the heading of the part, but do not change the URL,
 * whose fragment names a section of the text.
 */
export function Anchors({ anchors, page }: AnchorsProps) {
  const current = useCurrentPart(anchors, page)
  return (
    <nav className={`no-print ${styles.anchors}`} aria-label={t('On this page')}>
      {anchors.map(({ id, label, count }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current || undefined}
          onClick={(event) => show(event, id)}
        >
          {label}
          {count ? <span className="count">{formatShort(count)}</span> : null}
        </a>
      ))}
    </nav>
  )
}

function show(event: MouseEvent, id: string) {
  event.preventDefault()
  const part = document.getElementById(id)
  const heading = part?.querySelector<HTMLElement>('h2')
  if (heading && !heading.hasAttribute('tabindex')) {
    heading.tabIndex = -1
  }
  heading?.focus({ preventScroll: true })
  part?.scrollIntoView()
}

/** Returns the last part that begins in the upper third of the screen, or the first part if none has begun. */
function useCurrentPart(anchors: readonly Anchor[], page: RefObject<HTMLElement | null>): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  const ids = anchors.map(({ id }) => id).join(' ')
  useEffect(() => {
    const root = page.current
    if (!root) {
      return undefined
    }
    const update = () => {
      const line = root.clientHeight / 3
      const begun = ids
        .split(' ')
        .filter((id) => (document.getElementById(id)?.getBoundingClientRect().top ?? line) < line)
      setCurrent(begun.at(-1) ?? ids.split(' ')[0] ?? null)
    }
    update()
    root.addEventListener('scroll', update, { passive: true })
    return () => root.removeEventListener('scroll', update)
  }, [ids, page])
  return current
}
