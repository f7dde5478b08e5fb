import { useQuery } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { listBookmarks } from '#contract/bills/bills.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { LevelName } from '#web/bills/card/LevelLabel.tsx'
import { StanceIcon } from '#web/bills/stance/StanceIcon.tsx'
import { queryFor, messageOr } from '#web/kit/api/api.ts'
import { Link, navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { SectionHead } from './SectionHead.tsx'
import { bookmarkLabels } from './stanceLabels.ts'
import styles from './Section.module.css'

const bookmarksShown = 5
const failureTitle = t('Failed to load bookmarked bills')

/** Lists the viewer's own bookmarks, even on the profile of another member. */
export function Bookmarks({ isOwn }: { isOwn: boolean }) {
  const query = useQuery({ ...queryFor(listBookmarks, {}), staleTime: 0 })
  const title = isOwn ? t('Bookmarked Bills') : t('Your Bookmarked Bills')
  const bills = query.data?.bookmarked_bills ?? []
  return (
    <section className="card" aria-label={title}>
      <SectionHead title={title} count={bills.length} />
      <QueryView
        query={query}
        title={failureTitle}
        level={3}
        message={(error) => messageOr(error, failureTitle)}
      >
        {() =>
          bills.length === 0 ? (
            <Empty
              icon={<Bookmark />}
              title={t('No bookmarked bills yet')}
              hint={t('Bookmark a bill to find it here.')}
              level={3}
            />
          ) : (
            <ul className={styles.rows}>
              {bills.slice(0, bookmarksShown).map((bill) => (
                <li key={bill.bill_id} className={styles.bill}>
                  <p className={styles.meta}>
                    <LevelName level={bill.government_level} />
                    <span>{bill.bill_code}</span>
                    {bill.user_stance && (
                      <span className={classNames(styles.stance, styles[bill.user_stance])}>
                        <StanceIcon stance={bill.user_stance} />
                        {bookmarkLabels[bill.user_stance]}
                      </span>
                    )}
                  </p>
                  <p className={styles.title}>
                    <BookmarkedBill bill_id={bill.bill_id}>{bill.title}</BookmarkedBill>
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      {bills.length > bookmarksShown && (
        <p className={styles.foot}>
          <Link to={`${paths.dashboard}?bookmarks=true`}>
            {plural(bills.length, 'View all {n} bookmark|View all {n} bookmarks')}
          </Link>
        </p>
      )}
    </section>
  )
}

/** A link to a bill. A plain press opens it over the bookmarks, and anything else opens its own page. */
function BookmarkedBill({ bill_id, children }: { bill_id: string; children: string }) {
  return (
    <Link
      to={paths.bill(bill_id)}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
          return
        }
        event.preventDefault()
        navigate(paths.dashboard, { state: { expandBillId: bill_id, filter: 'bookmarks' } })
      }}
    >
      <span lang={recordLanguage}>{children}</span>
    </Link>
  )
}
