import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pageLinks } from '../../../protocol/pageLinks.ts';
import { makeStale, useRead } from '../../../ui/api/reads.ts';
import type { AnswerOf } from '../../../ui/api/send.ts';
import { LinkButton } from '../../../ui/components/Button.tsx';
import { Card, ScreenHead, Stack } from '../../../ui/components/Card.tsx';
import { Icon } from '../../../ui/components/Icon.tsx';
import { Notice } from '../../../ui/components/Notice.tsx';
import { SkeletonCard } from '../../../ui/components/Skeleton.tsx';
import { PageLink, useLeadOn, type Target } from '../../../ui/page/Link.tsx';
import type { ScreenProps } from '../../../ui/page/screen.ts';
import { useWords } from '../../../ui/words/context.tsx';
import { verificationContract } from '../contract.ts';
import { VendorFrame } from './VendorFrame.tsx';

const { calls, pages } = verificationContract;
type Checked = AnswerOf<typeof calls.check>;

/** Beside the vendor's messages and the live line, it is asked so often (document 3 §9). */
const everyMs = 30_000;

/** Both papers are shown to the vendor on its own page; whatever it decides leads on from here. */
export default function Online({ query }: ScreenProps<typeof pages.online>) {
  const { t } = useWords();
  const queries = useQueryClient();
  // On the way to a payment by card nobody is led away, and nothing is asked again and again (document 3 §4).
  const isByCard = query.verification_flow === 'credit_card';
  const input = isByCard ? { verification_flow: 'credit_card' as const } : {};
  const opened = useRead(calls.init, input);
  const seen = useRead(calls.check, isByCard ? { by_card: '1' } : {}, isByCard ? {} : { everyMs });
  const [isBroken, setBroken] = useState(false);
  // Document 3 §4: a failure leads to the list.
  const failed: Target | undefined = isBroken || opened.error ? { page: pageLinks.documentsList } : undefined;
  const next = useNext(seen.data);
  useLeadOn(failed ?? next);
  const { data: page } = opened;
  return (
    <>
      <ScreenHead
        title={t('page.verification')}
        text={t('verification.text')}
        back={
          <PageLink to={{ page: pageLinks.documents }}>
            <Icon name="back" size={16} />
            {t('nav.documents')}
          </PageLink>
        }
      />
      {page === undefined || seen.data === undefined ? (
        <SkeletonCard lines={10} />
      ) : (
        <Stack>
          <Outcome checked={seen.data} isOpen={page.isShouldLaunchSDK} />
          {page.isShouldLaunchSDK && page.accessToken !== null && (
            <Card isFlush>
              <VendorFrame
                input={input}
                token={page.accessToken}
                origin={page.sdk_url}
                onNews={() => void makeStale(queries, ['documents'])}
                onFault={() => setBroken(true)}
              />
            </Card>
          )}
        </Stack>
      )}
    </>
  );
}

/** Whoever has waited here for the result is led on when it is there. */
function useNext(checked: Checked | undefined): Target | undefined {
  const [hasWaited, setWaited] = useState(false);
  if (checked !== undefined && checked.status !== 'approved' && !hasWaited) setWaited(true);
  if (!hasWaited || checked?.status !== 'approved' || !checked.is_calculated) return undefined;
  return {
    open: { page: pageLinks.openLive },
    deposit: { page: pageLinks.deposit },
    list: { page: pageLinks.documentsList },
    stay: undefined,
  }[checked.next ?? 'stay'];
}

/** How far it is, what was not accepted and why; by hand there is a way too. */
function Outcome({ checked, isOpen }: { readonly checked: Checked; readonly isOpen: boolean }) {
  const { t } = useWords();
  const { phase, status, reasons, comment, success } = checked;
  const byHand = (
    <LinkButton look="plain" size="small" to={{ page: pageLinks.documents }}>
      {t('verification.byHand')}
    </LinkButton>
  );
  return (
    <Stack>
      {!success && (
        <Notice tone="warn" action={byHand}>
          {t('verification.silent')}
        </Notice>
      )}
      {status === 'approved' && <Notice tone="gain">{t('documents.word.approved')}</Notice>}
      {phase === 'accepted' && status !== 'approved' && <Notice>{t('verification.atDesk')}</Notice>}
      {phase === 'pending' && <Notice>{t('verification.pending')}</Notice>}
      {phase === 'retry' && (
        <Notice tone="warn" title={t('verification.retry')} action={byHand}>
          {reasons.map((reason) => (
            <p key={reason}>{t(`documents.reason.${reason}`)}</p>
          ))}
          {comment !== null && <p>{t('verification.comment', { comment })}</p>}
        </Notice>
      )}
      {phase === 'final' && status !== 'approved' && (
        <Notice tone="loss" title={t('verification.final')} action={byHand}>
          {comment !== null && <p>{t('verification.comment', { comment })}</p>}
        </Notice>
      )}
      {!isOpen && phase !== 'final' && status !== 'approved' && <Notice action={byHand}>{t('verification.closed')}</Notice>}
    </Stack>
  );
}
