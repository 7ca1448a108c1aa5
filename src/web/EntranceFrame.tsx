import { lazy, Suspense, useEffect, useMemo, useState, type ReactNode } from 'react';
import { passwordsScreens } from '../areas/passwords/routes.ts';
import { registrationScreens } from '../areas/registration/routes.ts';
import { languages, type LanguageKey } from '../law/languages.ts';
import { inLanguage } from '../protocol/paths.ts';
import { paymentReturnPath, type DocumentBrand, type DocumentFoot } from '../protocol/document.ts';
import { CallFailure } from '../ui/api/failure.ts';
import type { Api } from '../ui/api/send.ts';
import { readWho } from '../ui/api/token.ts';
import { OutsideButton } from '../ui/components/Button.tsx';
import { Icon } from '../ui/components/Icon.tsx';
import { Logo } from '../ui/components/Logo.tsx';
import { Notice } from '../ui/components/Notice.tsx';
import { SkeletonCard } from '../ui/components/Skeleton.tsx';
import type { AreaScreens, EntranceProps } from '../ui/page/screen.ts';
import { useWords } from '../ui/words/context.tsx';
import { afterSignIn, dropSavedPath, nameDocument, savePath } from '../ui/page/document.ts';
import { CaptchaFailure } from './captcha.ts';
import { keepSignedIn, withCaptcha } from './signIn.ts';
import { LegalFoot } from './LegalFoot.tsx';
import { SignInForm } from './SignInForm.tsx';
import styles from './entrance.module.css';

const PaymentReturn = lazy(() => import('./PaymentReturn.tsx'));

interface EntranceFrameProps {
  readonly api: Api;
  readonly brand: DocumentBrand;
  /** Those to choose from. */
  readonly languages: readonly LanguageKey[];
  readonly foot: DocumentFoot | undefined;
  /** The address's path, with its locale. */
  readonly path: string;
  /** False where the address is no page at all. */
  readonly isPage: boolean;
}

/** The pages outside of the shell (document 1 §2): sign-in, its retry, the lock, the error pages. */
export function EntranceFrame({ api, brand, languages: offered, foot: known, path, isPage }: EntranceFrameProps) {
  const [foot, setFoot] = useState(known);
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <Logo name={brand.name} />
        {offered.length > 1 && <LanguageChoice path={path} offered={offered} />}
      </header>
      <main className={styles.main}>
        <Panel api={api} path={path} isPage={isPage} onFoot={setFoot} />
      </main>
      <LegalFoot foot={foot} className={styles.foot} />
    </div>
  );
}

interface PanelProps extends Pick<EntranceProps, 'api' | 'onFoot'> {
  readonly path: string;
  readonly isPage: boolean;
}

function Panel({ api, path, isPage, onFoot }: PanelProps) {
  const { t, language } = useWords();
  const enter = (): void => location.assign(afterSignIn(language));
  const missing = <ErrorPanel code="404" title={t('ui.missing.title')} text={t('ui.missing.text')} />;
  switch (path.split('/').slice(2).join('/')) {
    case 'login':
      return (
        <SignInPanel
          title={t('session.title')}
          form={
            <>
              <SignInForm api={api} onSignedIn={enter} />
              <ForgottenLink />
              <SignUpLink />
            </>
          }
        />
      );
    case 'register':
      return <AreaPanel of="signUp" api={api} onFoot={onFoot} />;
    case 'login/reset':
      return <AreaPanel of="reset" api={api} onFoot={onFoot} />;
    case 'login/retry':
      return (
        <Retry api={api} said={t('session.retry')}>
          <ForgottenLink />
        </Retry>
      );
    case 'register/retry':
      return (
        <Retry api={api} said={t('session.registerRetry')}>
          <SignUpLink />
        </Retry>
      );
    case 'login/lock':
      return <LockPanel api={api} onSignedIn={enter} />;
    case 'error/500':
      return <ErrorPanel code="500" title={t('ui.fault.title')} text={t('ui.fault.text')} />;
    case 'error/404':
      return missing;
    case paymentReturnPath:
      return (
        <Suspense fallback={<SkeletonCard lines={4} />}>
          <PaymentReturn api={api} />
        </Suspense>
      );
    default:
      return isPage ? <WantedPage api={api} /> : missing;
  }
}

/** A page of the portal, asked for by somebody who is not signed in: afterwards it is shown, wherever they sign in. */
function WantedPage({ api }: { readonly api: Api }) {
  const { t } = useWords();
  useEffect(() => savePath(location.pathname + location.search), []);
  const enter = (): void => {
    dropSavedPath();
    location.reload();
  };
  return <SignInPanel title={t('session.title')} form={<SignInForm api={api} onSignedIn={enter} />} />;
}

/** Where what was asked for did not work: why, the form once more, and what else there is. */
function Retry({ api, said, children }: { readonly api: Api; readonly said: string; readonly children: ReactNode }) {
  const { t, language } = useWords();
  return (
    <SignInPanel
      title={t('session.title')}
      notice={<Notice tone="warn">{said}</Notice>}
      form={
        <>
          <SignInForm api={api} onSignedIn={() => location.assign(afterSignIn(language))} />
          {children}
        </>
      }
    />
  );
}

function SignInPanel({
  title,
  text,
  notice,
  form,
}: {
  readonly title: string;
  readonly text?: string;
  readonly notice?: ReactNode;
  readonly form: ReactNode;
}) {
  useEffect(() => nameDocument(title), [title]);
  return (
    <section className={styles.panel}>
      <h1>{title}</h1>
      {text !== undefined && <p className={styles.text}>{text}</p>}
      {notice}
      {form}
    </section>
  );
}

/** With the query: it may say who sent somebody here. */
function SignUpLink() {
  const { t, language } = useWords();
  return (
    <p className={styles.else}>
      {t('session.new')} <a href={`/${language}/register${location.search}`}>{t('session.signUp')}</a>
    </p>
  );
}

/** With the query: it says where somebody was going. */
function ForgottenLink() {
  const { t, language } = useWords();
  return (
    <p className={styles.else}>
      <a href={`/${language}/login/reset${location.search}`}>{t('session.forgot')}</a>
    </p>
  );
}

/** A page of the entrance that an area draws, with the words that it speaks from and what its title is. */
const areaPages = {
  signUp: { ...pageOf(registrationScreens, 'register'), title: 'session.signUp' },
  reset: { ...pageOf(passwordsScreens, 'login/reset'), title: 'session.forgot' },
} as const;

function pageOf({ area, words, entrance }: AreaScreens, path: string) {
  const load = entrance?.[path];
  if (load === undefined) throw new Error(`${area} has no page ${path} at the entrance`);
  return { words, Page: lazy(load) };
}

interface AreaPanelProps extends Pick<EntranceProps, 'api' | 'onFoot'> {
  readonly of: keyof typeof areaPages;
}

/** Its scripts and its words are loaded for those alone who open it. */
function AreaPanel({ of, api, onFoot }: AreaPanelProps) {
  const words = useWords();
  const { t } = words;
  const { Page, title, words: catalogs } = areaPages[of];
  const solving = useMemo(() => tellingCaptcha(withCaptcha(api), t), [api, t]);
  useEffect(() => nameDocument(t(title)), [t, title]);
  const [isWorded, setWorded] = useState(false);
  useEffect(() => {
    void words.load(catalogs).then(() => setWorded(true));
  }, [words, catalogs]);
  return (
    <section className={styles.panel}>
      <Suspense fallback={<SkeletonCard lines={6} />}>
        {isWorded ? (
          <Page
            api={solving}
            onFoot={onFoot}
            enter={(signedIn) => {
              keepSignedIn(signedIn);
              location.assign(afterSignIn(words.language));
            }}
          />
        ) : (
          <SkeletonCard lines={6} />
        )}
      </Suspense>
    </section>
  );
}

/** A captcha that was not solved is told as a refusal is: what was typed stays, and the button asks for it again. */
function tellingCaptcha(api: Api, t: (id: string) => string): Api {
  return {
    send: async (spec, input, options) => {
      try {
        return await api.send(spec, input, options);
      } catch (error) {
        if (!(error instanceof CaptchaFailure)) throw error;
        const isClosed = error.reason === 'closed';
        const errmsg = t(isClosed ? 'session.captcha.open' : 'session.captcha.lost');
        const told = { code: 'captcha', errttl: t('session.captcha.unreachable.title'), errmsg, validation_messages: {} };
        throw new CallFailure({ kind: 'refused', status: 429, errors: [isClosed ? { ...told, errttl: '' } : told] });
      }
    },
  };
}

function LockPanel({ api, onSignedIn }: { readonly api: Api; readonly onSignedIn: () => void }) {
  const { t, language } = useWords();
  const who = readWho();
  if (who === undefined)
    return <SignInPanel title={t('session.title')} form={<SignInForm api={api} onSignedIn={onSignedIn} />} />;
  return (
    <>
      <SignInPanel
        title={t('session.lock.title')}
        text={t('session.lock.text', { who })}
        form={<SignInForm api={api} who={who} onSignedIn={onSignedIn} />}
      />
      <a className={styles.other} href={`/${language}/login`}>
        {t('session.lock.other')}
      </a>
    </>
  );
}

function ErrorPanel({ code, title, text }: { readonly code: string; readonly title: string; readonly text: string }) {
  const { t, language } = useWords();
  useEffect(() => nameDocument(title), [title]);
  return (
    <section className={styles.panel}>
      <p className={styles.code}>{code}</p>
      <h1>{title}</h1>
      <p className={styles.text}>{text}</p>
      <OutsideButton look="main" href={`/${language}`}>
        {t('ui.missing.home')}
      </OutsideButton>
    </section>
  );
}

/** What the company of the site offers; all that ship where the site is nobody's own, since nobody is signed in yet. */
function LanguageChoice({ path, offered }: { readonly path: string; readonly offered: readonly LanguageKey[] }) {
  const { t, language } = useWords();
  return (
    <label className={styles.language}>
      <Icon name="globe" size={18} />
      <span className="only-heard">{t('ui.language')}</span>
      <select value={language} onChange={(event) => location.assign(inLanguage(path, event.target.value) + location.search)}>
        {offered.map((key) => (
          <option key={key} value={key} lang={languages[key].tag}>
            {languages[key].name}
          </option>
        ))}
      </select>
    </label>
  );
}
