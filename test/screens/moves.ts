import { answerAtDesk, openRow } from '../acting.ts';
import { answerCalls } from '../answers.ts';
import type { Screen, ScreenHelpers } from '../screen.ts';

const uk = { path: 'b2b-transfer-uk', as: 'eu.active' };

export const screens: readonly Screen[] = [
  { name: 'moves', path: 'move-to-another-company', as: 'eu.active' },
  { name: 'moves-offer', path: 'move-to-another-company', as: 'eu.active', before: offered, isOver: true },
  { name: 'moves-offer-registering', path: 'move-to-another-company', as: 'global.full', before: offered, isOver: true },
  { name: 'moves-offer-closed', path: 'move-to-another-company', as: 'eu.active', before: offered, open: closed },
  { name: 'moves-own-terms', path: 'move-to-another-company', as: 'global.active', before: ownTerms, isOver: true },
  { name: 'moves-agreed', path: 'move-to-another-company', as: 'eu.active', before: agreed },
  { name: 'moves-transfer', ...uk, before: open },
  { name: 'moves-blocked', ...uk, before: blocked, isOver: true },
  { name: 'moves-under-way', ...uk, before: underWay, isOver: true },
  { name: 'moves-moved', ...uk, before: moved },
  { name: 'moves-declined', path: 'move-to-another-company', as: 'global.active', before: declined },
  { name: 'moves-asked', path: 'move-to-another-company', as: 'global.active', before: asked },
  { name: 'moves-made', path: 'move-to-another-company', as: 'uk.active', before: made },
  { name: 'moves-global', path: 'b2b-transfer', as: 'global.active' },
];

export const deskScreens: readonly Screen[] = [
  { name: 'desk-moves', path: 'queues/moves', at: 'desk', as: 'compliance', before: withCase, open: openRow, isOver: true },
];

const move = { status: 'open', reason: null, company: 4, is_terms_agreed: false, is_approved: false };
const documents = ['client_agreement', 'risk_disclosure', 'privacy_policy'].map((key) => ({ key, url: null }));
const account = {
  number: 510000001,
  title: 'Advantage MT5',
  platform: 'mt5',
  currency: 'USD',
  balance: '1250.00',
  bonus: '0.00',
  leverage: 30,
  becomes: { title: 'Advantage MT5', leverage: 30 },
};
const shares = { ...account, number: 510000002, title: 'Stock MT5', balance: '300.00', bonus: '20.00', becomes: null };
const info = {
  ...move,
  client_id: 100001,
  is_terms_agreed: true,
  is_approved: true,
  accounts: [account, shares],
  amounts: [
    { currency: 'USD', amount: '1550.00' },
    { currency: 'EUR', amount: '80.00' },
  ],
  blockers: [],
};

async function answer({ page }: ScreenHelpers, path: RegExp, direct: object): Promise<void> {
  await answerCalls(page, path, (asked) => asked.fulfill({ json: { success: true, data: { direct }, errors: [], code: 200 } }));
}

const available = (stage: ScreenHelpers, more: object) =>
  answer(stage, /\/migrate-to-another-company\?/, {
    available: true,
    route: 'uk',
    terms: { version: 1, documents },
    own_terms: null,
    is_branch_uk: false,
    wished: null,
    stays_with: 1,
    move: { ...move, ...more },
  });
const transfer = (stage: ScreenHelpers, more: object) => answer(stage, /\/batch-b2b-transfer\/info_uk\?/, { ...info, ...more });

function offered(stage: ScreenHelpers): Promise<void> {
  return available(stage, {});
}
function agreed(stage: ScreenHelpers): Promise<void> {
  return available(stage, { is_terms_agreed: true });
}
function declined(stage: ScreenHelpers): Promise<void> {
  const direct = {
    available: false,
    route: null,
    terms: null,
    own_terms: null,
    is_branch_uk: false,
    wished: null,
    stays_with: null,
  };
  return answer(stage, /\/migrate-to-another-company\?/, {
    ...direct,
    move: { ...move, status: 'declined', reason: 'residence_not_shown' },
  });
}
function asked(stage: ScreenHelpers): Promise<void> {
  const direct = {
    available: false,
    route: null,
    terms: null,
    own_terms: null,
    is_branch_uk: false,
    wished: null,
    stays_with: null,
  };
  return answer(stage, /\/migrate-to-another-company\?/, { ...direct, stays_with: 3, move: { ...move, status: 'asked' } });
}
function made(stage: ScreenHelpers): Promise<void> {
  const direct = { available: false, route: null, terms: null, own_terms: null, is_branch_uk: false, stays_with: null };
  const wished = { account: 'standard', currency: 'GBP', leverage: '25' };
  return answer(stage, /\/migrate-to-another-company\?/, { ...direct, wished, move: { ...move, status: 'moved' } });
}
async function withCase({ page }: ScreenHelpers): Promise<void> {
  const at = new Date(Date.now() - 26 * 3600_000).toISOString();
  const clocks = { opened_at: at, due_at: null, is_late: false, claimed_by: null, claimed_until: null };
  const detail = { from: 3, to: 4, country: 'GB' };
  const items = [{ id: 94, queue: 'moves', client_id: 100001, subject: 'company_move:7', detail, ...clocks }];
  await answerAtDesk(page, 'queues/moves', { data: { items, next: null } });
  const told = { residence_country: 'GB', birth_date: '1980-05-01', account: 'standard', currency: 'GBP', leverage: '25' };
  const shown = { id: 7, client_id: 100001, phase: 'asked', from: 3, to: 4, country: 'GB', told, asked_at: at };
  await answerAtDesk(page, 'moves/7', { data: { move: shown } });
}
function open(stage: ScreenHelpers): Promise<void> {
  return transfer(stage, {});
}
function blocked(stage: ScreenHelpers): Promise<void> {
  return transfer(stage, { blockers: ['positions', 'open_transfers'] });
}
function underWay(stage: ScreenHelpers): Promise<void> {
  return transfer(stage, { status: 'under_way', accounts: [], amounts: [] });
}
function moved(stage: ScreenHelpers): Promise<void> {
  return transfer(stage, { status: 'moved', accounts: [], amounts: [] });
}

async function closed({ page, say }: ScreenHelpers): Promise<void> {
  await page
    .getByRole('dialog')
    .getByRole('button', { name: say('ui.close') })
    .click();
}

/** The global company has newer terms than those that its client has agreed to. */
function ownTerms(stage: ScreenHelpers): Promise<void> {
  return answer(stage, /\/migrate-to-another-company\?/, {
    available: false,
    route: null,
    terms: null,
    own_terms: { version: 2, documents },
    is_branch_uk: false,
    wished: null,
    stays_with: null,
    move: { ...move, status: 'none', company: null },
  });
}
