import type { VoteEvent } from '../../contract/bills/voteEvents.ts'
import { formatNumber } from '../kit/format.ts'
import { partyName } from './voteWords.ts'
import styles from './VoteEvents.module.css'

/** The votes by party. If the source names no parties, nothing is shown. */
export function PartyTable({ event: { by_party } }: { event: VoteEvent }) {
  if (by_party.length === 0) return null
  return (
    <table className={styles.parties}>
      <caption className="vh">Votes by party</caption>
      <thead>
        <tr>
          <th scope="col">Party</th>
          <th scope="col">Yes</th>
          <th scope="col">No</th>
          <th scope="col">Other</th>
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
  )
}
