import { useEffect, useRef } from 'react';
import { useRead } from '../../../ui/api/reads.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/components/States.tsx';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { useOpen } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { depositContract } from '../contract.ts';
import styles from './ExternalForm.module.css';

type Page = AnswerOf<typeof depositContract.calls.page>;

/** A provider's own form in a frame of its own: what is typed there is never ours. */
export default function ExternalForm({ query }: ScreenProps<typeof depositContract.pages.external>) {
  const { t } = useWords();
  const data = query.redirect_data ?? '';
  const read = useRead(depositContract.calls.page, { redirect_data: data }, { enabled: data !== '' });
  useOnceOver(read.error?.kind === 'refused' ? read.data?.transfer_id : undefined);
  return (
    <>
      <ScreenHead title={t('page.externalForm')} text={t('deposit.external.intro')} />
      {data === '' ? (
        <Nothing />
      ) : (
        <Loaded read={read} skeleton={<SkeletonCard lines={7} />}>
          {(page) => <Framed page={page} />}
        </Loaded>
      )}
    </>
  );
}

const frameName = 'provider';

/**
 * A foreign page needs scripts and its own origin, which is none of ours; one of our own host, the sandbox's, gets no scripts. The
 * provider leads back by the whole window.
 */
const ownPage = 'allow-forms allow-same-origin allow-top-navigation-by-user-activation';
const foreignPage = `${ownPage} allow-scripts allow-popups`;

function Framed({ page }: { readonly page: Page }) {
  const { t } = useWords();
  const form = useRef<HTMLFormElement>(null);
  const isDue = useRef(true);
  useEffect(() => {
    if (!isDue.current) return;
    isDue.current = false;
    form.current?.submit();
  });
  return (
    <Stack>
      <form ref={form} method={page.method} action={page.url} target={frameName} hidden>
        {fieldsOf(page).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <iframe
        className={styles.frame}
        name={frameName}
        title={t('page.externalForm')}
        sandbox={page.is_own ? ownPage : foreignPage}
      />
      <div>
        <LinkButton look="quiet" to={{ page: pageLinks.transfer, params: { id: page.transfer_id } }}>
          {t('deposit.external.see')}
        </LinkButton>
      </div>
    </Stack>
  );
}

/** A form that is sent by GET writes its own fields over the address's. */
function fieldsOf({ url, method, fields }: Page): readonly (readonly [string, string])[] {
  const inAddress = method === 'GET' ? [...new URL(url).searchParams] : [];
  return [...inAddress, ...Object.entries(fields)];
}

/** As soon as nothing is waited for any more, the transfer's own page says how it ended. */
function useOnceOver(id: number | undefined): void {
  const open = useOpen();
  useEffect(() => {
    if (id !== undefined) open({ page: pageLinks.transfer, params: { id } }, { replace: true });
  });
}

function Nothing() {
  const { t } = useWords();
  return (
    <Card>
      <EmptyState
        picture="wallet"
        title={t('deposit.external.none.title')}
        text={t('deposit.external.none.text')}
        action={<LinkButton to={{ page: pageLinks.transfers }}>{t('nav.history')}</LinkButton>}
      />
    </Card>
  );
}
