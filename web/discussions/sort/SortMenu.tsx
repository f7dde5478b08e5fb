import { ArrowDownUp, ChevronDown } from 'lucide-react'
import { threadSorts } from '../../../contract/discussions.ts'
import { classNames } from '../../kit/ui/classNames.ts'
import { Menu, MenuButton, MenuGroup, MenuItem, MenuTrigger } from '../../kit/ui/overlays/Menu.tsx'
import { announce } from '../../kit/ui/overlays/toast.ts'
import { chooseSort, type Sort } from './sortChoice.ts'
import styles from '../DiscussionPanel.module.css'

const words: Record<Sort, { name: string; meaning: string }> = {
  oldest: { name: 'Oldest', meaning: 'In the order people wrote.' },
  newest: { name: 'Newest', meaning: 'The latest threads first.' },
  agreed: {
    name: 'Common ground',
    meaning:
      'Comments that both supporters and opponents liked come first. Praise from one side alone doesn’t move a comment up.',
  },
}

/** The order of the threads; replies stand oldest first in each. What an order means is said in the menu itself. */
export function SortMenu({ sort }: { sort: Sort }) {
  return (
    <div className={styles.sortRow}>
      <MenuTrigger>
        <MenuButton className={classNames(styles.sort)} aria-label={`Sort threads: ${words[sort].name}`}>
          <ArrowDownUp aria-hidden="true" />
          {words[sort].name}
          <ChevronDown aria-hidden="true" />
        </MenuButton>
        <Menu placement="bottom start" aria-label="Sort threads">
          <MenuGroup
            label="Sort threads"
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[sort]}
            onSelectionChange={(keys) => {
              const next = threadSorts.find((one) => keys instanceof Set && keys.has(one))
              if (!next) return
              chooseSort(next)
              announce(`Sorted by ${words[next].name}`)
            }}
          >
            {threadSorts.map((one) => (
              <MenuItem
                key={one}
                id={one}
                name={`${words[one].name}. ${words[one].meaning}`}
                marked={one === sort}
              >
                <span>
                  {words[one].name}
                  <small className={styles.sortMeaning}>{words[one].meaning}</small>
                </span>
              </MenuItem>
            ))}
          </MenuGroup>
        </Menu>
      </MenuTrigger>
      {sort === 'agreed' && <p className={styles.sortHint}>{words.agreed.meaning}</p>}
    </div>
  )
}
