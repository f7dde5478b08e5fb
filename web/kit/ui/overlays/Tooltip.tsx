import { useEffect, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { classNames } from '../classNames.ts'
import styles from './Menu.module.css'

/**
 * The state of a tooltip. The tooltip opens two frames late, because pressing Tab may scroll the page to an element outside
 * the window, and scrolling closes tooltips.
 */
function useOpenAfterScroll() {
  const [isOpen, setIsOpen] = useState(false)
  const frame = useRef(0)
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  function onOpenChange(open: boolean) {
    cancelAnimationFrame(frame.current)
    if (!open) return setIsOpen(false)
    frame.current = requestAnimationFrame(() => {
      frame.current = requestAnimationFrame(() => setIsOpen(true))
    })
  }
  return { isOpen, onOpenChange }
}

/** Text that appears while its child is hovered or focused. The child must be focusable. */
export function Tooltip({
  text,
  children,
}: {
  text: string
  children: ComponentProps<typeof Focusable>['children']
}) {
  const state = useOpenAfterScroll()
  return (
    <TooltipTrigger delay={400} {...state}>
      <Focusable>{children}</Focusable>
      <AriaTooltip offset={6} className={classNames(styles.tooltip)}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/**
 * A small button whose only purpose is its tooltip, for example the (i) of the echo bar. A tap opens and closes the
 * tooltip, because touch screens have no hover.
 */
export function HintButton({
  label,
  text,
  icon,
  className,
}: {
  label: string
  text: ReactNode
  icon: ReactNode
  className?: string | undefined
}) {
  const state = useOpenAfterScroll()
  return (
    <TooltipTrigger delay={0} {...state} shouldCloseOnPress={false}>
      <Button
        aria-label={label}
        className={classNames(styles.hint, className)}
        onPress={({ pointerType }) => pointerType === 'touch' && state.onOpenChange(!state.isOpen)}
      >
        {icon}
      </Button>
      <AriaTooltip offset={6} className={classNames(styles.tooltip)}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
