import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until this has the focus, as somebody without a mouse does; fails when it cannot be reached so. */
export async function tabTo(page: Page, target: Locator, most = 60) {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((one) => one === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  await expect(target, `within ${most} presses of Tab`).toBeFocused()
}
