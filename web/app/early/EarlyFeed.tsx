import { Bell, Compass, LayoutList, MailWarning, MapPin, Newspaper, Plus, Users, Vote } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { scopeLabels } from '#web/feed/feedScopes.ts'
import { shownNews } from '#web/feed/news.ts'
import { chipClass } from '#web/kit/ui/Badge.tsx'
import { Wordmark } from '#web/kit/ui/Brand.tsx'
import { appearanceClass } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { T } from '#web/kit/ui/T.tsx'
import shell from '#web/app/DashboardShell.module.css'
import tab from '#web/app/FeedTab.module.css'
import header from '#web/app/SiteHeader.module.css'
import card from '#web/bills/card/BillCard.module.css'
import meta from '#web/bills/card/billMeta.module.css'
import events from '#web/bills/card/EventLines.module.css'
import feed from '#web/feed/FeedScreen.module.css'
import scopes from '#web/feed/ScopeChips.module.css'
import news from '#web/feed/SinceLastVisit.module.css'
import button from '#web/kit/ui/Button.module.css'
import banner from '#web/kit/ui/overlays/Banner.module.css'
import votes from '#web/voteEvents/OwnVotesLine.module.css'
import welcome from '#web/welcome/WelcomeCard.module.css'

const tabs = [
  { label: t('FEED'), icon: LayoutList },
  { label: t('GROUPS'), icon: Users },
  { label: t('ELECTIONS'), icon: Vote, section: 'elections' },
  { label: t('NEWS'), icon: Newspaper, section: 'news' },
  { label: t('UPDATES'), icon: Bell },
]

/**
 * The feed that a member sees on a phone before the code of the real feed is loaded. The build writes it into the page of
 * /feed, and earlyCards.ts fills in the first bills. It has the elements and classes of the real feed so that nothing
 * moves when the real feed replaces it. e2e/early-feed.spec.ts compares the two.
 */
export function EarlyFeed() {
  return (
    <div id="early" className={classNames(shell.shell, tab.early)} hidden inert aria-hidden="true">
      <div className={header.header}>
        <div className={header.inside}>
          <span className={header.logo}>
            <Wordmark />
          </span>
          <div className={header.tabs}>
            {tabs.map(({ label, icon: Icon, section }, index) => (
              // oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the element is inert, and the styles are for links
              <a key={label} aria-current={index === 0 ? 'page' : undefined} data-section={section}>
                <Icon aria-hidden="true" />
                <span>{label}</span>
              </a>
            ))}
          </div>
        </div>
      </div>
      <div className={banner.banner} data-early="banner" hidden>
        <div className={banner.inside}>
          <MailWarning aria-hidden="true" />
          <p>
            <strong>{t('Please verify your email address')}</strong>
          </p>
          <span className={classNames(button.text, banner.action)}>{t('Resend email')}</span>
        </div>
      </div>
      <div className="page">
        <div className={tab.tab}>
          <div className={feed.main}>
            <ul className={scopes.chips}>
              <li>
                <span className={chipClass(false)}>
                  <Compass aria-hidden="true" />
                  {t('Discover')}
                </span>
              </li>
              {Object.values(scopeLabels).map((label, index) => (
                <li key={label}>
                  {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- the element is inert, and the class is for links */}
                  <a className={chipClass(index === 0)} aria-current={index === 0 ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
            <EarlyWelcome />
            <p className={scopes.offer} data-early="offer" hidden>
              <MapPin aria-hidden="true" />
              <span>
                <T
                  text="<link>Add your address</link> to see your city first."
                  values={{ link: (content) => <u>{content}</u> }}
                />
              </span>
            </p>
            <div className={feed.list}>
              <EarlyNews />
              <div className={feed.gridFrame}>
                <div className={feed.grid}>
                  {[1, 2, 3].map((index) => (
                    <EarlyCard key={index} />
                  ))}
                </div>
              </div>
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}

/** The block about what is new since the last visit. Icons, times and the link to all updates keep only their place. */
function EarlyNews() {
  return (
    <div className={classNames('card', news.block)} data-early="news" hidden>
      <div className={classNames(news.head, tab.newsHead)}>
        <h2>{t('Since your last visit')}</h2>
      </div>
      <ul>
        {Array.from({ length: shownNews }, (_, index) => (
          <li key={index} data-early="item" hidden>
            <span>
              <Bell aria-hidden="true" className={tab.blank} />
              <span className={news.text}>
                <b data-early="words" />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The first step of the welcome card. The script copies the chip for each topic. */
function EarlyWelcome() {
  return (
    <div className={welcome.frame} data-early="welcome" hidden>
      <div className={classNames('card', welcome.card)}>
        <div className={welcome.head}>
          <p className={welcome.progress}>
            <span className={welcome.dots}>
              <i data-passed />
              <i />
              <i />
            </span>
            {t('{step} of {steps}', { step: 1, steps: 3 })}
          </p>
          <span className={classNames(button.text, welcome.close)}>{t("Don't show again")}</span>
        </div>
        <div className={welcome.step}>
          <div>
            <p className={welcome.title}>{t('What do you care about?')}</p>
            <p className={welcome.text}>{t('Follow three topics. They come right after your places.')}</p>
          </div>
          <ul className={welcome.topics}>
            <li data-early="topic" hidden>
              <span className={chipClass(false)}>
                <Plus aria-hidden="true" />
                <span data-early="name" /> <small data-early="count" />
              </span>
            </li>
          </ul>
          <div className={welcome.actions}>
            <span className={appearanceClass({})}>{t('Choose {count} more', { count: 3 })}</span>
            <span className={appearanceClass({ variant: 'secondary' })} data-early="more">
              {t('More topics')}
            </span>
            <span className={appearanceClass({ variant: 'quiet' })}>{t('Skip this step')}</span>
          </div>
        </div>
      </div>
    </div>
  )
}

/** A card without its stance buttons, whose place is kept so that the next card does not move. */
function EarlyCard() {
  return (
    <div className={card.card} data-early="card" hidden>
      <p className={card.meta}>
        <span className={meta.level} data-early="level" />
        <span className={meta.code} data-early="code" />
      </p>
      <p className={card.title}>
        {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid, jsx-a11y/control-has-associated-label, jsx-a11y/anchor-has-content -- the link is inert, and a script adds its text */}
        <a>
          <span className={card.titleText} data-early="title" />
        </a>
      </p>
      <p className={meta.local} data-early="reason" hidden>
        <MapPin aria-hidden="true" className={tab.blank} />
        <span>{'\u00a0'}</span>
      </p>
      <p className={votes.ownLine} data-early="votes" hidden>
        {'\u00a0'}
      </p>
      <p className={card.summary} data-early="summary" />
      <div className={events.lines} data-early="events" hidden>
        <p>{'\u00a0'}</p>
        <p className={events.next}>{'\u00a0'}</p>
      </div>
      <div className={tab.topics} data-early="topics" hidden />
      <div className={classNames(card.vote, tab.controls)} />
    </div>
  )
}
