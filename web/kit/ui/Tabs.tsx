import type { ReactNode } from 'react'
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from 'react-aria-components/Tabs'
import { centerTab } from '#web/kit/centerTab.ts'
import { formatShort } from '#web/kit/format.ts'
import { classNames } from './classNames.ts'
import styles from './Tabs.module.css'

type TabsProps<Id extends string> = {
  /** The name of the tab list for screen readers. */
  label: string
  tabs: readonly { id: Id; label: string; count?: number | undefined }[]
  selected: Id
  onSelect: (id: Id) => void
  /** Renders the panel of the selected tab. */
  children: (id: Id) => ReactNode
}

/** Tabs with panels. Arrow keys only move the focus so that they load nothing. Enter or Space selects the focused tab. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: TabsProps<Id>) {
  return (
    <AriaTabs
      keyboardActivation="manual"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tabOfKey = tabs.find((tab) => tab.id === key)
        if (tabOfKey) onSelect(tabOfKey.id)
      }}
    >
      <TabList aria-label={label} className={classNames(styles.list)}>
        {tabs.map((tab) => (
          <Tab
            key={tab.id}
            ref={tab.id === selected ? centerTab : null}
            id={tab.id}
            className={classNames(styles.tab)}
          >
            {tab.label}
            {tab.count !== undefined && <span className="count">{formatShort(tab.count)}</span>}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={classNames(styles.panel)}>
          {children(tab.id)}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
