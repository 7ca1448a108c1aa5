import { useEffect, useState } from 'react';
import { CallFailure } from '../ui/api/failure.ts';
import type { Api } from '../ui/api/send.ts';
import { Button, OutsideButton } from '../ui/components/Button.tsx';
import { SkeletonCard } from '../ui/components/Skeleton.tsx';
import { useWords } from '../ui/words/context.tsx';
import { goToPaymentPage } from '../ui/money/goToPaymentPage.ts';
import { pageLinks } from '../protocol/pageLinks.ts';
import type { Redirect } from '../protocol/payment.ts';
import { pagePath } from '../protocol/paths.ts';
import { nameDocument, readDocument } from '../ui/page/document.ts';
import { SignInForm } from './SignInForm.tsx';
import styles from './entrance.module.css';

/** The call without its schemas: the entrance is to stay lean. */
const result = { method: 'GET', path: 'api/payment-result' } as const;

/** Outside of the shell (document 1 §2): to a provider's page, and back from it. */
export default function PaymentReturn({ api }: { readonly api: Api }) {
  const data = new URLSearchParams(location.search).get('redirect_data');
  return data === null ? <Back api={api} /> : <LeadOn api={api} data={data} />;
}

/** Where `redirect_data` leads. */
const page = { method: 'GET', path: 'api/payments/deposit/page' } as const;

/** On to the provider's page, as `redirect_data` says (readings, decision 6): the server judges it, and here nothing else is gone to. */
function LeadOn({ api, data }: { readonly api: Api; readonly data: string }) {
  const { t } = useWords();
  const [failure, setFailure] = useState<CallFailure>();
  const [tries, setTries] = useState(1);
  useEffect(() => {
    if (tries === 0) return;
    api.send(page, { redirect_data: data }).then(
      (redirect) => goToPaymentPage(redirect as Redirect),
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        setFailure(error);
      },
    );
  }, [api, data, tries]);
  const ask = (): void => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  const isOut = failure?.status === 401;
  useEffect(() => nameDocument(t(isOut ? 'session.title' : 'history.leadOn.title')), [t, isOut]);
  if (isOut) return <SignInFirst api={api} onSignedIn={ask} />;
  if (failure?.kind === 'no-page' || failure?.kind === 'refused') return <Unknown />;
  return (
    <section className={styles.panel} aria-live="polite">
      <h1>{t('history.leadOn.title')}</h1>
      {failure ? <NoAnswer failure={failure} onRetry={ask} /> : <SkeletonCard lines={3} />}
    </section>
  );
}

/**
 * Back from the hosted page: the provider is asked how the payment stands, and the transfer's timeline goes on. Whose session
 * ended over there signs in first, and is told the same.
 */
function Back({ api }: { readonly api: Api }) {
  const { t } = useWords();
  const tid = new URLSearchParams(location.search).get('tid') ?? '';
  const isKnown = /^\d{1,9}$/.test(tid);
  const { failure, ask } = useResult(api, isKnown ? tid : undefined);
  const isOut = failure?.status === 401;
  useEffect(() => nameDocument(t(isOut ? 'session.title' : 'history.return.title')), [t, isOut]);
  if (isOut) return <SignInFirst api={api} onSignedIn={ask} />;
  if (!isKnown || failure?.kind === 'no-page' || failure?.kind === 'refused') return <Unknown />;
  return (
    <section className={styles.panel} aria-live="polite">
      <h1>{t('history.return.title')}</h1>
      {failure ? <NoAnswer failure={failure} onRetry={ask} /> : <Asking />}
    </section>
  );
}

function useResult(api: Api, tid: string | undefined) {
  const { language } = useWords();
  const [failure, setFailure] = useState<CallFailure>();
  const [tries, setTries] = useState(1);
  useEffect(() => {
    if (tid === undefined || tries === 0) return;
    api.send(result, { tid }).then(
      () => location.replace(transfersAddress(language, Number(tid))),
      (error: unknown) => {
        if (!(error instanceof CallFailure)) throw error;
        setFailure(error);
      },
    );
  }, [api, tid, language, tries]);
  const ask = (): void => {
    setFailure(undefined);
    setTries(tries + 1);
  };
  return { failure, ask };
}

function transfersAddress(language: string, id?: number): string {
  const brand = readDocument().brand.key;
  if (id === undefined) return pagePath({ page: pageLinks.transfers, language, brand });
  return pagePath({ page: pageLinks.transfer, params: { id }, language, brand });
}

function Asking() {
  const { t } = useWords();
  return (
    <>
      <p className={styles.text} role="status">
        {t('history.return.asking')}
      </p>
      <SkeletonCard lines={3} />
    </>
  );
}

/** The payment is at the provider whatever happens to this page. */
function NoAnswer({ failure, onRetry }: { readonly failure: CallFailure; readonly onRetry: () => void }) {
  const { t } = useWords();
  return (
    <>
      <p className={styles.text} role="alert">
        {t(failure.kind === 'offline' ? 'ui.offline.text' : 'history.return.later')}
      </p>
      {failure.kind === 'fault' && failure.reference !== undefined && (
        <p className={styles.reference}>{t('ui.fault.reference', { reference: failure.reference })}</p>
      )}
      <Button isWide onClick={onRetry}>
        {t('ui.again')}
      </Button>
    </>
  );
}

function Unknown() {
  const { t, language } = useWords();
  return (
    <section className={styles.panel}>
      <h1>{t('history.return.unknown.title')}</h1>
      <p className={styles.text}>{t('history.return.unknown.text')}</p>
      <OutsideButton look="main" href={transfersAddress(language)}>
        {t('history.return.transfers')}
      </OutsideButton>
    </section>
  );
}

function SignInFirst({ api, onSignedIn }: { readonly api: Api; readonly onSignedIn: () => void }) {
  const { t } = useWords();
  return (
    <section className={styles.panel}>
      <h1>{t('session.title')}</h1>
      <p className={styles.text}>{t('history.return.signIn')}</p>
      <SignInForm api={api} onSignedIn={onSignedIn} />
    </section>
  );
}
