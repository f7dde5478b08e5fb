import { Code, Link2, Mail, MessageCircle, Share, Share2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { copyText } from '#web/kit/copyText.ts'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { Menu, MenuButton, MenuItem, MenuSeparator, MenuTrigger } from '#web/kit/ui/overlays/Menu.tsx'
import { BrandIcon } from './BrandIcons.tsx'
import { sharedBill, shareLinks } from './share.ts'
import { SharePreview } from './SharePreview.tsx'

const EmbedDialog = lazyPart(() => import('./EmbedDialog.tsx'))

const icons = {
  x: <BrandIcon brand="x" />,
  facebook: <BrandIcon brand="facebook" />,
  linkedin: <BrandIcon brand="linkedin" />,
  email: <Mail aria-hidden="true" />,
  sms: <MessageCircle aria-hidden="true" />,
}

/**
 * Offers the share sheet of the device if there is one, the link, the embed code, and plain links to other services.
 */
export function ShareMenu({ bill, className }: { bill: Bill; className: string }) {
  const share = sharedBill(bill, window.location.origin)
  const previewId = useId()
  const hasNativeShare = 'share' in navigator
  const [isEmbedding, setIsEmbedding] = useState(false)

  const copyLink = () =>
    copyText(share.url, {
      copied: t('Link copied to clipboard!'),
      failed: t('Couldn’t copy the link. Copy it from the address bar.'),
    })

  return (
    <>
      <MenuTrigger>
        <MenuButton className={className} aria-label={t('Share')}>
          <Share2 aria-hidden="true" />
          <span data-word>{t('Share')}</span>
        </MenuButton>
        <Menu
          aria-label={t('Share')}
          aria-describedby={previewId}
          top={<SharePreview bill={bill} id={previewId} />}
        >
          {hasNativeShare && (
            <MenuItem name={t('Share…')} onAction={() => void navigator.share(share).catch(() => undefined)}>
              <Share aria-hidden="true" />
              {t('Share…')}
            </MenuItem>
          )}
          <MenuItem name={t('Copy link')} onAction={() => void copyLink()}>
            <Link2 aria-hidden="true" />
            {t('Copy link')}
          </MenuItem>
          <MenuItem name={t('Embed this bill')} onAction={() => setIsEmbedding(true)}>
            <Code aria-hidden="true" />
            {t('Embed this bill')}
          </MenuItem>
          <MenuSeparator />
          {shareLinks(bill, window.location.origin).map(({ service, name, href }) => {
            const isExternal = href.startsWith('https:')
            return (
              <MenuItem
                key={service}
                name={name}
                href={href}
                {...(isExternal ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
              >
                {icons[service]}
                {name}
              </MenuItem>
            )
          })}
        </Menu>
      </MenuTrigger>
      <PopupBoundary onClose={() => setIsEmbedding(false)}>
        {isEmbedding && <EmbedDialog bill={bill} onClose={() => setIsEmbedding(false)} />}
      </PopupBoundary>
    </>
  )
}
