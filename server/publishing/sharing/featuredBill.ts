import { LRUCache } from 'lru-cache'
import type { FeaturedBill } from '#contract/bills/publicBills.ts'
import * as bills from '#contract/bills/publicBills.ts'
import { language, t } from '#contract/kit/translate.ts'
import { placeName } from '#contract/placeTexts.ts'
import { exampleSource } from '#contract/sourceTerms.ts'
import { read } from '#server/platform/http/route/read.ts'
import { billText } from '#server/platform/language/billTexts.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { cacheOf, type Memory } from '#server/platform/records/memory.ts'
import { type BillEvent, eventText } from './eventText.ts'

/** The bill of one place that is shown on the sign-in page, and its comment. */
type FeaturedChoice = { jurisdiction: string; bill_id: string; comment_id: string }

const [minStances, maxPlaces] = [10, 12]

/** The choice reads every change of mind of 90 days, so it is made at most every ten seconds. */
const choices = cacheOf(() => new LRUCache<'all', Promise<FeaturedChoice[]>>({ max: 1, ttl: 10_000 }))

export const featuredBillRoute = read(bills.getFeaturedBill, ({ db, memory, input }) =>
  inLanguage(input.language ?? 'en', () => getFeaturedBill(db, memory, input.place)),
)

async function getFeaturedBill(db: Db, memory: Memory, place: string | undefined) {
  const featured = await chosen(memory, db)
  const wanted = featured.find(({ jurisdiction }) => jurisdiction === place) ?? featured[0]
  return {
    places: featured.map(({ jurisdiction }) => ({ jurisdiction, name: nameOf(jurisdiction) })),
    bill: wanted ? await selectFeatured(db, wanted) : null,
  }
}

function nameOf(jurisdiction: string): string {
  return jurisdiction === 'ocd-division/country:us' ? t('Congress') : placeName(jurisdiction)
}

function chosen(memory: Memory, db: Db): Promise<FeaturedChoice[]> {
  const cache = choices(memory)
  const existing = cache.get('all')
  if (existing) {
    return existing
  }
  const choice = choose(db)
  cache.set('all', choice)
  choice.catch(() => cache.delete('all'))
  return choice
}

/** Chooses a bill for each place, the places in which most minds changed first. Bills that are only examples are left out. */
function choose(db: Db): Promise<FeaturedChoice[]> {
  return db<FeaturedChoice[]>`
    with credited as (
      select c.bill_id, c.comment_id, c.parent_comment_id is not null as is_reply, count(*)::int as minds
        from mind_changes m
        join bill_comments c using (comment_id)
        join users a on a.user_id = c.user_id
       where m.created_at > now() - interval '90 days' and c.is_live
         and a.account_status = 'active' and a.public_profile and a.public_comments
       group by c.bill_id, c.comment_id),
    discussed as (
      select b.jurisdiction, b.bill_id, sum(d.minds)::int as minds,
             (array_agg(d.comment_id order by d.minds desc, d.is_reply desc, d.comment_id))[1] as comment_id
        from credited d
        join bills b using (bill_id)
        join current_bill_counts n using (bill_id)
       where b.source_name <> ${exampleSource}
         and n.support_count + n.oppose_count + n.neutral_count + n.learning_count >= ${minStances}
       group by b.bill_id),
    best as (
      select distinct on (jurisdiction) jurisdiction, bill_id, comment_id, minds
        from discussed order by jurisdiction, minds desc, bill_id)
    select jurisdiction, bill_id, comment_id from best order by minds desc, jurisdiction limit ${maxPlaces}`
}

type FeaturedRow = Omit<FeaturedBill, 'sentence' | 'sentence_language' | 'event'> & {
  summary: string
  progress: BillEvent
}

/** Reads the bill. Null if the comment was deleted or its author became private after the choice. */
async function selectFeatured(db: Db, { bill_id, comment_id }: FeaturedChoice): Promise<FeaturedBill | null> {
  const [row] = await db<FeaturedRow[]>`
    with readable as not materialized (
      select c.comment_id, c.parent_comment_id, c.change_count, json_build_object(
               'author', short_name(u.full_name), 'content', left(c.content, 600), 'language', c.language,
               'stance', case when u.public_stances then c.stance_when_written end) as comment
        from bill_comments c join users u using (user_id)
       where c.bill_id = ${bill_id} and c.is_live and u.account_status = 'active' and u.public_profile
         and u.public_comments)
    select b.bill_id, b.path, b.jurisdiction, b.government_level, b.bill_code, left(b.title, 1000) as title,
           left(b.summary, 5000) as summary, json_build_object(
             'progress_line', bill_line(b), 'progress_dots', shown_dots(b.progress_dots, b.ended_by),
             'reached_on', b.progress_reached_on,
             'reached_votes', reached_votes(b.bill_id, b.progress_reached_on),
             'final_words', b.progress_final, 'checked_on', bill_checked_on(b)) as progress,
           n.support_count, n.oppose_count, n.neutral_count, n.learning_count,
           c.comment, c.change_count, (select p.comment from readable p where p.comment_id = c.parent_comment_id) as answered
      from readable c
      join bills b on b.bill_id = ${bill_id}
      join current_bill_counts n on n.bill_id = b.bill_id
     where c.comment_id = ${comment_id}`
  if (!row) {
    return null
  }
  const { summary, progress, ...bill } = row
  return { ...bill, ...shownSentence(summary), event: eventText(progress) }
}

/** Returns the sentence in the current language if the summary is translated. Translations have the same sentences. */
function shownSentence(summary: string): Pick<FeaturedBill, 'sentence' | 'sentence_language'> {
  const sentence = sentenceOf(summary)
  const translated = sentencesOf(billText(summary) ?? '')[sentencesOf(summary).indexOf(sentence)]
  return translated
    ? { sentence: translated, sentence_language: language() }
    : { sentence, sentence_language: 'en' }
}

/** Returns the first sentence that says what the bill would do, because many summaries begin with how things are today. */
function sentenceOf(summary: string): string {
  const sentences = sentencesOf(summary)
  const effect = /\bwould\b|\b[Tt]his (?:bill|law|resolution|order|ordinance)\b/
  return sentences.find((sentence) => effect.test(sentence)) ?? sentences[0] ?? ''
}

function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?][”"]?)\s+(?=[¿¡“"\p{Lu}])/u)
}
