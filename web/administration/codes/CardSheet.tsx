import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { listInvitationCards, maxCards, type InvitationCard } from '#contract/administration/codes.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { codePath, tabPath } from '#web/administration/paths.ts'
import { styles } from '#web/administration/styles.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { QrCode } from '#web/kit/ui/QrCode.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import sheet from './CardSheet.module.css'

/** A sheet of invitations to print and cut: one for each code, or as many as it has uses left if the URL names one code. */
export function CardSheet({ codes }: { codes: string }) {
  const query = useQuery(queryFor(listInvitationCards, { codes }))
  const [first = '', ...others] = codes.split(',')
  return (
    <div className={styles.list}>
      <Link
        className={`${styles.back} no-print`}
        to={others.length === 0 ? codePath(first) : tabPath('codes')}
      >
        <ArrowLeft aria-hidden="true" />
        {others.length === 0 ? t('The code') : t('All codes')}
      </Link>
      <QueryView
        query={query}
        title={t('The invitations could not be loaded')}
        shape={{
          label: t('Loading the invitations...'),
          className: styles.list,
          heights: ['12rem', '12rem'],
        }}
      >
        {({ cards }) => <Sheet cards={others.length === 0 ? withCopies(cards) : cards} />}
      </QueryView>
    </div>
  )
}

function withCopies(cards: InvitationCard[]): InvitationCard[] {
  return cards.flatMap((card) => Array.from({ length: Math.min(card.uses_left, maxCards) }, () => card))
}

function Sheet({ cards }: { cards: InvitationCard[] }) {
  if (cards.length === 0) {
    return <p className={styles.meta}>{t('Nobody can join with these codes anymore.')}</p>
  }
  return (
    <>
      <div className={`${styles.head} no-print`}>
        <h2 className={styles.title}>{plural(cards.length, '{n} invitation|{n} invitations')}</h2>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          {t('Print')}
        </Button>
      </div>
      <ul className={sheet.cards} aria-label={t('Invitations')}>
        {cards.map((card, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- copies of one card are equal
          <li key={index} className={sheet.card}>
            <QrCode
              text={card.link}
              label={t('QR code of {link}', { link: card.link })}
              className={sheet.qr}
            />
            <div className={sheet.words}>
              {site.logo && <img {...site.logo} alt="" className={sheet.logo} />}
              <b className={sheet.name}>{site.name}</b>
              <span>{t('Read bills, say where you stand, and change your mind.')}</span>
              <b className={sheet.code}>{card.code}</b>
              <span className={sheet.link}>
                {t('Scan, or register at {host} with this code.', { host: new URL(card.link).host })}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
