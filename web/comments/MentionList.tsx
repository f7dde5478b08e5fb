import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import { suggestMentions } from '#contract/mentions.ts'
import { matchesName, queryWords } from '#contract/search.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { Avatar } from '#web/kit/ui/Avatar.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { useDebounced } from '#web/kit/useDebounced.ts'
import { type MentionSuggestionsProps, typedIn, type TypedIn } from './mentionField.ts'
import styles from './MentionList.module.css'

/** The delay in milliseconds before the typed name is searched. */
const searchDelay = 120

function isNamed({ username, full_name }: { username: string; full_name: string }, name: string): boolean {
  return matchesName(queryWords(name), `${username} ${full_name}`)
}

type MentionListProps = MentionSuggestionsProps & { typed: TypedIn }

/**
 * The list of suggested members below a field. The focus stays in the field, whose keys move the active option: arrows choose,
 * Enter inserts, Escape closes.
 */
export default function MentionList({ typed, scope, onTyped, onText }: MentionListProps) {
  const { field, mention } = typed
  const id = useId()
  // The first person is active again after each change of the typed name.
  const [active, setActive] = useState({ name: mention.name, index: 0 })
  const q = useDebounced(mention.name, searchDelay)
  const { data, isPlaceholderData } = useQuery({
    ...queryFor(suggestMentions, { q, ...scope }),
    staleTime: 60_000,
    retry: false,
    placeholderData: keepPreviousData,
  })
  const suggested = data?.people ?? []
  const isCurrent = q === mention.name && !isPlaceholderData
  // Until the search for the typed name is over, the list has only those of the earlier people whose names match it too, so
  // Enter never inserts somebody else.
  const people = isCurrent ? suggested : suggested.filter((person) => isNamed(person, mention.name))
  const current = active.name === mention.name ? Math.min(active.index, people.length - 1) : 0

  function insert(person: { username: string; full_name: string }) {
    const caret = field.selectionStart ?? field.value.length
    const before = `${field.value.slice(0, mention.start)}${person.username} `
    const rest = field.value.slice(caret)
    // The caret can stand within the name. A word that only follows the caret stays.
    const [end = ''] = /^[A-Za-z0-9_-]*/.exec(rest) ?? []
    const isWithinName = mention.name !== '' && isNamed(person, mention.name + end)
    onText(before + rest.slice(isWithinName ? end.length : 0).replace(/^ /, ''))
    onTyped(null)
    requestAnimationFrame(() => field.setSelectionRange(before.length, before.length))
  }

  const activate = (index: number) => setActive({ name: mention.name, index })

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || people.length === 0 || event.ctrlKey || event.metaKey) {
      return
    }
    const chosen = people[current]
    if (event.key === 'ArrowDown') {
      activate((current + 1) % people.length)
    } else if (event.key === 'ArrowUp') {
      activate((current + people.length - 1) % people.length)
    } else if (event.key === 'Escape') {
      onTyped(null)
    } else if (event.key === 'Enter' && chosen) {
      insert(chosen)
    } else {
      return
    }
    event.preventDefault()
    event.stopPropagation()
  })
  const onCaret = useEffectEvent(() => {
    const next = typedIn(field)
    if (next?.mention.start !== mention.start || next.mention.name !== mention.name) {
      onTyped(next)
    }
  })
  const close = useEffectEvent(() => onTyped(null))
  useEffect(() => {
    const onKeyDown = (event: Event) => event instanceof KeyboardEvent && onKey(event)
    const onMove = () => onCaret()
    const onBlur = () => close()
    field.addEventListener('keydown', onKeyDown)
    field.addEventListener('keyup', onMove)
    field.addEventListener('click', onMove)
    field.addEventListener('blur', onBlur)
    return () => {
      field.removeEventListener('keydown', onKeyDown)
      field.removeEventListener('keyup', onMove)
      field.removeEventListener('click', onMove)
      field.removeEventListener('blur', onBlur)
    }
  }, [field])
  const isShown = people.length > 0
  useEffect(() => {
    if (!isShown) {
      return undefined
    }
    field.setAttribute('aria-autocomplete', 'list')
    field.setAttribute('aria-controls', id)
    return () => {
      for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) {
        field.removeAttribute(name)
      }
    }
  }, [field, id, isShown])
  useEffect(() => {
    if (!isShown) {
      return
    }
    field.setAttribute('aria-activedescendant', `${id}-${current}`)
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' })
  }, [field, id, isShown, current])

  return (
    <>
      <output className="vh">
        {isShown &&
          plural(
            people.length,
            '{n} person. Use the arrow keys to choose one.|{n} people. Use the arrow keys to choose one.',
          )}
      </output>
      {isShown && (
        // oxlint-disable-next-line jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- the focus stays in the field, and <select> has no such rows
        <div id={id} role="listbox" aria-label={t('People to mention')} className={styles.list}>
          {people.map((person, index) => (
            // The field handles the keys of the options. It names the active option with aria-activedescendant.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
            <div
              key={person.username}
              id={`${id}-${index}`}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- <option> exists only in <select>
              role="option"
              aria-selected={index === current}
              className={classNames(styles.option, index === current && styles.active)}
              onPointerMove={() => activate(index)}
              // The field would lose the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => insert(person)}
            >
              <Avatar
                name={person.full_name}
                pictureUrl={person.profile_picture_url}
                level={person.engagement_level}
                size="small"
                decorative
              />
              <span className={styles.name}>{person.full_name}</span>
              <span className="note-text">@{person.username}</span>
            </div>
          ))}
        </div>
      )}
    </>
  )
}
