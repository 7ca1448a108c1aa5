import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { onScreens } from './rooms.ts';

/**
 * Warnings and errors that lead nowhere, by the screen and what it says, and why nobody is left standing. `here`: what to do stands
 * beside it. `itself`: it ends by itself. `heed`: nothing is shut, it says what to mind. `names`: at the desk, it names who has to act.
 */
type Reason = 'here' | 'itself' | 'heed' | 'names';
const ofClients: Readonly<Record<string, Reason>> = {
  'areas/accounts/screens/Details.tsx accounts.stale.title': 'itself',
  'areas/bestTrades/screens/OfTrade.tsx bestTrades.endsOnly': 'heed',
  'areas/calendar/screens/EconomicCalendar.tsx calendar.broken': 'itself',
  'areas/copying/screens/Going.tsx copying.paused': 'here',
  'areas/deposit/screens/BankTransfer.tsx deposit.transfer.only': 'heed',
  'areas/deposit/screens/CoinPayment.tsx deposit.coin.only': 'heed',
  'areas/deposit/screens/CoinPayment.tsx deposit.coin.memo.needed': 'heed',
  'areas/documents/screens/Reasons.tsx documents.reason.': 'here',
  'areas/enrolment/screens/Ended.tsx enrolment.duplicate.title': 'here',
  'areas/enrolment/screens/Ended.tsx enrolment.result.passed.title': 'here',
  'areas/enrolment/screens/Ended.tsx enrolment.professional.title': 'here',
  'areas/enrolment/screens/Ended.tsx enrolment.title': 'here',
  'areas/enrolment/screens/Yearly.tsx enrolment.result.passed.title': 'here',
  'areas/freezing/screens/Freeze.tsx freezing.frozen.title': 'here',
  'areas/gold/screens/MarketNotice.tsx gold.price.none': 'itself',
  'areas/goldCollateral/screens/MarketClosed.tsx goldCollateral.priceNone': 'itself',
  'areas/goldCollateral/screens/OwnPledge.tsx goldCollateral.waits': 'itself',
  'areas/goldCollateral/screens/OwnPledge.tsx goldCollateral.level.': 'here',
  'areas/goldDelivery/screens/OwnDelivery.tsx goldDelivery.unpaid': 'here',
  'areas/internalTransfer/screens/TransferForm.tsx transfer.promo': 'heed',
  'areas/investments/screens/Details.tsx investments.new.text': 'here',
  'areas/investments/screens/Details.tsx investments.paused.text': 'here',
  'areas/moves/screens/Move.tsx moves.declined.title': 'here',
  'areas/opening/screens/Success.tsx opening.success.once.title': 'heed',
  'areas/personalData/screens/Erasure.tsx personalData.erase.declined': 'here',
  'areas/professional/screens/Professional.tsx professional.declined.title': 'here',
  'areas/professional/screens/Professional.tsx professional.warning.title': 'heed',
  'areas/profile/screens/PictureDialog.tsx profile.picture.': 'here',
  'areas/profile/screens/Profile.tsx profile.cools.title': 'itself',
  'areas/rates/screens/Rates.tsx rates.stale': 'itself',
  'areas/security/screens/Totp.tsx security.codes.text': 'heed',
  'areas/strategies/screens/Details.tsx strategies.estimated': 'heed',
  'areas/trading/screens/AccountBar.tsx trading.platformAway': 'itself',
  'areas/trading/screens/CloseMany.tsx trading.closeMany.done': 'itself',
  'areas/trading/screens/MarketClosed.tsx trading.closed': 'itself',
  'areas/trading/screens/SymbolHead.tsx trading.pricesStill': 'itself',
  'areas/withdraw/screens/WithdrawForm.tsx withdraw.promo': 'heed',
  'areas/withdraw/screens/WithdrawForm.tsx withdraw.proof': 'heed',
  'areas/withdraw/screens/WithdrawQuote.tsx withdraw.beyond': 'here',
  'ui/money/ConfirmSheet.tsx money.bonus.agree': 'here',
  'ui/money/ConfirmSheet.tsx money.quote.renewed': 'here',
  'ui/money/QuotePopup.tsx money.loyalty.title': 'here',
  'ui/proof/PasskeyButton.tsx session.passkey.failed': 'here',
  'web/EntranceFrame.tsx ': 'here',
  'web/SignInForm.tsx session.captcha.closed': 'here',
};

/** The same of the desk, each area by the name of its catalog there. */
const ofTheDesk: Readonly<Record<string, Reason>> = {
  'ui/desk/ReasonDialog.tsx ': 'here',
  'clientStatus.desk StatusCard.tsx clientStatus.desk.held.': 'names',
  'closing.desk ClosingCase.tsx closing.': 'heed',
  'disputes.desk ActDialog.tsx disputes.act.': 'heed',
  'disputes.desk Dispute.tsx disputes.scan.': 'here',
  'disputes.desk Dispute.tsx disputes.restricted': 'here',
  'documents.desk Document.tsx documents.desk.risk.': 'here',
  'documents.desk PdfPages.tsx documents.desk.pdf.broken': 'here',
  'documents.desk Viewer.tsx documents.desk.scan.': 'here',
  'freezing.desk ClientFreeze.tsx freezing.desk.frozen': 'here',
  'personalData.desk ErasureCase.tsx personalData.desk.left': 'here',
  'personalData.desk ErasureCase.tsx ': 'here',
  'professional.desk Application.tsx professional.desk.scan.': 'here',
  'professional.desk Application.tsx professional.desk.judge': 'heed',
  'professional.desk DecideDialog.tsx professional.desk.loses': 'heed',
  'restrictions.desk AccessCase.tsx restrictions.desk.case.refused': 'itself',
  'restrictions.desk AccessCase.tsx restrictions.desk.case': 'here',
  'restrictions.desk ClientRestrictions.tsx restrictions.desk.because.': 'here',
  'reviews.desk AskedFields.tsx reviews.second': 'heed',
  'risk.desk ClientRisk.tsx risk.desk.overdue': 'here',
  'risk.desk ClientRisk.tsx risk.desk.overridden': 'here',
  'risk.desk Papers.tsx risk.desk.request': 'here',
  'risk.desk ReviewDialog.tsx risk.desk.seeAll': 'here',
  'screening.desk CaseScreening.tsx screening.desk.unscreened.': 'here',
  'screening.desk ClientScreening.tsx screening.desk.held': 'here',
  'screening.desk DecideDialog.tsx true_hit': 'heed',
  'screening.desk Hit.tsx screening.desk.silent': 'heed',
  'screening.desk Lists.tsx screening.desk.noLists': 'names',
  'screening.desk Lists.tsx screening.desk.failed': 'itself',
  'screening.desk Lists.tsx screening.desk.stale': 'itself',
  'staff.desk Enrolment.tsx staff.enrolment.invalid.title': 'names',
  'suspicions.desk File.tsx suspicions.desk.silent': 'heed',
  'suspicions.desk RaiseDialog.tsx suspicions.desk.silent': 'heed',
  'treasury.desk Reconciliations.tsx treasury.open.none': 'here',
  'treasury.desk Treasury.tsx treasury.lying.short': 'here',
  'unverified.desk ClientClock.tsx unverified.desk.held.': 'here',
  'unverified.desk UnverifiedCase.tsx unverified.desk.held.': 'here',
};

test('every warning and every error of a screen leads on, or is one that needs not', () => {
  const withoutWay = { ...ofClients, ...ofTheDesk };
  const found = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && onScreens.files.test(file))
    .flatMap((file) => standingIn(file, readFileSync(path.join(import.meta.dirname, file), 'utf8')))
    .map((notice) => notice.replace(/^areas\/(\w+)\/desk\//, '$1.desk '));
  expect(found.filter((notice) => withoutWay[notice] === undefined)).toEqual([]);
  expect(Object.keys(withoutWay).filter((notice) => !found.includes(notice))).toEqual([]);
});

test('a notice that leads nowhere is seen, however it is written', () => {
  const screen = [
    `<Notice tone="loss">{failure.sentence ?? t('ui.fault.text')}</Notice>`,
    `<Notice isUrgent tone={isPassed ? 'gain' : 'warn'} title={t(isPassed ? 'a.passed' : 'a.failed')} />`,
    '<Notice tone={tone}>{t(`a.reason.${reason}`)}</Notice>',
    `<Notice tone="warn" action={<WayOn code={code} />}>{t('a.shut')}</Notice>`,
    `<Notice tone={isOver ? 'gain' : 'note'}>{t('a.over')}</Notice>`,
    `<Notice>{t('a.told')}</Notice>`,
  ].join('\n');
  expect(standingIn('areas/a/screens/A.tsx', screen)).toEqual([
    'areas/a/screens/A.tsx ui.fault.text',
    'areas/a/screens/A.tsx a.passed',
    'areas/a/screens/A.tsx a.reason.',
  ]);
});

/** The warnings and errors of a screen that are drawn without an action, each by the first sentence that it names. */
function standingIn(file: string, screen: string): string[] {
  return [...screen.matchAll(/<Notice\b/g)].flatMap(({ index }) => {
    const opened = tagAt(screen, index);
    const tone = /\btone=("[a-z]+"|\{[^}]*\})/.exec(opened)?.[1] ?? '"note"';
    const isTrouble = /['"](warn|loss)['"]/.test(tone) || !/['"]/.test(tone);
    if (!isTrouble || /\baction=/.test(opened)) return [];
    const end = opened.endsWith('/>') ? index + opened.length : screen.indexOf('</Notice>', index);
    return [`${file} ${/\bt\([^'`]*['`]([\w.]+)/.exec(screen.slice(index, end))?.[1] ?? ''}`];
  });
}

/** From `<` to the `>` that ends the opening tag; those within braces are of expressions. */
function tagAt(screen: string, start: number): string {
  let depth = 0;
  for (let at = start; at < screen.length; at += 1) {
    if (screen[at] === '{') depth += 1;
    if (screen[at] === '}') depth -= 1;
    if (screen[at] === '>' && depth === 0) return screen.slice(start, at + 1);
  }
  throw new Error('a tag without an end');
}
