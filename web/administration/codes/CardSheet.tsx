import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { listInvitationCards, maxCards, type InvitationCard } from '#contract/administration/codes.ts'
import { codePath, tabPath } from '#web/administration/paths.ts'
import { styles } from '#web/administration/styles.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { site } from '#web/kit/site.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { QrCode } from '#web/kit/ui/QrCode.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import sheet from './CardSheet.module.css'

/** A sheet of invitations to print and cut: one for each code, or as many of a single code as it has uses left. */
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
        {others.length === 0 ? 'The code' : 'All codes'}
      </Link>
      <QueryView
        query={query}
        title="The invitations could not be loaded"
        shape={{ label: 'Loading the invitations...', className: styles.list, heights: ['12rem', '12rem'] }}
      >
        {({ cards }) => <Sheet cards={withCopies(cards)} />}
      </QueryView>
    </div>
  )
}

function withCopies(cards: InvitationCard[]): InvitationCard[] {
  const [only, ...others] = cards
  if (!only || others.length > 0) return cards
  return Array.from({ length: Math.min(only.uses_left, maxCards) }, () => only)
}

function Sheet({ cards }: { cards: InvitationCard[] }) {
  if (cards.length === 0) return <p className={styles.meta}>Nobody can join with these codes anymore.</p>
  return (
    <>
      <div className={`${styles.head} no-print`}>
        <h2 className={styles.title}>
          {cards.length === 1 ? '1 invitation' : `${cards.length} invitations`}
        </h2>
        <Button onClick={() => window.print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </div>
      <ul className={sheet.cards} aria-label="Invitations">
        {cards.map((card, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- copies of one card are equal
          <li key={index} className={sheet.card}>
            <QrCode text={card.link} label={`QR code of ${card.link}`} className={sheet.qr} />
            <div className={sheet.words}>
              <b className={sheet.name}>{site.name}</b>
              <span>Read bills, say where you stand, and change your mind.</span>
              <b className={sheet.code}>{card.code}</b>
              <span className={sheet.link}>
                Scan, or register at {new URL(card.link).host} with this code.
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
