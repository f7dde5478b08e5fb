import { useContext, useEffect, useEffectEvent, type RefObject } from 'react'
import { OverlayTriggerStateContext } from 'react-aria-components/Dialog'

type OpenOverlay = { element: RefObject<HTMLElement | null>; close: () => void }

/** The open menus and dialogs. The last one is on top. */
const openOverlays: OpenOverlay[] = []

/** The open tooltips. Each one closes its tooltip. */
const openTooltips = new Set<() => void>()

/**
 * React Aria closes an overlay only if the key was pressed on an element inside it. When the focused element is removed
 * because its data was fetched again, the browser sends the key to the page, so the key is handled here. A native
 * dialog handles the key itself.
 */
function closeTopOverlay(event: KeyboardEvent) {
  const top = openOverlays.at(-1)
  const { target } = event
  if (event.key !== 'Escape' || event.isComposing || !top || !(target instanceof Element)) return
  if (target.closest('dialog') || top.element.current?.contains(target)) return
  event.stopPropagation()
  event.preventDefault()
  top.close()
}

/**
 * Lets Escape close the overlay that contains this component, wherever the focus is. A tooltip that is open behind the
 * overlay closes first, because it would keep the key to itself. `onClose` is needed only if the overlay has no state in
 * its context.
 */
export function EscapeKey({
  overlay,
  onClose,
}: {
  overlay: RefObject<HTMLElement | null>
  onClose?: () => void
}) {
  const state = useContext(OverlayTriggerStateContext)
  const close = useEffectEvent(() => {
    if (onClose) onClose()
    else state?.close()
  })
  const isOpen = onClose !== undefined || state?.isOpen === true
  useEffect(() => {
    if (!isOpen) return undefined
    const opened: OpenOverlay = { element: overlay, close: () => close() }
    for (const closeTooltip of openTooltips) closeTooltip()
    if (openOverlays.push(opened) === 1) document.addEventListener('keydown', closeTopOverlay, true)
    return () => {
      openOverlays.splice(openOverlays.indexOf(opened), 1)
      if (openOverlays.length === 0) document.removeEventListener('keydown', closeTopOverlay, true)
    }
  }, [isOpen, overlay])
  return null
}

/** Closes the tooltip as soon as a menu or dialog opens. */
export function useTooltipBehindOverlays(isOpen: boolean, onClose: () => void) {
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (!isOpen) return undefined
    const closeTooltip = () => close()
    openTooltips.add(closeTooltip)
    return () => void openTooltips.delete(closeTooltip)
  }, [isOpen])
}
