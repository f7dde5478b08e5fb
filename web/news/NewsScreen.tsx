import { Bookmark, Eye, Info, Radio, Rss } from 'lucide-react'
import { useState } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Badge } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { Switch } from '#web/kit/ui/Field.tsx'
import { SampleBadge } from '#web/kit/ui/SampleBadge.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { type Channel, channels } from './newsContent.ts'
import styles from './News.module.css'

/** The screen /news, a demonstration that makes no calls and saves nothing. */
export default function NewsScreen() {
  const [hasAlerts, setHasAlerts] = useState(true)
  usePageTitle(t('News'))
  return (
    <div className={styles.screen}>
      <header>
        <h1 className="h-page">{t('News sources')}</h1>
        <p className="muted">{t('Follow what your government is doing.')}</p>
        <SampleBadge />
      </header>
      <Alert kind="info" title={t('All functionality on this page is for demonstration')}>
        <p>{t('The channels and their numbers are invented. Nothing here is saved or sent.')}</p>
      </Alert>
      <section className={classNames('card', styles.alerts)}>
        <Switch
          name="breaking_news"
          label={t('Breaking news alerts')}
          checked={hasAlerts}
          onChange={(event) => setHasAlerts(event.target.checked)}
        />
        <p className="muted">{t('Demo only: this setting resets when you reload.')}</p>
      </section>
      <section aria-labelledby="channels">
        <h2 id="channels" className={classNames('h-sec', styles.head)}>
          {t('Live channels')}
        </h2>
        <ul className={styles.channels}>
          {channels.map((channel) => (
            <ChannelCard key={channel.id} channel={channel} />
          ))}
          <li>
            <fieldset
              disabled
              aria-labelledby="coming-soon"
              className={classNames('card', styles.channel, styles.soon)}
            >
              <div className={styles.picture} aria-hidden="true">
                <Rss />
              </div>
              <div className={styles.body}>
                <h3 id="coming-soon" className={styles.name}>
                  {t('Coming Soon')}
                </h3>
                <p className="note-text">{t('Channels from your state and city.')}</p>
              </div>
            </fieldset>
          </li>
        </ul>
      </section>
      <p className={styles.note}>
        <Info aria-hidden="true" />
        {t('When real sources are added, each will say who runs and funds it.')}
      </p>
    </div>
  )
}

function ChannelCard({ channel }: { channel: Channel }) {
  const { id, name, about, showing, viewers } = channel

  function saveSource() {
    // oxlint-disable-next-line no-console -- the button of this demonstration only logs
    console.log(`Saved the news source ${id} (demonstration)`)
  }

  return (
    <li className={classNames('card', styles.channel)}>
      <div className={styles.picture} aria-hidden="true">
        <Radio />
        <span>{showing}</span>
      </div>
      <div className={styles.body}>
        <p className={styles.live}>
          <Badge tone="live" icon={<Radio aria-hidden="true" />}>
            {t('Live demo')}
          </Badge>
          <SampleBadge />
          <span className="muted num">
            <Eye aria-hidden="true" />
            {plural(viewers, '{n} viewer (demo)|{n} viewers (demo)')}
          </span>
        </p>
        <h3 className={styles.name}>{name}</h3>
        <p className="note-text">{about}</p>
        <Button variant="secondary" onClick={saveSource}>
          <Bookmark aria-hidden="true" />
          <T
            text="Save Source<hidden> {channel}</hidden>"
            values={{ channel: name, hidden: (content) => <span className="vh">{content}</span> }}
          />
        </Button>
      </div>
    </li>
  )
}
