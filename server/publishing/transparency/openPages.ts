import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sharedBillPath } from '#contract/bills/sharedBills.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { formatDay, formatNumber } from '#contract/kit/format.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { countingMethods, howWeCountPath, type Method } from '#contract/methods.ts'
import { transparencyPath, verifierPath } from '#contract/tally.ts'
import { readRollLine, type Roll } from '#server/participation/tally/core/logLines.ts'
import { selectCheckpoint } from '#server/participation/tally/log.ts'
import { sendFailurePage } from '#server/platform/http/pages/failurePage.ts'
import { fillHtml, html, type Html } from '#server/platform/http/pages/html.ts'
import { messageHead, pageFrame } from '#server/platform/http/pages/pageFrame.ts'
import { sendPage } from '#server/platform/http/pages/pageResponse.ts'
import type { PageWith } from '#server/platform/http/pages/pages.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import type { TransparencyParts } from './serveTransparency.ts'
import { threats } from './threats.ts'

/** How many of the newest days and checkpoints the page shows. */
const shownDays = 14
/** How many of the newest groups that voted together the page lists. */
const shownClusters = 100

/** Serves /how-we-count and /transparency, which explain the numbers to anybody. They need no session and do not redirect. */
export function serveOpenPages(
  app: FastifyInstance,
  parts: TransparencyParts & { page: PageWith; branding: () => Branding },
): void {
  const { pool, visitorReads, readLimits, publicOrigin, rateLimits, page, branding } = parts

  const open = (path: string, title: string, about: string, content: () => Promise<Html>) => {
    app.get(path, async (request: FastifyRequest, reply) => {
      reply.header('cache-control', 'no-cache')
      try {
        if (rateLimits) {
          await readLimits.countVisit(callerIp(request))
        }
        const head = { ...messageHead(publicOrigin, t(title), t(about)), canonical: publicOrigin + path }
        const built = page(head, pageFrame(branding(), null, await content()))
        return await sendPage(request, reply, built)
      } catch (thrown) {
        return sendFailurePage(thrown, request, reply, parts)
      }
    })
  }

  open(
    howWeCountPath,
    msg('How we count'),
    msg('The method behind each number about opinions, and what it does not say.'),
    () => visitorReads(async () => methodsPage(await selectClusters(pool))),
  )
  open(
    transparencyPath,
    msg('Public tally'),
    msg('The signed counts of stances, members by day, and how to check them yourself.'),
    () =>
      visitorReads(async () => {
        const checkpoint = await selectCheckpoint(pool)
        return tallyPage(await selectDays(pool), checkpoint?.note ?? '', publicOrigin)
      }),
  )
}

type ClusterRow = { bill_id: string; bill_code: string; title: string; size: number; found_on: string }

function selectClusters(db: Db): Promise<ClusterRow[]> {
  return db<ClusterRow[]>`
    select b.bill_id, b.bill_code, b.title, k.found_on::text as found_on, count(*)::int as size
      from (select * from active_clusters order by found_on desc, cluster_id desc limit ${shownClusters}) k
      join vote_cluster_members m using (cluster_id) join bills b using (bill_id)
     group by b.bill_id, k.cluster_id, k.found_on order by k.found_on desc, k.cluster_id desc`
}

function methodsPage(clusters: readonly ClusterRow[]): Html {
  return html`<article class="legalText wide">
    <h1 class="title">${t('How we count')}</h1>
    <p>
      ${t('Each number about opinions comes with how many people are behind it. This page says for each one how it is made, and what it does not say. Anyone can count the stances again, with the public tally. Most other numbers rest on private votes and answers. There you can read the rule, but not count again.')}
    </p>
    <nav aria-label="${t('Methods')}">
      <ul>
        ${countingMethods.map(({ id, title }) => html`<li><a href="#${id}">${t(title)}</a></li>`)}
      </ul>
    </nav>
    ${countingMethods.map((method) => methodSection(method, clusters))}
  </article>`
}

function methodSection(
  { id, title, words, formula, limits, changedOn }: Method,
  clusters: readonly ClusterRow[],
): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${t(title)}</h2>
    ${words.map((paragraph) => html`<p>${t(paragraph)}</p>`)}
    <h3>${t('Formula')}</h3>
    <pre tabindex="0">
${t(formula)
        .split('\n')
        .map((line) => html`<code>${line}</code>`)}</pre>
    <h3>${t('What it does not say')}</h3>
    <ul>
      ${limits.map((item) => html`<li>${t(item)}</li>`)}
    </ul>
    ${id === 'tally' && html`<p><a href="${transparencyPath}">${t('Public tally')}</a></p>`}
    ${id === 'together' && clustersTable(clusters)}
    <p class="muted">
      ${fillHtml(t('Last change of the method: {day}'), {
        day: html`<time datetime="${changedOn}">${formatDay(changedOn)}</time>`,
      })}
    </p>
  </section>`
}

/** Lists the groups by bill. Nothing here says who is in them. */
function clustersTable(clusters: readonly ClusterRow[]): Html {
  if (clusters.length === 0) {
    return html`<p>${t('No accounts count as one voice on any bill now.')}</p>`
  }
  return html`<h3>${t('Bills on which accounts voted together')}</h3>
    <p>
      ${t('The newest {count} groups at most. All were found by rule A, the rule above.', { count: shownClusters })}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">${t('Bill')}</th>
          <th scope="col">${t('Accounts')}</th>
          <th scope="col">${t('Found on')}</th>
          <th scope="col">${t('Rule')}</th>
        </tr>
      </thead>
      <tbody>
        ${clusters.map(
          ({ bill_id, bill_code, title, size, found_on }) =>
            html`<tr>
              <th scope="row">
                <a href="${sharedBillPath(bill_id)}">${bill_code}</a> <span lang="en">${title}</span>
              </th>
              <td>${number(size)}</td>
              <td><time datetime="${found_on}">${formatDay(found_on)}</time></td>
              <td>A</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}

type DayRow = { line: string; note: string }

function selectDays(db: Db): Promise<DayRow[]> {
  return db<DayRow[]>`
    select e.line, c.note from tally_entries e join tally_checkpoints c on c.size = e.entry_no + 1
     where e.kind = 'roll' order by e.entry_no desc limit ${shownDays}`
}

/** Writes the page about the log. A new key and a restored log have a newer checkpoint, `newest`, than the last day. */
function tallyPage(days: readonly DayRow[], newest: string, publicOrigin: string): Html {
  return html`<article class="legalText wide">
    <h1 class="title">${t('Public tally')}</h1>
    <p>
      ${t('Every night we count the stances on each bill that changed, and add the result to a log. Lines are only ever added, and the log is signed. So nobody can change the past without being noticed, not even the people who run this site. The log names nobody.')}
    </p>
    <h2 id="checkpoint">${t('Latest checkpoints')}</h2>
    ${
      days.length > 0
        ? html`<p>
              ${t('A checkpoint says how many lines the log had at the end of a day, and their fingerprint. The newest one is also at the foot of every page and of each email digest. Ask a friend to compare. If the number of lines is the same and the fingerprint is not, something is wrong.')}
            </p>
            ${checkpointsTable(days)}
            <p>${t('The newest checkpoint with its signature:')}</p>
            <pre tabindex="0">${newest.split('\n').map((line) => html`<code>${line}</code>`)}</pre>`
        : html`<p>${t('The first tally will be published after midnight (UTC).')}</p>`
    }
    ${days.length > 0 && membersTable(days.map(({ line }) => readRollLine(line)))}
    <h2 id="check">${t('How to check it yourself')}</h2>
    <ol>
      <li>
        ${t('Open a bill on which you took a stance and choose “Check that yours is included”. Your device does the check. “Download receipt” saves the proof.')}
      </li>
      <li>
        ${fillHtml(
          t(
            'The check on the page is code from this site. You can also check without it. Save <program>verify.mjs</program> once, and read it or have somebody you trust read it. Then run it with Node 20 or later:',
          ),
          { program: (name) => html`<a href="${verifierPath}">${name}</a>` },
        )}
        <pre tabindex="0"><code>node verify.mjs receipt.json --key key.txt</code></pre>
      </li>
      <li>
        ${t('Check the whole log, every checkpoint and the members by day:')}
        <pre tabindex="0"><code>node verify.mjs --log ${publicOrigin}</code></pre>
      </li>
      <li>
        ${fillHtml(
          t(
            'Save a <checkpoint>checkpoint</checkpoint> and the <key>key</key> today. {option} later shows whether the past was rewritten.',
          ),
          {
            checkpoint: (name) => html`<a href="${transparencyPath}/checkpoint">${name}</a>`,
            key: (name) => html`<a href="${transparencyPath}/key">${name}</a>`,
            option: html`<code>--saved FILE</code>`,
          },
        )}
      </li>
    </ol>
    <h2 id="limits">${t("What this protects against, and what it doesn't")}</h2>
    <table>
      <thead>
        <tr>
          <th scope="col">${t('What could happen')}</th>
          <th scope="col">${t('What helps')}</th>
        </tr>
      </thead>
      <tbody>
        ${threats.map(
          ([threat, help]) =>
            html`<tr>
              <th scope="row">${t(threat)}</th>
              <td>${t(help)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p><a href="${howWeCountPath}">${t('How we count')}</a></p>
  </article>`
}

function number(value: number): string {
  return formatNumber(value)
}

function checkpointsTable(days: readonly DayRow[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${t('Day')}</th>
        <th scope="col">${t('Lines')}</th>
        <th scope="col">${t('Fingerprint')}</th>
      </tr>
    </thead>
    <tbody>
      ${days.map(({ line, note }) => {
        const [, size = '', root = ''] = note.split('\n')
        return html`<tr>
          <th scope="row">${formatDay(readRollLine(line).day)}</th>
          <td><a href="${transparencyPath}/checkpoint?size=${size}">${number(Number(size))}</a></td>
          <td><code>${root}</code></td>
        </tr>`
      })}
    </tbody>
  </table>`
}

function membersTable(rolls: readonly Roll[]): Html {
  return html`<h2 id="members">${t('Members by day')}</h2>
    <p>
      ${t('Every member whose stance counts joined on one of the days of the log. The newest {count} days at most are listed here.', { count: shownDays })}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">${t('Day')}</th>
          <th scope="col">${t('Members')}</th>
          <th scope="col">${t('[count]Joined')}</th>
          <th scope="col">${t('[count]Left')}</th>
        </tr>
      </thead>
      <tbody>
        ${rolls.map(
          ({ day, members, joined, left }) =>
            html`<tr>
              <th scope="row"><time datetime="${day}">${formatDay(day)}</time></th>
              <td>${number(members)}</td>
              <td>${number(joined)}</td>
              <td>${number(left)}</td>
            </tr>`,
        )}
      </tbody>
    </table>`
}
