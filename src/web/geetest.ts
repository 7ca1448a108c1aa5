import type { LanguageKey } from '../law/languages.ts';
import type { DocumentCaptcha } from '../protocol/document.ts';
import { CaptchaFailure, type CaptchaProof, type Challenge } from './captcha.ts';
import { readDocument } from '../ui/page/document.ts';

/** The widget of GeeTest v3, as far as it is used (docs.geetest.com/captcha/apirefer/api/web). */
interface Widget {
  onReady(listener: () => void): unknown;
  onSuccess(listener: () => void): unknown;
  onError(listener: (error: unknown) => void): unknown;
  onClose(listener: () => void): unknown;
  verify(): void;
  getValidate(): { geetest_challenge: string; geetest_validate: string; geetest_seccode: string } | false;
  destroy?(): void;
}

type InitGeetest = (config: Readonly<Record<string, unknown>>, opened: (widget: Widget) => void) => void;

declare global {
  interface Window {
    /** What the vendor's script leaves behind. */
    initGeetest?: InitGeetest;
  }
}

const loadTimeoutMs = 15_000;
/** The challenge is good for ten minutes (integrations, GeeTest); a widget that tells nothing until then will not any more. */
const solveTimeoutMs = 10 * 60_000;

/** The vendor's names of our languages; where it has none, English. */
const vendorLanguages: Readonly<Record<LanguageKey, string>> = {
  en: 'en',
  ar: 'ar',
  zh: 'zh-cn',
  'zh-tw': 'zh-tw',
  hk: 'zh-hk',
  ru: 'ru',
  id: 'id',
  th: 'th',
  ko: 'ko',
  vi: 'vi',
  ms: 'en',
  ur: 'en',
  pl: 'en',
  it: 'it',
  cs: 'en',
  hi: 'en',
  fr: 'fr',
  fa: 'en',
  es: 'es',
  'pt-br': 'pt-pt',
};

/** Shows GeeTest's challenge over the page and answers what its widget says once it is solved. Throws a CaptchaFailure. */
export async function solveGeetest(challenge: Challenge): Promise<CaptchaProof> {
  const { captcha, language } = readDocument();
  // A page that came before the vendor was configured may not load its script either: reloading it is the cure.
  if (captcha === undefined) throw new CaptchaFailure('unreachable');
  try {
    const widget = await openWidget(await loadScript(captcha.script), configOf({ challenge, captcha, language }));
    return await showWidget(widget);
  } catch (error) {
    // The vendor's script remembers what it could not load and does not try again: the next challenge gets a fresh one.
    delete window.initGeetest;
    throw error;
  }
}

async function loadScript(address: string): Promise<InitGeetest> {
  if (window.initGeetest) return window.initGeetest;
  const script = document.createElement('script');
  await within(loadTimeoutMs, 'unreachable', (done, failed) => {
    script.addEventListener('load', () => done(undefined));
    script.addEventListener('error', () => failed('unreachable'));
    script.src = address;
    document.head.append(script);
  }).finally(() => script.remove());
  if (!window.initGeetest) throw new CaptchaFailure('unreachable');
  return window.initGeetest;
}

function configOf(facts: {
  readonly challenge: Challenge;
  readonly captcha: DocumentCaptcha;
  readonly language: LanguageKey;
}): Record<string, unknown> {
  const { challenge, captcha, language } = facts;
  return {
    gt: challenge.gt,
    challenge: challenge.challenge,
    // The server has found the vendor down: the widget then judges by itself.
    offline: challenge.success === 0,
    new_captcha: true,
    product: 'bind',
    lang: vendorLanguages[language],
    https: location.protocol === 'https:',
    api_server: captcha.apiServer,
  };
}

/** The widget, ready to be shown. */
function openWidget(init: InitGeetest, config: Readonly<Record<string, unknown>>): Promise<Widget> {
  return within(loadTimeoutMs, 'unreachable', (done, failed) => {
    // Before there is a widget, the script tells its troubles to the configuration.
    const onError = (error: unknown): void => failed('unreachable', error);
    init({ ...config, onError }, (widget) => {
      widget.onError(onError);
      widget.onReady(() => done(widget));
    });
  });
}

async function showWidget(widget: Widget): Promise<CaptchaProof> {
  const comeBack = makeRoom();
  try {
    return await askPerson(widget);
  } finally {
    widget.destroy?.();
    comeBack();
  }
}

function askPerson(widget: Widget): Promise<CaptchaProof> {
  return within(solveTimeoutMs, 'closed', (done, failed) => {
    widget.onError((error) => failed('unreachable', error));
    widget.onClose(() => failed('closed'));
    widget.onSuccess(() => {
      const answer = widget.getValidate();
      if (answer === false) return failed('unreachable');
      const { geetest_challenge: challenge, geetest_validate: validate, geetest_seccode: seccode } = answer;
      done({ challenge, validate, seccode });
    });
    widget.verify();
  });
}

/**
 * The widget stands at the end of the body. Meanwhile our own page takes no key and no click, and what lies in the browser's
 * top layer, such as the lock screen, comes down from it: it would else hide the widget and keep everybody from it.
 */
function makeRoom(): () => void {
  const focused = document.activeElement;
  const page = document.querySelector<HTMLElement>('#entrance, #portal');
  const dialogs = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')];
  for (const dialog of dialogs) {
    closeUnheard(dialog);
    dialog.show();
  }
  if (page) page.inert = true;
  return () => {
    if (page) page.inert = false;
    for (const dialog of dialogs.filter((one) => one.isConnected)) {
      closeUnheard(dialog);
      dialog.showModal();
    }
    if (focused instanceof HTMLElement) focused.focus();
  };
}

/** Nobody has closed the dialog, so that nobody is to hear of it. */
function closeUnheard(dialog: HTMLDialogElement): void {
  dialog.addEventListener('close', (event) => event.stopImmediatePropagation(), { once: true, capture: true });
  dialog.close();
}

type Fail = (reason: CaptchaFailure['reason'], cause?: unknown) => void;

/** A promise that fails when nothing has come of it in time. */
function within<Result>(
  timeoutMs: number,
  late: CaptchaFailure['reason'],
  begin: (done: (result: Result) => void, failed: Fail) => void,
): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new CaptchaFailure(late)), timeoutMs);
  try {
    begin(resolve, (reason, cause) => reject(new CaptchaFailure(reason, cause)));
  } catch (error) {
    reject(new CaptchaFailure('unreachable', error));
  }
  return promise.finally(() => clearTimeout(timer));
}
