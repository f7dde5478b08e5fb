import type { ComponentProps, ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Focusable } from 'react-aria-components/Focusable'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import styles from './Menu.module.css'

/** Words that appear on hover and focus of the one element inside; it must be able to take focus. */
export function Tooltip({
  words,
  children,
}: {
  words: string
  children: ComponentProps<typeof Focusable>['children']
}) {
  return (
    <TooltipTrigger delay={400}>
      <Focusable>{children}</Focusable>
      <AriaTooltip offset={6} className={styles.tooltip}>
        {words}
      </AriaTooltip>
    </TooltipTrigger>
  )
}

/** A small button whose only purpose is its tooltip, for example the (i) of the echo bar. */
export function HintButton({ label, words, icon }: { label: string; words: string; icon: ReactNode }) {
  return (
    <TooltipTrigger delay={0}>
      <Button aria-label={label} className={styles.hint}>
        {icon}
      </Button>
      <AriaTooltip offset={6} className={styles.tooltip}>
        {words}
      </AriaTooltip>
    </TooltipTrigger>
  )
}
