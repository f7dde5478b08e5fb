import { t } from '#contract/kit/translate.ts'
import type { VoteEvent } from '#contract/votes/votes.ts'
import { formatNumber } from '#web/kit/format.ts'
import { partyName } from '#web/kit/partyName.ts'
import styles from './VoteEvents.module.css'

/** The votes by party. If the source names no parties, nothing is shown. */
export function PartyTable({ event: { by_party } }: { event: VoteEvent }) {
  if (by_party.length === 0) {
    return null
  }
  return (
    // A table cannot get narrower than its words, so with large text on a phone it scrolls within its box.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the box scrolls with the arrow keys
    <section className={styles.partiesBox} aria-label={t('Table of votes')} tabIndex={0}>
      <table className={styles.parties}>
        <caption className="vh">{t('Votes by party')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('Party')}</th>
            <th scope="col">{t('[vote]Yes')}</th>
            <th scope="col">{t('[vote]No')}</th>
            <th scope="col">{t('Other')}</th>
          </tr>
        </thead>
        <tbody>
          {by_party.map(({ party, yes, no, other }) => (
            <tr key={party}>
              <th scope="row">{partyName(party)}</th>
              <td>{formatNumber(yes)}</td>
              <td>{formatNumber(no)}</td>
              <td>{formatNumber(other)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
