import { useQuery } from '@tanstack/react-query'
import { t } from '#contract/kit/translate.ts'
import { listMentioned, maxMentioned, mentionPieces } from '#contract/mentions.ts'
import { call } from '#web/kit/api/api.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { urlPieces } from './linkedUrls.ts'
import styles from './MentionText.module.css'

/**
 * A text in which every @mention of a member links to the profile. A name that nobody has stays plain text, and so do the names
 * after the first `maxMentioned` of a text. URLs are links that search engines ignore and that pass nothing on to the other site.
 */
export function MentionText({ text }: { text: string }) {
  const pieces = mentionPieces(text)
  const mentioned = pieces.flatMap(({ username }) => username?.toLowerCase() ?? [])
  const names = [...new Set(mentioned)].slice(0, maxMentioned)
  return names.length === 0 ? <LinkedUrls text={text} /> : <LinkedMentions pieces={pieces} names={names} />
}

type LinkedMentionsProps = { pieces: ReturnType<typeof mentionPieces>; names: readonly string[] }

function LinkedMentions({ pieces, names }: LinkedMentionsProps) {
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: [listMentioned.path, ...names],
    queryFn: () => findMembers(names),
    // Only members may look names up. A visitor reads them as plain text.
    enabled: user !== null,
    staleTime: 300_000,
  })
  return pieces.map(({ text, start, username }) =>
    username && data?.has(username.toLowerCase()) ? (
      <Link key={start} to={paths.profile(username)} className={styles.mention}>
        {text}
      </Link>
    ) : (
      <LinkedUrls key={start} text={text} />
    ),
  )
}

function LinkedUrls({ text }: { text: string }) {
  let position = 0
  return urlPieces(text).map((piece) => {
    const key = `${position}`
    position += piece.text.length
    if (!piece.href) {
      return piece.text
    }
    return (
      <a key={key} href={piece.href} target="_blank" rel="nofollow ugc noopener noreferrer">
        {piece.text}
        <span className="vh"> {t('(opens in a new tab)')}</span>
      </a>
    )
  })
}

/** The names of texts that are rendered together are looked up with one call, or with a few if one call cannot list them all. */
let batch: { names: Set<string>; members: Promise<ReadonlySet<string>> } | null = null

function findMembers(names: readonly string[]): Promise<ReadonlySet<string>> {
  if (!batch || batch.names.size + names.length > maxMentioned) {
    batch = startBatch()
  }
  for (const name of names) {
    batch.names.add(name)
  }
  return batch.members
}

function startBatch() {
  const names = new Set<string>()
  const members = Promise.resolve().then(async () => {
    batch = null
    const { usernames } = await call(listMentioned, { usernames: [...names].join(',') })
    return new Set(usernames)
  })
  return { names, members }
}
