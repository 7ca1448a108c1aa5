import { platformKeys, platforms, serverName, type PlatformKey } from '../../../law/platforms.ts';
import { LinkButton, OutsideButton } from '../../../ui/components/Button.tsx';
import { Card, Facts, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Copyable } from '../../../ui/components/CopyButton.tsx';
import { useTravel } from '../../../ui/page/Link.tsx';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import styles from './Platforms.module.css';

/** The terminals to download, and the servers to sign in to with them. */
export default function Platforms() {
  const { t } = useWords();
  return (
    <>
      <ScreenHead title={t('platforms.title')} text={t('platforms.text')} />
      <Stack>
        <Card title={t('platforms.webtrader')}>
          <div className={styles.web}>
            <p className={styles.text}>{t('platforms.webtrader.text')}</p>
            <LinkButton icon="terminal" to={{ page: pageLinks.webtrader }}>
              {t('platforms.webtrader.open')}
            </LinkButton>
          </div>
        </Card>
        <div className={styles.columns}>
          {platformKeys.toReversed().map((key) => (
            <PlatformCard key={key} platform={key} />
          ))}
        </div>
      </Stack>
    </>
  );
}

function PlatformCard({ platform }: { readonly platform: PlatformKey }) {
  const { t } = useWords();
  const { brandName } = useTravel();
  const { name, downloads } = platforms[platform];
  const servers = [
    { key: 'live', name: t('platforms.server.live'), server: serverName({ brandName, platform, isDemo: false }) },
    { key: 'demo', name: t('platforms.server.demo'), server: serverName({ brandName, platform, isDemo: true }) },
  ];
  return (
    <Card title={name}>
      <p className={styles.text}>{t(`platforms.about.${platform}`)}</p>
      <ul className={styles.downloads}>
        {downloads.map(({ device, url }) => (
          <li key={device}>
            <OutsideButton
              isWide
              icon={device === 'web' ? 'external' : 'download'}
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t('platforms.get', { platform: name, device: t(`platforms.device.${device}`) })}
            >
              {t(`platforms.device.${device}`)}
            </OutsideButton>
          </li>
        ))}
      </ul>
      <Facts
        items={servers.map((entry) => ({
          key: entry.key,
          name: entry.name,
          value: <Copyable text={entry.server} label={t('platforms.server.copy', { server: entry.server })} />,
        }))}
      />
    </Card>
  );
}
