import type { ReactNode } from 'react'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  type MenuItemProps,
  type MenuProps,
} from 'react-aria-components/Menu'
import { Popover as AriaPopover, type PopoverProps } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { classNames } from './classNames.ts'
import styles from './Menu.module.css'

/** The thing that opens a menu is React Aria's own button, which knows `aria-haspopup` and `aria-expanded`. */
export { Button as MenuButton } from 'react-aria-components/Button'
export { MenuTrigger }

/** Put beside a MenuButton inside a MenuTrigger. `heading` is a line of words above the items; `row` is icons only. */
export function Menu<T extends object>({
  placement = 'bottom end',
  heading,
  row = false,
  children,
  ...menu
}: Omit<MenuProps<T>, 'className' | 'children'> & {
  placement?: PopoverProps['placement']
  heading?: string
  row?: boolean
  children: ReactNode
}) {
  return (
    <AriaPopover placement={placement} className={styles.popover}>
      <AriaMenu {...menu} className={classNames(styles.menu, row && styles.row)}>
        {heading ? (
          <AriaMenuSection>
            <Header className={styles.heading}>{heading}</Header>
            {children}
          </AriaMenuSection>
        ) : (
          children
        )}
      </AriaMenu>
    </AriaPopover>
  )
}

/** `name` is its accessible name and typing target; the children may be words, an icon, or both. */
export function MenuItem({
  name,
  ...item
}: Omit<MenuItemProps, 'className' | 'textValue' | 'aria-label'> & { name: string }) {
  return <AriaMenuItem {...item} textValue={name} aria-label={name} className={styles.item} />
}

export function MenuSeparator() {
  return <Separator className={styles.separator} />
}

/** Any small panel that hangs on a trigger; inside a React Aria DialogTrigger or with `triggerRef`. */
export function Popover({
  children,
  ...popover
}: Omit<PopoverProps, 'className' | 'children'> & { children: ReactNode }) {
  return (
    <AriaPopover {...popover} className={styles.popover}>
      {children}
    </AriaPopover>
  )
}
