import { ArrowDownUp, ChevronDown } from 'lucide-react'
import { threadSorts } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { OptionalPart } from '#web/kit/ui/Boundary.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Menu, MenuButton, MenuGroup, MenuItem, MenuTrigger } from '#web/kit/ui/overlays/Menu.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { chooseSort, type Sort } from './sortChoice.ts'
import styles from '#web/discussions/DiscussionPanel.module.css'

const CoordinatedVotes = lazyPart(async () => ({
  default: (await import('./CoordinatedVotes.tsx')).CoordinatedVotes,
}))

const options: Record<Sort, { name: string; meaning: string }> = {
  oldest: { name: t('Oldest'), meaning: t('Oldest threads first.') },
  newest: { name: t('Newest'), meaning: t('Newest threads first.') },
  agreed: {
    name: t('Common ground'),
    meaning: t(
      'Comments that both supporters and opponents liked come first. Praise from one side alone doesn’t move a comment up.',
    ),
  },
}

/** A menu for the order of the threads. It explains each order. Replies are always in the order oldest first. */
export function SortMenu({ bill_id, sort }: { bill_id: string; sort: Sort }) {
  return (
    <div className={styles.sortRow}>
      <MenuTrigger>
        <MenuButton
          className={classNames(styles.sort)}
          aria-label={t('Sort threads: {order}', { order: options[sort].name })}
        >
          <ArrowDownUp aria-hidden="true" />
          {options[sort].name}
          <ChevronDown aria-hidden="true" />
        </MenuButton>
        <Menu placement="bottom start" aria-label={t('Sort threads')}>
          <MenuGroup
            label={t('Sort threads')}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[sort]}
            onSelectionChange={(keys) => {
              const next = threadSorts.find((choice) => keys instanceof Set && keys.has(choice))
              if (!next) {
                return
              }
              chooseSort(next)
              announce(t('Sorted by {order}', { order: options[next].name }))
            }}
          >
            {threadSorts.map((choice) => (
              <MenuItem
                key={choice}
                id={choice}
                name={`${options[choice].name}. ${options[choice].meaning}`}
                checked={choice === sort}
              >
                <span>
                  {options[choice].name}
                  <small className={styles.sortMeaning}>{options[choice].meaning}</small>
                </span>
              </MenuItem>
            ))}
          </MenuGroup>
        </Menu>
      </MenuTrigger>
      {sort === 'agreed' && (
        <>
          <p className={styles.sortHint}>{options.agreed.meaning}</p>
          <OptionalPart>
            <CoordinatedVotes bill_id={bill_id} />
          </OptionalPart>
        </>
      )}
    </div>
  )
}
