/** Moves the focus to the member's stance on the open bill, because what asked about it disappears with its buttons. */
export function focusOwnStance() {
  const shown = [
    ...document.querySelectorAll<HTMLElement>(
      '[role="dialog"] :is([role="radio"][aria-checked="true"], [data-own-stance])',
    ),
  ]
  // While the stance card is not on the screen, a bar shows the stance too.
  const onScreen = shown.find((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top < window.innerHeight && bottom > 0
  })
  const stance = onScreen ?? shown[0]
  stance?.focus({ preventScroll: true })
}
