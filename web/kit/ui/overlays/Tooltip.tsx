import { useEffect, useState, type ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip'
import { classNames } from '#web/kit/ui/classNames.ts'
import { useTooltipBehindOverlays } from './EscapeKey.tsx'
import styles from './Menu.module.css'

/**
 * The state of a tooltip. Its text appears two frames late, because pressing Tab may scroll the page to an element outside
 * the window, and scrolling closes tooltips. The state itself is never late: if it were, a focus that moves on within
 * these frames would close nothing, and the tooltip would stay open and keep the next Escape to itself.
 */
function useTooltip() {
  const [isOpen, setIsOpen] = useState(false)
  const [isTextShown, setIsTextShown] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setIsTextShown(true))
    })
    return () => {
      cancelAnimationFrame(frame)
      setIsTextShown(false)
    }
  }, [isOpen])
  useTooltipBehindOverlays(isOpen, () => setIsOpen(false))
  return { trigger: { isOpen, onOpenChange: setIsOpen }, isTextShown: isOpen && isTextShown }
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
  const { trigger, isTextShown } = useTooltip()
  return (
    <TooltipTrigger delay={0} {...trigger} shouldCloseOnPress={false}>
      <Button
        aria-label={label}
        className={classNames(styles.hint, className)}
        onPress={({ pointerType }) => pointerType === 'touch' && trigger.onOpenChange(!trigger.isOpen)}
      >
        {icon}
      </Button>
      {isTextShown && (
        <AriaTooltip offset={6} className={classNames(styles.tooltip)}>
          {text}
        </AriaTooltip>
      )}
    </TooltipTrigger>
  )
}
