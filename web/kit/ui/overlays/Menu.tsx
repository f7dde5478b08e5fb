import { Check } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { Dialog, DialogTrigger as PanelTrigger } from 'react-aria-components/Dialog'
import { Header } from 'react-aria-components/Header'
import {
  Menu as AriaMenu,
  MenuItem as AriaMenuItem,
  MenuSection as AriaMenuSection,
  MenuTrigger,
  type MenuItemProps,
  type MenuProps,
  type MenuSectionProps,
} from 'react-aria-components/Menu'
import { Popover, type PopoverProps } from 'react-aria-components/Popover'
import { Separator } from 'react-aria-components/Separator'
import { classNames } from '#web/kit/ui/classNames.ts'
import { EscapeKey } from './EscapeKey.tsx'
import styles from './Menu.module.css'

/** The button of a menu. React Aria sets its `aria-haspopup` and `aria-expanded`. */
export { Button as MenuButton } from 'react-aria-components/Button'
export { MenuTrigger, PanelTrigger }

/**
 * A menu. Render it beside a MenuButton inside a MenuTrigger. `heading` is a line of text above the items, and `top` is
 * content above the menu that cannot be focused.
 */
export function Menu<T extends object>({
  placement = 'bottom end',
  heading,
  top,
  children,
  ...menu
}: Omit<MenuProps<T>, 'className' | 'children'> & {
  placement?: PopoverProps['placement'] | undefined
  heading?: string | undefined
  top?: ReactNode | undefined
  children: ReactNode
}) {
  const popover = useRef<HTMLElement>(null)
  return (
    <Popover ref={popover} placement={placement} className={classNames(styles.popover)}>
      <EscapeKey overlay={popover} />
      {top}
      <AriaMenu {...menu} className={classNames(styles.menu)}>
        {heading ? (
          <AriaMenuSection>
            <Header className={styles.heading}>{heading}</Header>
            {children}
          </AriaMenuSection>
        ) : (
          children
        )}
      </AriaMenu>
    </Popover>
  )
}

/**
 * A menu that is open as long as it is mounted. Menus whose code is loaded on demand use it. The button that opens it must
 * set `aria-haspopup` and `aria-expanded`. `row` lays out the items as icons in rows.
 */
export function OpenMenu({
  label,
  triggerRef,
  onClose,
  row = false,
  children,
}: {
  label: string
  triggerRef: RefObject<HTMLElement | null>
  onClose: () => void
  row?: boolean | undefined
  children: ReactNode
}) {
  const popover = useRef<HTMLElement>(null)
  return (
    <Popover
      ref={popover}
      aria-label={label}
      triggerRef={triggerRef}
      isOpen
      onOpenChange={(open) => !open && onClose()}
      placement="bottom end"
      className={classNames(styles.popover)}
    >
      <EscapeKey overlay={popover} onClose={onClose} />
      <AriaMenu
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu starts at its first item
        autoFocus="first"
        onClose={onClose}
        className={classNames(styles.menu, row && styles.row)}
      >
        {children}
      </AriaMenu>
    </Popover>
  )
}

/**
 * A small panel of form controls that a button opens. Render it beside a MenuButton inside a PanelTrigger. Unlike a menu
 * it stays open while the controls are changed.
 */
export function Panel({ label, children }: { label: string; children: ReactNode }) {
  const popover = useRef<HTMLElement>(null)
  return (
    <Popover ref={popover} placement="bottom end" className={classNames(styles.popover)}>
      <EscapeKey overlay={popover} />
      <Dialog aria-label={label} className={classNames(styles.panel)}>
        {children}
      </Dialog>
    </Popover>
  )
}

/** A group of items. With `selectionMode`, the member chooses between the items. */
export function MenuGroup<T extends object>({
  label,
  ...group
}: Omit<MenuSectionProps<T>, 'className'> & { label: string }) {
  return <AriaMenuSection {...group} aria-label={label} className={classNames(styles.group)} />
}

/** An item of a menu. `name` is its accessible name, and typing the name focuses the item. `checked` shows a check mark. */
export function MenuItem({
  name,
  checked = false,
  children,
  ...item
}: Omit<MenuItemProps, 'className' | 'textValue' | 'aria-label' | 'children'> & {
  name: string
  checked?: boolean | undefined
  children: ReactNode
}) {
  return (
    <AriaMenuItem {...item} textValue={name} aria-label={name} className={classNames(styles.item)}>
      {children}
      {checked && <Check aria-hidden="true" className={styles.checkMark} />}
    </AriaMenuItem>
  )
}

export function MenuSeparator() {
  return <Separator className={classNames(styles.separator)} />
}
